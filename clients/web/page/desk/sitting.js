// The knowledge of a page about the one seat that it shows. All of it is forgotten when another seat is shown.

import { Deeds } from "./deeds.js";
import { Guard } from "./guard.js";
import { HeardClock } from "./heard.js";
import { Late } from "./late.js";
import { Pending } from "./pending.js";
import { Talks } from "./talk.js";

/** @typedef {import("../link/wire").Answer} Answer */
/** @typedef {import("../link/wire").Company} Company */
/** @typedef {import("../link/wire").Deal} Deal */
/** @typedef {import("../link/wire").Declare} Declare */
/** @typedef {import("../link/wire").Hint} Hint */
/** @typedef {import("../link/wire").Mate} Mate */
/** @typedef {import("../link/wire").Notice} Notice */
/** @typedef {import("../link/wire").StoryLine} StoryLine */
/** @typedef {import("../link/wire").TableRules} TableRules */
/** @typedef {import("../link/wire").View} View */

/** The knowledge about a seat. Unknown values are null. */
export class Sitting {
  constructor() {
    /** @type {View | null} */
    this.view = null;
    /** @type {Company | null} */
    this.company = null;
    /**
     * The rules of the table and this seat's briefing, once they were requested and have come.
     * @type {TableRules | null}
     */
    this.rules = null;
    /**
     * The answer that a bot would give, until it is filled in.
     * @type {Hint | null}
     */
    this.hint = null;
    /** Whether the rules were requested, and whether the briefing has been read here. */
    this.rulesAsked = false;
    this.briefed = false;
    /** @type {StoryLine[]} */
    this.story = [];
    /**
     * The latest events, to be told step by step.
     * @type {readonly StoryLine[]}
     */
    this.news = [];
    this.talks = new Talks();
    /** @type {Map<number, Deal>} */
    this.deals = new Map();
    /**
     * The settled proposals whose outcome the reader has not put away, by number.
     * @type {number[]}
     */
    this.settled = [];
    /** @type {Notice[]} */
    this.notices = [];
    /**
     * The notices that were put away, by their index in `notices`.
     * @type {Set<number>}
     */
    this.noticesRead = new Set();
    /**
     * The settled proposals whose outcome was shown already when the open question was opened.
     * @type {Set<number>}
     */
    this._settledBefore = new Set();
    /** How many notices had come when the open question was opened. */
    this._noticesBefore = 0;
    /**
     * The notices that were replied to here.
     * @type {Set<number>}
     */
    this.answered = new Set();
    /**
     * The unfinished reply to each notice that waits for one.
     * @type {Map<number, string>}
     */
    this.replies = new Map();
    /** @type {readonly Mate[]} */
    this.team = [];
    /** Whether a bot plays the seat, and whether the reader may take it back. */
    this.bot = false;
    this.lent = false;
    this.paused = "";
    /** @type {Answer | null} */
    this.sealed = null;
    /**
     * A declaration that has no receipt yet.
     * @type {Declare | null}
     */
    this.sending = null;
    /**
     * A declaration, and its answer in words, whose question closed before its receipt or refusal came. Only these show
     * whether it counted. Words "": it takes back that the seat is ready.
     * @type {{late: Declare, words: string} | null}
     */
    this._overtaken = null;
    /** Why the last declaration was refused, in words. */
    this.refused = "";
    /** The result of the last request that was no declaration, in words. */
    this.said = "";
    this.late = new Late();
    /**
     * The complete answer that the player has filled in and not sealed. The form sets it.
     * @type {Answer | null}
     */
    this.inHand = null;
    this.guard = new Guard();
    /** The question whose answer the arbiter could not prove to be sealed. */
    this._unsealed = 0;
    this.clock = new HeardClock();
    /**
     * The last draft of the open question. It counts when time is up and nothing is sealed.
     * @type {Answer | null}
     */
    this.drafted = null;
    this._pending = new Pending();
    this.deeds = new Deeds();
    /** Whether all that happened has been told. Until then the end of the game is not shown. */
    this.isTold = true;
  }
}
