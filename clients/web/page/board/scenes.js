// Scenes: what an event changes on the sheet, place by place, so that it can be watched on the board. =
// protocol/table/staging.py
// A change names its place by words that every reader's sheet has, and contains its new state. Parts that it leaves out
// stay as they were. A place that a sheet does not have is passed over.

/** @typedef {import("../link/wire.js").SheetElement} SheetElement */
/** @typedef {import("../link/wire.js").Sheet} Sheet */
/** @typedef {import("../link/wire.js").Scene} Scene */
/** @typedef {import("../link/wire.js").Change} Change */
/** @typedef {import("../link/wire.js").Side} Side */
/** @typedef {import("../link/wire.js").Post} Post */
/** @typedef {import("../link/wire.js").Cards} Cards */
/** @typedef {import("../link/wire.js").Card} Card */
/** @typedef {import("../link/wire.js").Front} Front */
/** @typedef {import("../link/wire.js").Fronts} Fronts */
/** @typedef {import("../link/wire.js").FrontChange} FrontChange */
/** @typedef {import("../link/wire.js").PostChange} PostChange */
/** @typedef {import("../link/wire.js").CardsChange} CardsChange */
/** @typedef {import("../link/wire.js").Fact} Fact */
/** @typedef {import("../link/wire.js").FactChange} FactChange */
/** @typedef {import("../link/wire.js").RowChange} RowChange */
/** @typedef {import("../link/wire.js").Track} Track */
/** @typedef {import("../link/wire.js").TrackChange} TrackChange */
/** @typedef {import("../link/wire.js").Rows} Rows */
/** @typedef {import("../link/wire.js").DocumentChange} DocumentChange */

/** Return the sheet after a scene. @param {Sheet} sheet @param {Scene} scene @returns {Sheet} */
export function after(sheet, scene) {
  return { ...sheet, elements: scene.changes.reduce(applyChange, sheet.elements) };
}

/**
 * Return the elements after one change.
 * @param {SheetElement[]} elements
 * @param {Change} change
 * @returns {SheetElement[]}
 */
function applyChange(elements, change) {
  switch (change.kind) {
    case "post":
      return each(elements, "line", (line) => ({ ...line, far: side(line.far, change), near: side(line.near, change) }));
    case "line":
      return each(elements, "line", (line) => ({
        ...line,
        far: acting(line.far, change.team, change.stances),
        near: acting(line.near, change.team, change.stances),
      }));
    case "front":
      return each(elements, "fronts", (fronts) => ({
        ...fronts,
        fronts: fronts.fronts.map((front) => (front.label === change.front ? oneFront(fronts, front, change) : front)),
      }));
    case "cards":
      return each(elements, "cards", (cards) =>
        change.title === (cards.key || cards.title)
          ? changed(lying(left(cards, change), change.cards, change.add), { count: change.count, note: change.note })
          : cards,
      );
    case "fact":
      if (change.team) return each(elements, "line", (line) => ({ ...line, far: behind(line.far, change), near: behind(line.near, change) }));
      return each(elements, "facts", (facts) => ({ ...facts, facts: valued(facts.facts, change) }));
    case "track":
      return each(elements, "track", (track) =>
        change.track === (track.key || track.title) ? moved(track, change) : track,
      );
    case "row":
      return each(elements, "rows", (rows) => (rows.title === change.title ? { ...rows, rows: celled(rows, change) } : rows));
    case "prose":
      return [
        { kind: "prose", title: change.title, text: change.text },
        ...elements.filter((element) => !(element.kind === "prose" && element.title === change.title)),
      ];
    case "document":
      return handed(elements, change);
    default:
      return elements; // of a newer arbiter: the next position contains it
  }
}

/**
 * @template {SheetElement["kind"]} K
 * @param {SheetElement[]} elements @param {K} kind @param {(element: Extract<SheetElement, {kind: K}>) => SheetElement} change
 * @returns {SheetElement[]}
 */
function each(elements, kind, change) {
  return elements.map((element) =>
    element.kind === kind ? change(/** @type {Extract<SheetElement, {kind: K}>} */ (element)) : element,
  );
}

/** @param {SheetElement[]} elements @param {DocumentChange} change @returns {SheetElement[]} */
function handed(elements, change) {
  const { kind: _, ...named } = change;
  const document = { ...named, pieces: [], new: true };
  const at = elements.findIndex((element) => element.kind === "documents");
  const there = elements[at];
  if (there?.kind !== "documents") return [...elements, { kind: "documents", title: "", documents: [document] }];
  const kept = there.documents.filter((one) => one.title !== change.title);
  return elements.map((element, place) => (place === at ? { ...there, documents: [...kept, document] } : element));
}

/**
 * Return a copy with the changes that are not null.
 * @template T
 * @param {T} model
 * @param {Partial<T>} changes
 * @returns {T}
 */
function changed(model, changes) {
  const said = Object.entries(changes).filter(([, value]) => value != null);
  return { ...model, ...Object.fromEntries(said) };
}

/** @param {Side} army @param {string} team @param {string[]} stances @returns {Side} */
function acting(army, team, stances) {
  if (army.team !== team) return army;
  return { ...army, posts: army.posts.map((post, at) => changed(post, { stance: stances[at] })) };
}

/** @param {Side} army @param {PostChange} change @returns {Side} */
function side(army, change) {
  if (army.team !== change.team) return army;
  return { ...army, posts: army.posts.map((post) => (post.label === change.post ? onePost(post, change) : post)) };
}

/** @param {Post} post @param {PostChange} change @returns {Post} */
function onePost(post, change) {
  const openNow =
    change.now == null
      ? undefined
      : { now: change.now, parts: change.parts ?? [], seen_parts: [], seen_when: "" };
  return changed(post, { strength: openNow, stance: change.stance, note: change.note, broken: change.broken });
}

/** @param {Fronts} fronts @param {Front} front @param {FrontChange} change @returns {Front} */
function oneFront(fronts, front, change) {
  for (const here of /** @type {const} */ (["left", "right"])) {
    const there = front[here];
    if (change.side === fronts[here] || change.side === there.title) {
      const at = change.at == null ? undefined : change.at * (here === "left" ? 1 : -1);
      const cards = lying(there, change.cards, change.add, change.turned);
      const held = here === "left" ? { left: cards, left_total: change.total } : { right: cards, right_total: change.total };
      return changed(front, { at, mark: change.mark, note: change.note, ...held });
    }
  }
  return front;
}

/** @param {Cards} there @param {Card[]} [cards] @param {Card[]} [add] @param {[number, Card]} [turned] @returns {Cards} */
function lying(there, cards, add, turned) {
  let now = cards ?? there.cards;
  if (turned && turned[0] < now.length) now = now.map((card, at) => (at === turned[0] ? turned[1] : card));
  return { ...there, cards: [...now, ...(add ?? [])] };
}

/**
 * Return the cards without those that were taken. A count follows the cards that go and come.
 * @param {Cards} there
 * @param {CardsChange} change
 * @returns {Cards}
 */
function left(there, { take, add }) {
  const cards = [...there.cards];
  for (const card of take ?? []) {
    const at = cards.findIndex((here) => (here.face == null ? !here.back || here.back === card.back : here.face === card.face));
    if (at >= 0) cards.splice(at, 1);
  }
  const gone = there.cards.length - cards.length - (add?.length ?? 0);
  return { ...there, cards, ...(there.count == null ? {} : { count: there.count - gone }) };
}

/** Return the rows, with the new values in the cells of the changed one. @param {Rows} rows @param {RowChange} change */
function celled(rows, change) {
  return rows.rows.map((row, at) =>
    (rows.keys?.[at] || row[0]) === change.row ? row.map((cell, column) => (column ? change.cells[column - 1] : null) ?? cell) : row,
  );
}

/** @param {Fact[]} facts @param {FactChange} change @returns {Fact[]} */
function valued(facts, { label, value }) {
  return facts.map((fact) => (fact.label === label ? { ...fact, value } : fact));
}

/** @param {Side} army @param {FactChange} change @returns {Side} */
function behind(army, change) {
  return army.team === change.team ? { ...army, behind: valued(army.behind ?? [], change) } : army;
}

/**
 * Move a number. If it goes beyond an end, the end moves with it.
 * @param {Track} track
 * @param {TrackChange} change
 * @returns {Track}
 */
function moved(track, { at = track.at, note }) {
  return changed(track, { at, low: Math.min(track.low, at), high: Math.max(track.high, at), note });
}
