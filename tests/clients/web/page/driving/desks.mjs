// Desks: each step is done, and then everything is told that a desk says to whoever draws it.

import { Briefed } from "../../../../../clients/web/page/desk/briefed.js";
import { Desk } from "../../../../../clients/web/page/desk/desk.js";
import { see } from "../../../../../clients/web/page/desk/talk.js";
import { answerWords } from "../../../../../clients/web/page/desk/words.js";
import { ClockAloud, DoorAloud, Heard } from "../../../../../clients/web/page/seat/aloud.js";
import { Rank } from "../../../../../clients/web/page/seat/live.js";
import { Store } from "../../../../../clients/web/page/link/store.js";

const FIELDS = ["trouble", "newsNumber", "seatings", "alarm", "rulesAsked", "briefed", "story", "news", "notices", "team", "bot", "lent", "paused"];
const SAID = ["sealed", "sending", "refused", "said", "inHand", "drafted", "isTold", "up", "dismissed", "look", "ended", "onItsWay", "watching", "owesLate"];
const ASKED = ["waiting", "toBeBriefed", "playsAgain", "waitingDeals"];
const TIMED = ["leftMs", "timing", "locked", "timeIsUp", "noDeals", "canChange", "canTakeBack", "until"];

/** Do the steps, each `[nowMs, what, ...args]`; give what each asks for, and what the desk tells then. */
export function desk(steps) {
  let count = 0;
  const made = new Desk(() => (++count).toString(16).padStart(32, "0"));
  const heard = new Heard(made);
  const clock = new ClockAloud();
  const doors = new DoorAloud();
  return steps.map(([nowMs, what, ...args]) => {
    const request = done(made, what, args, nowMs) ?? null;
    const aloud = [...clock.due(made, nowMs), ...doors.due(made, nowMs), ...heard.fresh({ telling: false })];
    return structuredClone({ request, told: { ...told(made, nowMs), aloud: aloud.map(({ text, rank }) => [text, rank === Rank.URGENT]) } });
  });
}

function done(made, what, args, nowMs) {
  if (what === "feed") return void made.feed(args[0], nowMs);
  if (what === "inHand" || what === "isTold") return void (made[what] = args[0]);
  if (what === "press" || what === "follow") return void made.guard[what](nowMs);
  if (what === "see") return void (made.talks.has(args[0]) && see(made.talks.get(args[0])));
  return made[what](...args) ?? null;
}

function told(made, nowMs) {
  const all = { link: [made.link.state, made.link.text], standstill: made.standstill() };
  for (const name of [...FIELDS, ...SAID, ...ASKED]) all[name] = made[name];
  for (const name of TIMED) all[name] = made[name](nowMs);
  all.gate = made.view?.gate ?? null;
  all.company = made.company;
  all.answered = [...made.answered].sort((one, other) => one - other);
  all.deals = [...made.deals.values()];
  all.talks = [...made.talks.values()].map((talk) => ({
    ...talk,
    lines: [...talk.lines].map(([n, line]) => [n, line]),
    unread: [made.unread(talk), made.nameOf(talk), made.isPair(talk)],
    said: [made.isOpen(talk, nowMs), made.shutsMs(talk, nowMs), made.mute(talk, nowMs)],
  }));
  all.unreadTalks = made.unreadTalks.map((talk) => talk.id);
  all.outcomes = made.settled.map((number) => made.outcome(number));
  all.newNotices = made.newNotices;
  all.me = made.me;
  all.guard = made.guard.holds(nowMs);
  all.late = made.late.words;
  all.lateInStory = made.late.said.map((each) => each.inStory);
  all.clock = [made.clock.clock, made.clock.frozen, made.clock.overMs(nowMs)];
  const { sealed, missed, quickestMs, firstGate, openGate, hasSealed, tookMs, words } = made.deeds;
  all.deeds = { sealed, missed, quickestMs, firstGate, openGate, hasSealed, tookMs, words };
  all.inHandWords = made.view?.form && made.inHand ? answerWords(made.view.form, made.inHand) : "";
  all.wholeStory = [0, 1, 2].map((untold) => made.wholeStory(untold)).map(({ lines, fresh }) => [lines, fresh]);
  all.persons = (made.company?.sitters ?? []).map(({ seat }) => made.person(seat));
  return all;
}

/** Give every name that a desk has for whoever draws it. */
export function deskNames() {
  const names = new Set(Object.keys(new Desk(() => "")));
  for (let at = Desk.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return [...names].filter((name) => !name.startsWith("_") && name !== "constructor");
}

/** Load a page again and again in one tab: each hears its news, and "ready" is pressed where it says so; whether it is briefed, what it says. */
export function briefed(pages) {
  const store = new Store("7K3");
  return pages.map((news) => {
    const made = new Desk(() => "0".repeat(32));
    const kept = new Briefed(store);
    const said = [];
    for (const each of news) {
      if (each === "ready") said.push(made.ready());
      else made.feed(each, 0);
      said.push(kept.recall(made));
      kept.keep(made);
    }
    return { briefed: made.briefed, said: said.filter(Boolean) };
  });
}
