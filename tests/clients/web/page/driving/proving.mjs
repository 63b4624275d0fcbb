// What the door and receipts are proved with.

import { canonical } from "../../../../../clients/web/page/link/canonical.js";
import { parseCode, strangeLetter } from "../../../../../clients/web/page/link/code.js";
import { DoorError, join as joinBy } from "../../../../../clients/web/page/link/door.js";
import { decodeReply, encodeRequest } from "../../../../../clients/web/page/link/frames.js";
import { toHex } from "../../../../../clients/web/page/link/ids.js";
import { Lots } from "../../../../../clients/web/page/link/lots.js";
import { Receipts } from "../../../../../clients/web/page/link/receipts.js";
import { digestOf, isSigned as isSignedBy } from "../../../../../clients/web/page/link/signed.js";
import { NoElement, Spake, arbiterProof, clientProof, equalProofs } from "../../../../../clients/web/page/link/spake.js";
import { Sleep } from "../../../../../clients/web/page/link/sleep.js";
import { Store } from "../../../../../clients/web/page/link/store.js";

export { canonical, equalProofs };

export const code = (text, plate) => parseCode(text, plate);
export const strange = (text) => strangeLetter(text);
export const digest = (answer) => digestOf(answer);
export const isSigned = (said, signature, verifyKey) => isSignedBy(said, { signature, verifyKey });
export const decode = (text) => decodeReply(text);

export function encode(request, session) {
  const frame = encodeRequest(request, session);
  return frame === null ? null : new TextDecoder().decode(frame);
}

/** Give what side A sends, and the secret that it shares with whoever sent `element`; null: that is none. */
export function spake(typed, scalar, element) {
  const side = new Spake(parseCode(typed), scalar ? BigInt(`0x${scalar}`) : undefined);
  try {
    return { element: side.element, shared: element ? toHex(side.finish(element)) : null };
  } catch (error) {
    if (!(error instanceof NoElement)) throw error;
    return { element: side.element, shared: null };
  }
}

export function proofs(shared, bound) {
  const secret = Uint8Array.from(Buffer.from(shared, "hex"));
  return { client: clientProof(secret, bound), arbiter: arbiterProof(secret, bound) };
}

/** Knock with a code at a door that answers with these, one after another; what was asked, told and came of it. */
export async function join(typed, _scalar, answers) {
  const [asked, told] = [[], []];
  let nowMs = 0;
  const how = {
    tell: (text) => told.push(text),
    ask: async (path, body) => {
      asked.push([path, body]);
      return answers.length > 1 ? answers.shift() : answers[0];
    },
    sleep: async (ms) => void (nowMs += ms),
    nowMs: () => nowMs,
  };
  try {
    return { exercise: await joinBy(parseCode(typed), how), asked, told };
  } catch (error) {
    if (!(error instanceof DoorError)) throw error;
    return { fault: error.message, why: error.why, asked, told, ms: nowMs };
  }
}

/** Join with a fixed scalar: the door reveals this, (null: turns away) admits with that, and says the rest to what follows. */
export async function joinWith(typed, reveal, scalar, admit, rest = [{}]) {
  const draws = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
  const fixed = (bytes) => bytes.fill(0).fill(Number(scalar), -1);
  Object.defineProperty(globalThis.crypto, "getRandomValues", { value: fixed, configurable: true });
  try {
    return await join(typed, scalar, [reveal, admit ?? { turned: { why: "wrong_code", text: "No." } }, ...rest]);
  } finally {
    Object.defineProperty(globalThis.crypto, "getRandomValues", { value: draws, configurable: true });
  }
}

/** Ask with declarations, then take receipts; what each proves, what is shown as the newest, and the file of them. */
export function receipts(welcome, declares, came) {
  const kept = new Receipts(new Store("7K3"));
  for (const declare of declares) kept.ask(declare);
  const proved = came.map((receipt) => {
    const found = kept.prove(receipt, welcome);
    if (found) kept.keep(found);
    return found !== null;
  });
  return { proved, newest: kept.newest, file: kept.file };
}

/** Look at these moments, as two clocks have them; whether the page slept before each. */
export function sleeps(moments) {
  let now = [0, 0];
  const sleep = new Sleep(() => now[0], () => now[1]);
  return moments.map((moment) => {
    now = moment;
    return sleep.hasSlept();
  });
}

/** Do with a key's lot what is told, each step `[what, argument]`; what each gives, and the lines that are kept. Chance is a count. */
export function lots(steps) {
  const draws = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
  let count = 0;
  const counted = (bytes) => bytes.fill(++count);
  Object.defineProperty(globalThis.crypto, "getRandomValues", { value: counted, configurable: true });
  try {
    const store = new Store("7K3");
    let made = new Lots(new Receipts(store));
    return steps.map(([what, argument]) => {
      if (what === "again") made = new Lots(new Receipts(store));
      const gave = what === "again" ? null : made[what](argument);
      return { gave, kept: new Receipts(store).file.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line)) };
    });
  } finally {
    Object.defineProperty(globalThis.crypto, "getRandomValues", { value: draws, configurable: true });
  }
}
