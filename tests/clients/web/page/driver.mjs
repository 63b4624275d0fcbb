// Runs the page's own files for the tests: a line of JSON names a function and what it is given, a line answers.

import { webcrypto } from "node:crypto";
import { createInterface } from "node:readline";
import { asked, order } from "./driving/asking.mjs";
import { briefed, desk, deskNames } from "./driving/desks.mjs";
import { line } from "./driving/lines.mjs";
import * as proving from "./driving/proving.mjs";

globalThis.crypto ??= webcrypto;
const { clean, cleanLines, speak } = await import("../../../../clients/web/page/words.js");

const functions = { clean, cleanLines, speak, asked, order, briefed, desk, deskNames, line, ...proving };

for await (const text of createInterface({ input: process.stdin })) {
  const { name, args } = JSON.parse(text);
  let answer;
  try {
    answer = { value: await functions[name](...args) };
  } catch (error) {
    answer = { fault: String(error?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
