// What was asked, and the order of what comes: the same steps as in Python, and what each gives.

import { Asked } from "../../../../../clients/web/page/link/asked.js";
import { ReplyOrder } from "../../../../../clients/web/page/link/order.js";

export function asked(repeatMs, steps) {
  const all = new Asked(repeatMs);
  return steps.map(([name, ...args]) => all[name](...args) ?? null);
}

export function order(seated, messages) {
  const taken = new ReplyOrder();
  taken.seated = seated;
  return messages.map((message) => {
    if (message === "restart") taken.restart();
    else if (message === "gap") taken.gap = true;
    const took = typeof message === "string" ? null : taken.takes(message);
    return [took, taken.seen, taken.gap];
  });
}
