// The control that seals: held for a second by a finger or a mouse, or pressed twice by a player who cannot hold it.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../words.js";
import { tell } from "../live.js";
import { Wax } from "./wax.js";

export const HOLD_MS = 1000;
/** The second press must come after this, because a double click is one action. */
const AGAIN_MIN_MS = 350;
/** The second press must come before this. */
const AGAIN_MAX_MS = 8000;
/** If a click ends a hold, it comes within this time. */
const LIFT_MS = 100;

/**
 * `ready`: there is something to seal now, otherwise `why` explains why not. `label`: what the control does. `answer`:
 * what it would seal, in words. `calm`: there is nothing to do, and nothing wrong. `refuse` is called when it is pressed
 * and nothing can be sealed.
 * @param {{ready: boolean, calm?: boolean, label: string, answer: string, describedBy?: string, seal: () => void, refuse: () => void}} props
 */
export function Sealer({ ready, calm = false, label, answer, describedBy, seal, refuse }) {
  const [holding, setHolding] = useState(false);
  const [asked, setAsked] = useState({ answer: "", ms: 0 });
  const timer = useRef(0);
  const held = useRef(false);
  const asking = ready && asked.ms > 0 && asked.answer === answer;

  const release = () => {
    clearTimeout(timer.current);
    setHolding(false);
  };
  const done = () => {
    release();
    setAsked({ answer: "", ms: 0 });
    seal();
  };
  const latest = useRef({ answer, ready, done });
  latest.current = { answer, ready, done };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!asked.ms) return undefined;
    const over = setTimeout(() => setAsked({ answer: "", ms: 0 }), AGAIN_MAX_MS);
    return () => clearTimeout(over);
  }, [asked]);

  const hold = (/** @type {PointerEvent} */ event) => {
    held.current = false;
    if (!ready || event.button !== 0) return;
    setHolding(true);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const now = latest.current;
      if (!now.ready || now.answer !== answer) return release(); // it is another answer by now
      held.current = true;
      navigator.vibrate?.(30);
      now.done();
    }, HOLD_MS);
  };
  const lift = () => {
    release();
    setTimeout(() => (held.current = false), LIFT_MS); // a touch that was held sends no click
  };
  const press = () => {
    release();
    if (held.current) {
      held.current = false; // the end of a hold that has sealed
    } else if (!ready) {
      refuse();
    } else if (!asking) {
      setAsked({ answer, ms: performance.now() });
      tell(say("question.sure_aloud", { answer }));
    } else if (performance.now() - asked.ms >= AGAIN_MIN_MS) {
      done();
    }
  };
  return html`<button
    type="button"
    class="question-sealer"
    id="question-sealer"
    data-holding=${holding}
    data-asking=${asking}
    data-calm=${calm}
    aria-disabled=${!ready}
    aria-describedby=${describedBy ?? (ready ? "question-sealer-how" : null)}
    onPointerDown=${hold}
    onPointerUp=${lift}
    onPointerLeave=${release}
    onPointerCancel=${release}
    onContextMenu=${(/** @type {Event} */ event) => event.preventDefault()}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.repeat && event.preventDefault()}
    onClick=${press}
  >
    ${calm ? html`<span aria-hidden="true">✓</span>` : html`<${Wax} pressed=${false} />`}
    <span class="question-sealer-words">
      <span class="question-sealer-label">${asking ? say("question.sure", { answer }) : label}</span>
      ${ready && html`<span class="question-sealer-how" id="question-sealer-how" aria-hidden="true">${say(asking ? "question.again" : holding ? "question.holding" : "question.how")}</span>`}
    </span>
  </button>`;
}
