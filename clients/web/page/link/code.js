// The code on a card, as a person types it.

export const PLATE_CHARS = 3;
export const SECRET_CHARS = 8;
const ALPHABET = /^[0-9A-HJKMNP-TV-Z]*$/;
/** Letters that are read as another one, because they look alike on paper. */
const ALIKE = new Map([["O", "0"], ["I", "1"], ["L", "1"], ["U", "V"]]);

/**
 * A card's code: the plate names the seat's entry, the secret proves who holds the card.
 * @typedef {{plate: string, secret: string}} Code
 */

/** Return the letters and digits in capitals. Some keyboards type them in full width. @param {string} text */
function typed(text) {
  const usual = text.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));
  return [...usual.toUpperCase()].filter((char) => /[\p{L}\p{N}]/u.test(char));
}

/**
 * Return which letter of a typed code is of another alphabet, from 1. It may look the same as one of the code. 0: none.
 * @param {string} text
 */
export function strangeLetter(text) {
  return typed(text).findIndex((char) => /\p{L}/u.test(char) && !/\p{Script=Latin}/u.test(char)) + 1;
}

/**
 * Read letters and digits in any case and width, with spaces and dashes anywhere. Null if a character cannot be in a code.
 * @param {string} text
 * @returns {string | null}
 */
export function letters(text) {
  const plain = typed(text).map((char) => ALIKE.get(char) ?? char).join("");
  return ALPHABET.test(plain) ? plain : null;
}

/**
 * Parse a whole code, or only its secret part if the plate is known. Null if it is no code.
 * @param {string} text
 * @param {string} [plate]
 * @returns {Code | null}
 */
export function parseCode(text, plate = "") {
  const plain = letters(text);
  if (plain === null) return null;
  if (plate && plain.length === SECRET_CHARS) return { plate, secret: plain };
  if (plain.length !== PLATE_CHARS + SECRET_CHARS) return null;
  const code = { plate: plain.slice(0, PLATE_CHARS), secret: plain.slice(PLATE_CHARS) };
  return plate && code.plate !== plate ? null : code;
}

/**
 * Return a code as it is printed.
 * @param {Code} code
 */
export function printed({ plate, secret }) {
  return `${plate}-${secret.slice(0, SECRET_CHARS / 2)}-${secret.slice(SECRET_CHARS / 2)}`;
}
