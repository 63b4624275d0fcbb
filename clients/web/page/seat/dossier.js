// The documents of a seat, and which of them were opened here. = clients/seat/model/documents.py

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../link/wire").Document} Document */
/** @typedef {import("../link/wire").Sheet} Sheet */

import { linesOf } from "../board/papers.js";
import { say } from "../words.js";

/** Prose of at least this many characters can be opened like a document, because it fills the board of a small screen. */
const LONG_CHARS = 600;

/**
 * Return all documents of a sheet in order. Their positions, from 1, are their numbers for every reader.
 * @param {Sheet | undefined} sheet
 * @returns {Document[]}
 */
function documentsOf(sheet) {
  return (sheet?.elements ?? []).flatMap((element) => (element.kind === "documents" ? element.documents : []));
}

/**
 * Return everything that can be read in full: first prose of at least LONG_CHARS, then the documents.
 * @param {Sheet | undefined} sheet
 * @returns {Document[]}
 */
export function readable(sheet) {
  const long = (sheet?.elements ?? []).flatMap((element) =>
    element.kind === "prose" && [...element.text].length >= LONG_CHARS
      ? [{ title: element.title || say("board.what_stands_here"), text: element.text, pieces: [], note: "", new: false, secret: false }]
      : [],
  );
  return [...long, ...documentsOf(sheet)];
}

/** Remembers which documents were read, as long as the window shows the same seat. A changed text is a new document. */
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

  /** Everything that the seat can read in full. */
  get all() {
    return readable(this._desk.view?.sheet);
  }

  /** How many documents were not opened yet. */
  get unread() {
    return documentsOf(this._desk.view?.sheet).filter((each) => !this.isRead(each)).length;
  }

  /**
   * Return whether a document was opened here.
   * @param {Document} document
   */
  isRead(document) {
    if (this._seating !== this._desk.seatings) {
      this._seating = this._desk.seatings;
      this._read.clear();
    }
    return this._read.has(known(document));
  }

  /**
   * Record that a document was opened.
   * @param {Document} document
   */
  read(document) {
    if (!this.isRead(document)) this._read.add(known(document));
  }

  /**
   * Return the index of the document to open first. It is the last new one that was not opened, else the first that was
   * not opened, else the last of all.
   */
  first() {
    const all = this.all;
    const places = all.map((_, at) => at).filter((at) => !this.isRead(/** @type {Document} */ (all[at])));
    const fresh = places.filter((at) => all[at]?.new);
    return fresh.at(-1) ?? places[0] ?? Math.max(0, all.length - 1);
  }

  /**
   * Return a sheet on which each unopened document has the mark of new things.
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

/** Return what tells a document from others: its title and its words. @param {Document} document */
export function known(document) {
  return JSON.stringify([document.title, linesOf(document)]);
}
