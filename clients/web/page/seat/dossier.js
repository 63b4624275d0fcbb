// The documents of a seat: which there are, and which of them were opened here. = clients/seat/model/documents.py

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../link/wire").Document} Document */
/** @typedef {import("../link/wire").Sheet} Sheet */

import { say } from "../words.js";

/** Sentences of so many characters can be opened as a document is: on a small screen they fill the board. */
const LONG_CHARS = 600;

/**
 * Give all documents of a sheet in their order; their places, from 1, are their numbers for every reader.
 * @param {Sheet | undefined} sheet
 * @returns {Document[]}
 */
function documentsOf(sheet) {
  return (sheet?.elements ?? []).flatMap((element) => (element.kind === "documents" ? element.documents : []));
}

/**
 * Give all that one may want to read at length: the documents, and before them the sentences that are as long as one.
 * @param {Sheet | undefined} sheet
 * @returns {Document[]}
 */
export function readable(sheet) {
  const long = (sheet?.elements ?? []).flatMap((element) =>
    element.kind === "prose" && [...element.text].length >= LONG_CHARS
      ? [{ title: element.title || say("board.what_stands_here"), text: element.text, note: "", new: false, secret: false }]
      : [],
  );
  return [...long, ...documentsOf(sheet)];
}

/** Remembers what was read at a desk, as long as its window shows the same seat. A text that was changed is another one. */
export class Dossier {
  /** @param {Desk} desk */
  constructor(desk) {
    this._desk = desk;
    this._seating = desk.seatings;
    /** @type {Set<string>} */
    this._read = new Set();
    /** @type {{sheet: Sheet, known: number, marked: Sheet} | null} */
    this._marked = null;
  }

  /** All that the seat may read at length. */
  get all() {
    return readable(this._desk.view?.sheet);
  }

  /** How many documents were not opened yet. */
  get unread() {
    return documentsOf(this._desk.view?.sheet).filter((each) => !this.isRead(each)).length;
  }

  /**
   * Tell whether a document was opened here.
   * @param {Document} document
   */
  isRead(document) {
    if (this._seating !== this._desk.seatings) {
      this._seating = this._desk.seatings;
      this._read.clear();
    }
    return this._read.has(name(document));
  }

  /**
   * Take note that a document was opened.
   * @param {Document} document
   */
  read(document) {
    if (!this.isRead(document)) this._read.add(name(document));
  }

  /** Give the place of what is opened first: the last that is new and was not opened yet, the first that was not, or the last of all. */
  first() {
    const all = this.all;
    const places = all.map((_, at) => at).filter((at) => !this.isRead(/** @type {Document} */ (all[at])));
    const fresh = places.filter((at) => all[at]?.new);
    return fresh.at(-1) ?? places[0] ?? Math.max(0, all.length - 1);
  }

  /**
   * Give a sheet on which what was not opened yet bears the mark of what is new.
   * @param {Sheet} sheet
   * @returns {Sheet}
   */
  marked(sheet) {
    if (!documentsOf(sheet).length) return sheet;
    const known = this._read.size;
    if (this._marked?.sheet !== sheet || this._marked.known !== known) {
      const elements = sheet.elements.map((element) =>
        element.kind === "documents"
          ? { ...element, documents: element.documents.map((each) => ({ ...each, new: !this.isRead(each) })) }
          : element,
      );
      this._marked = { sheet, known, marked: { ...sheet, elements } };
    }
    return this._marked.marked;
  }
}

/** @param {Document} document */
function name(document) {
  return JSON.stringify([document.title, document.text]);
}
