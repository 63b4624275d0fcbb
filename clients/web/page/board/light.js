// Light: the places on a sheet that a scene names are highlighted, all others dimmed. It works without colours too.
// = protocol/table/lighting.py

/** @typedef {import("../link/wire.js").SheetElement} SheetElement */
/** @typedef {import("../link/wire.js").Scene} Scene */
/** @typedef {import("../link/wire.js").Change} Change */

/** The highlighted places, each as its kind and its names. */
export class Light {
  /** @param {Iterable<readonly string[]>} places */
  constructor(places) {
    this.places = [...places];
    this.keys = new Set(this.places.map(key));
  }

  /** Return both lights together. @param {Light} other */
  and(other) {
    return new Light([...this.places, ...other.places]);
  }

  /** Return whether a post of a battle line is highlighted. @param {string} team @param {string} post */
  onPost(team, post) {
    return this.keys.has(key(["line", team])) || this.keys.has(key(["post", team, post]));
  }

  /** Return whether a front is highlighted. @param {string} front */
  onFront(front) {
    return this.keys.has(key(["front", front]));
  }

  /** Return whether a fact is highlighted. @param {string} label */
  onFact(label) {
    return this.keys.has(key(["fact", label]));
  }

  /** Return whether a document is highlighted. @param {string} title */
  onDocument(title) {
    return this.keys.has(key(["document", title]));
  }

  /** Return how many cards were just laid among the cards of this title. @param {string} title */
  added(title) {
    const laid = this.places.filter((place) => place[0] === "added" && place[1] === title);
    return laid.reduce((sum, place) => sum + Number(place[2]), 0);
  }

  /** Return whether anything of an element is highlighted. @param {SheetElement} element */
  on(element) {
    switch (element.kind) {
      case "line":
        return this.places.some((place) => place[0] === "line" || place[0] === "post");
      case "fronts":
        return element.fronts.some((front) => this.onFront(front.label));
      case "facts":
        return element.facts.some((fact) => this.onFact(fact.label));
      case "track":
        return this.keys.has(key(["track", element.key || element.title]));
      case "cards":
        return this.keys.has(key(["cards", element.key || element.title]));
      case "documents":
        return element.documents.some((each) => this.onDocument(each.title));
      default:
        return this.keys.has(key([element.kind, element.title]));
    }
  }
}

/** Return the light of a scene: all that it names, except places that cards have only left. @param {Scene} scene */
export function lightOf(scene) {
  return new Light(scene.changes.flatMap(placesOf));
}

/** @param {Change} change @returns {string[][]} */
function placesOf(change) {
  switch (change.kind) {
    case "post":
      return [["post", change.team, change.post]];
    case "line":
      return [["line", change.team]];
    case "front":
      return [["front", change.front]];
    case "cards":
      if (change.take && !change.cards && !change.add && change.count == null && change.note == null) return [];
      return [["cards", change.title], ["added", change.title, String(change.add?.length ?? 0)]];
    case "row":
      return [["rows", change.title]];
    case "prose":
      return [["prose", change.title]];
    case "fact":
      return [change.team ? ["behind", change.team] : ["fact", change.label]];
    case "track":
      return [["track", change.track]];
    case "document":
      return [["document", change.title]];
    default:
      return [];
  }
}

/** @param {readonly string[]} place */
function key(place) {
  return JSON.stringify(place);
}
