// How a server of the benchmarks is told what to do: one line of JSON, answered with one line; it ends with its input.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

export const SEATS = 10;
export const HOST = "127.0.0.1";
const STORY = "x".repeat(900);

/** Gives what the order says: `require` finds packages in the folder that it names. */
export async function ordered() {
  process.env.NODE_ENV = "production"; // before a package is loaded: each looks for it then
  const lines = createInterface({ input: process.stdin });
  lines.on("close", () => process.exit(0));
  const line = await new Promise((heard) => lines.once("line", heard));
  return { require: createRequire(`${JSON.parse(line).packages}/`) };
}

/** Tells on which port it listens. */
export function ready(port) {
  process.stdout.write(`${JSON.stringify({ port })}\n`);
}

/** A seat's own view of a round, of 1 KB. */
export function viewOf(round, seat) {
  return { round, seat, phase: "reveal", story: STORY };
}
