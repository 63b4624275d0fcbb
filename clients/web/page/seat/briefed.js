// That a briefing was read: kept in this tab, so that whoever loads the page anew while the clock runs finds his question, not his briefing.

import { useEffect } from "../vendor/preact.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */

const KEY = "briefed";

/** Take up what was read in this tab, and keep it. @param {Desk} desk */
export function useBriefed(desk) {
  const { welcome, view } = desk;
  const place = welcome ? JSON.stringify([welcome.exercise, welcome.table, welcome.seat]) : "";
  if (place && view?.begun && kept() === place) desk.briefed = true;
  useEffect(() => {
    if (place && desk.briefed) keep(place);
  }, [place, desk.briefed]);
}

function kept() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null; // the device keeps nothing: it is read once more
  }
}

/** @param {string} place */
function keep(place) {
  try {
    sessionStorage.setItem(KEY, place);
  } catch {
    // as above
  }
}
