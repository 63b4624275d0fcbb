// The messages of the wire, as docs/wire.md tells them. Made of docs/wire.schema.json by `make schema`: not to be edited.

/** How many of each thing go to each place: {thing: {place: number}}. What is not named stays where it is. */
export type Moves = Record<string, Record<string, number>>;

/** What fills a field of a form. */
export type Value = string | number | string[] | Moves;

/** A filled form: {field: value}. A field whose `when` does not hold is left out. */
export type Answer = Record<string, Value>;

export type FormField = Choice | Pick | Rank | Sort | Count | Words;

export type RuleBlock = RuleText | RuleHeading | RuleList | RuleTable | RuleSample;

export type Act = Begin | Pause | Resume | Extend | EndNow | Void | Tell | GiveToBot | GiveBack | Release | Answered | DeclareFor | GoBack | Hold | EndGame | LayOpen | Fiat | Amend | SetClock | SendInject | Postpone | KeepBack | Reissue | Renew | Remove | Reseat | Note | Lockstep | Results | Debrief | PutAway | HandOverLead | Approve | Withdraw;

export type Change = PostChange | LineChange | FrontChange | CardsChange | FactChange | TrackChange | RowChange | ProseChange | DocumentChange;

export type SheetElement = BattleLine | Facts | Cards | Fronts | Track | Rows | Prose | Documents;

export type Request = Hello | Beat | Resync | Leave | Declare | Draft | Say | Propose | Respond | Call | Write | HandOver | Claim | SayReady | Pledge | OpenLot | ReadRules | AskHint | Rule | Watch | Look;

export type Reply = Welcome | View | Receipt | Done | Refusal | Spoken | Clock | Notice | Team | Deals | DrawShown | Company | TableRules | Hint | Fenced | Farewell | Elsewhere | Alive | TableStatus | Wall | Alarms | Standbys | Debriefing | CodeIssued | Room | Seen;

export type DoorRequest = Knock | Proof;

export type DoorReply = Reveal | Admit | TurnedAway;

/** Step 4: the seat's key is known from now on. */
export interface Admit {
  type: "admit";
  proof: string;
  exercise: string;
}

/**
 * Something that needs an umpire. `call`: the number of a player's call, 0 for others; `reply`: it replies to what an
 * umpire asked, and may be put away by an answer without words.
 */
export interface Alarm {
  table: number;
  text: string;
  call: number;
  seat: string;
  approval: number;
  reply: boolean;
  number: number;
}

/**
 * What needs an umpire and belongs to no table (each alarm's `table` is 0). It takes the place of the former one; a
 * wall empties it.
 */
export interface Alarms {
  type: "alarms";
  alarms: Alarm[];
}

/** The answer to Beat: `last` is the number of the newest message sent before it, `clock` the true clock. */
export interface Alive {
  type: "alive";
  clock?: ClockView;
}

/**
 * Amend a game that can be amended: a phase, a question, a document or a word more. It takes effect when the open question
 * closes; what is wrong with it is refused at once.
 */
export interface Amend {
  act: "amend";
  text: string;
}

/**
 * Answer a call for the umpire; the caller reads `text`. A reply to what an umpire asked may be answered without words:
 * then it has been read, and nobody is told.
 */
export interface Answered {
  act: "answered";
  call: number;
  text?: string;
}

/** Second another umpire's ruling, which then happens. Table 0 or the ruling's. */
export interface Approve {
  act: "approve";
  number: number;
}

/** Ask what a bot would answer to the question of gate `gate`, where `Welcome.hints` allows it. */
export interface AskHint {
  type: "ask_hint";
  id: string;
  gate: number;
}

/** How a side is known everywhere: its title as people say it, its sign and its ink. No meaning hangs on the ink alone. */
export interface Badge {
  id: string;
  title: string;
  sign: string;
  ink: "red" | "black" | "gold" | "teal" | "blue" | "violet";
}

/** Two armies that face each other, post against post; `far` is drawn above, `near` below. */
export interface BattleLine {
  kind: "line";
  title: string;
  far: Side;
  near: Side;
}

/** A sign of life. `seen` is the number of the last message received without a gap. */
export interface Beat {
  type: "beat";
  seen?: number;
}

/** Let a game begin that has not begun, whoever is there. */
export interface Begin {
  act: "begin";
}

/** What somebody is told who sits down, a sentence or two each. It depends on the seat and the open options alone. */
export interface Briefing {
  role: string;
  wins: string;
  sees: string;
  decides: string;
  looks: string;
}

/** Call the umpire. */
export interface Call {
  type: "call";
  id: string;
  text: string;
}

/**
 * One card. `face` None: face down, with only its `back` to see. `secret`: the reader knows the face and
 * others do not. `note` is a word under it, `tone` its colour family.
 */
export interface Card {
  face?: string;
  back: string;
  note: string;
  secret: boolean;
  tone: "plain" | "red" | "black" | "green" | "yellow" | "special";
}

/**
 * Cards that lie together: a hand, a pile with its `count`, a row. A pile may show only its top card. Changes name them by
 * their `key`, where the title differs from reader to reader.
 */
export interface Cards {
  kind: "cards";
  title: string;
  shape: "hand" | "pile" | "row";
  cards: Card[];
  count?: number;
  note: string;
  key: string;
}

/**
 * Cards that lie together: all of them, or what is taken from there and what is laid there besides. `title` is their key,
 * or their title where they have none; what is taken is found by its face, or by its back where it lies face down, and a count that is not given follows both.
 */
export interface CardsChange {
  kind: "cards";
  title: string;
  cards?: Card[];
  take?: Card[];
  add?: Card[];
  count?: number;
  note?: string;
}

/**
 * A conversation that a seat is a member of. `open` says whether it may speak now; `quiet_ms` is how long before
 * the clock's end it shuts.
 */
export interface ChannelView {
  id: string;
  title: string;
  members: string[];
  open: boolean;
  quiet_ms: number;
}

/**
 * Choose exactly one option. The answer is its `value`.
 *
 * `weighty`: it weighs so much that a client begins with nothing chosen, whatever is suggested.
 */
export interface Choice {
  kind: "choice";
  name: string;
  label: string;
  options: Option[];
  when?: When;
  weighty: boolean;
}

/**
 * Take the seat over from a driver who has been silent for the time set; or, by its driver, from a bot that sits there
 * because he was silent or not expected.
 */
export interface Claim {
  type: "claim";
  id: string;
}

/** The clock was paused, resumed or moved by an umpire. `paused` as in a view. */
export interface Clock {
  type: "clock";
  gate: number;
  clock: ClockView;
  paused: string;
}

/** The one clock of a gate: time left when this was sent, and whether it runs. */
export interface ClockView {
  left_ms: number;
  total_ms: number;
  running: boolean;
}

/**
 * A new code, a seat's or (`table` 0) a console's, which `seat_title` names: to the umpire who asked for it, or to every
 * umpire when it was somebody who may not know it.
 */
export interface CodeIssued {
  type: "code_issued";
  table: number;
  seat: string;
  seat_title: string;
  code: string;
}

/**
 * Who sits at the table: sent on sitting down, when somebody changes places, and, until the game begins, when somebody
 * comes or goes. `begins` says what the game waits for.
 */
export interface Company {
  type: "company";
  begins: "now" | "linked" | "ready" | "umpire";
  sitters: Sitter[];
}

/** A whole number between `low` and `high`, both included. */
export interface Count {
  kind: "count";
  name: string;
  label: string;
  low: number;
  high: number;
  when?: When;
}

/** A proposal between two seats, as both of them see it. */
export interface Deal {
  number: number;
  giver: string;
  giver_title: string;
  taker: string;
  taker_title: string;
  text: string;
  state: "open" | "accepted" | "refused" | "lapsed";
  heading: string;
}

/** Proposals that were put, answered or lapsed: each replaces the one of its number. */
export interface Deals {
  type: "deals";
  deals: Deal[];
}

/** Write report, tables and verification on the arbiter's machine, beside the exercise file. Table 0. */
export interface Debrief {
  act: "debrief";
}

/**
 * How the debrief comes on that an umpire ordered, to umpires and observers: `part` is what is being written, `percent`
 * how much of everything is done. `text`: where it lies, and what it lacks; or why there is none.
 */
export interface Debriefing {
  type: "debriefing";
  state: "writing" | "written" | "failed";
  part: string;
  percent: number;
  text: string;
}

/**
 * Seal an answer to the question of gate `gate`. Until it closes the last legal one counts.
 *
 * `table` and `seat` say where it was made: it is refused if its key has been moved since. Who declares is the key, and
 * nothing else; a declaration that names no seat counts wherever its key sits.
 */
export interface Declare {
  type: "declare";
  id: string;
  gate: number;
  answer: Answer;
  table?: number;
  seat?: string;
}

/** Seal a declaration for a seat. */
export interface DeclareFor {
  act: "declare_for";
  seat: string;
  answer: Answer;
}

/**
 * A text to be read at length. `text` has paragraphs, one a line; `note` says where it comes from, such as "handed to you in round
 * 2"; `new`: its reader has it since the last question; `secret`: he has it and others do not.
 */
export interface Document {
  title: string;
  text: string;
  note: string;
  new: boolean;
  secret: boolean;
}

/**
 * A document that is handed over: it lies from now on, as new, where documents lie first on the sheet, in the place of any of
 * the same title; where none lie, it lies alone at the end.
 */
export interface DocumentChange {
  kind: "document";
  title: string;
  text: string;
  note: string;
  secret: boolean;
}

/** Documents that lie together: a client names them, and opens the one that is asked for. */
export interface Documents {
  kind: "documents";
  title: string;
  documents: Document[];
}

/** A request other than a declaration has been carried out. */
export interface Done {
  type: "done";
  id: string;
  signature: string;
}

/** What the seat would answer, not sealed: it counts only where the exercise lets a draft stand for a silent seat. */
export interface Draft {
  type: "draft";
  gate: number;
  answer: Answer;
}

/**
 * The chance of the table, as far as it is made: every seat's pledge, in table order, and (then all can open their numbers no
 * more) the fingerprint of the seed that came of them, as in `Welcome.commitment`. The same for all seats.
 *
 * `signature` is Ed25519 over `draw:` and exercise, table, `Welcome.commitment`, the pledges joined by commas, and `seed`, joined
 * by `|`, in UTF-8; in hexadecimal.
 */
export interface DrawShown {
  type: "draw";
  pledges: string[];
  seed: string;
  signature: string;
}

/** A standby came or went: what `Welcome.elsewhere` and `Welcome.webs` said, anew. The same for everybody. */
export interface Elsewhere {
  type: "elsewhere";
  addresses: string[];
  webs: string[];
}

/** End the game. `winners` are teams or seats; none: a draw. Everyone reads `text`. */
export interface EndGame {
  act: "end_game";
  winners?: string[];
  text: string;
}

/** Close the question now, as when its clock runs out. */
export interface EndNow {
  act: "end_now";
}

/**
 * The end of a game. `reason` is one sentence that says why, and where on the board; it has no stop at its end.
 *
 * `winners` in words, none for a draw; `won` is the reader's own outcome, None for a draw or a bystander. `turns`
 * were played; they go by the name in `turns_are`, such as "incidents"; 0: nobody counts them.
 */
export interface Ended {
  reason: string;
  winners: string[];
  won?: boolean;
  scores: Score[];
  turns: number;
  turns_are: string;
  laid_open: boolean;
  sides: Badge[];
}

/** Give `seconds` more (fewer, when negative, but never less than nothing). */
export interface Extend {
  act: "extend";
  seconds: number;
}

/** A label and its value, such as "reserve": "12 inf 4 cav". `value` "?" is drawn as unknown. */
export interface Fact {
  label: string;
  value: string;
}

/** The value of a fact, wherever on the sheet it has this label, or (`team`) behind that side of a battle line. */
export interface FactChange {
  kind: "fact";
  label: string;
  value: string;
  team: string;
}

/** Labels with values, such as scores. */
export interface Facts {
  kind: "facts";
  title: string;
  facts: Fact[];
}

/** The umpire has ended the exercise: nobody answers here any more, and nothing need be looked for. */
export interface Farewell {
  type: "farewell";
  text: string;
}

/** This connection no longer speaks for its seat. */
export interface Fenced {
  type: "fenced";
  text: string;
}

/** Adjudicate by a text that every sheet of the table shows as the umpire's ruling. */
export interface Fiat {
  act: "fiat";
  text: string;
}

/**
 * What a seat is asked: one question in the second person, and its fields in the order to fill them.
 *
 * `suggested` is a legal answer to begin from; the client shows it and may send it as it is, save for what is `weighty`.
 * `rule` is the number of the rule that asks.
 */
export interface Form {
  question: string;
  help: string;
  rule: string;
  fields: FormField[];
  suggested?: Answer;
}

/**
 * One place where two sides lay cards against each other.
 *
 * `at` is the marker between `low` (the right side's end) and `high` (the left side's end), when there is one;
 * `mark` is a public word such as "scored" or "controlled".
 */
export interface Front {
  label: string;
  left: Cards;
  right: Cards;
  at?: number;
  low: number;
  high: number;
  left_total: string;
  right_total: string;
  mark: string;
  note: string;
}

/**
 * One side of a front. `at`: the marker, counted towards this side. `cards` take the place of those that lay there;
 * `turned` is the card that is turned up now, and how many lie before it.
 */
export interface FrontChange {
  kind: "front";
  front: string;
  side: string;
  cards?: Card[];
  add?: Card[];
  turned?: [number, Card];
  total?: string;
  at?: number;
  mark?: string;
  note?: string;
}

/** Several fronts, one under the other; the reader's side is `left` where he has one. */
export interface Fronts {
  kind: "fronts";
  title: string;
  left: string;
  right: string;
  fronts: Front[];
}

/** Give a seat back to its holder. */
export interface GiveBack {
  act: "give_back";
  seat: string;
}

/** Hand a seat to a bot. Its holder keeps watching. */
export interface GiveToBot {
  act: "give_to_bot";
  seat: string;
  kind?: "sensible" | "random";
}

/** Take the table back to the opening of an earlier gate. Nothing is cut out of the journal. */
export interface GoBack {
  act: "go_back";
  to: number;
}

/** Let the first of the crew who is linked drive the seat from now on. */
export interface HandOver {
  type: "hand_over";
  id: string;
}

/** Let a standby lead the exercise from now on: this arbiter ends, and everybody comes back there by himself. Table 0. */
export interface HandOverLead {
  act: "hand_over";
}

/** A receipt as a client holds it. */
export interface Held {
  table: number;
  seat: string;
  gate: number;
  id: string;
  digest: string;
  signature: string;
}

/** The first message of a connection. The answer is Welcome and the whole View. */
export interface Hello {
  type: "hello";
  app?: string;
  held?: Held;
}

/** The answer to AskHint: what a bot would answer, of what the seat itself sees. It is legal, and nothing is sealed by it. */
export interface Hint {
  type: "hint";
  id: string;
  gate: number;
  answer: Answer;
}

/** Hold the table until it is released: no clock, no declarations, no talk. */
export interface Hold {
  act: "hold";
}

/** An inject as umpires see it at a table: its number in the plan, what it says to whom, and how it stands. */
export interface InjectLine {
  number: number;
  name: string;
  text: string;
  to: string;
  state: "to_come" | "at_hand" | "came" | "dropped";
  at_ms?: number;
  waits: string;
}

/** The injects of a table: its running time, and how long that goes on from now by the clock of the open question. */
export interface InjectList {
  ran_ms: number;
  runs_ms: number;
  injects: InjectLine[];
}

/** Keep an inject at hand: it comes when an umpire sends it; or (`drop`) it never comes. */
export interface KeepBack {
  act: "keep_back";
  inject: number;
  drop?: boolean;
}

/** What kind of client knocks. A card lets in one kind alone, so that the wrong program takes nobody's place. */
export type Kind = "seat" | "console" | "projector";

/** Step 1. */
export interface Knock {
  type: "knock";
  plate: string;
  key: string;
  element: string;
}

/** Lay all that is so open to everybody at a table whose game is over. */
export interface LayOpen {
  act: "lay_open";
}

/**
 * Good-bye: the window is closed. The session is shown as not linked at once; whatever it sends later links it again.
 *
 * Without a session's name it ends the one that a `Hello` on the same connection opened: who goes before his welcome knows no name.
 */
export interface Leave {
  type: "leave";
}

/** What every post of a side does, from left to right. */
export interface LineChange {
  kind: "line";
  team: string;
  stances: string[];
}

/** Let no table pass one of these phases before all have sealed; no phases: every table goes its own way. Table 0. */
export interface Lockstep {
  act: "lockstep";
  phases?: string[];
}

/** Ask for exactly the view that a seat has; no seat: for all that is so at the table. Looking is journalled. */
export interface Look {
  type: "look";
  id: string;
  table: number;
  seat?: string;
}

/** A labelled place on a track. */
export interface Mark {
  at: number;
  label: string;
}

/** A member of the reader's own team: whether linked, and whether a bot plays the seat. */
export interface Mate {
  seat: string;
  title: string;
  linked: boolean;
  bot: boolean;
}

/** Mark this moment for the debrief. Nobody at the table is told. */
export interface Note {
  act: "note";
  text: string;
}

/** The umpire's word to a seat, a team or the table. */
export interface Notice {
  type: "notice";
  text: string;
  to: string;
  number: number;
}

/** Open the number that one is bound to, once all pledges were shown and one's own stands among them. */
export interface OpenLot {
  type: "open_lot";
  id: string;
  lot: string;
}

/** One thing that may be chosen. `key` is the single key that chooses it, when the game names one. */
export interface Option {
  value: string;
  label: string;
  help: string;
  key: string;
}

/** Stop the clock. Nobody can seal or speak until it goes on. */
export interface Pause {
  act: "pause";
}

/** Pick between `low` and `high` of the options. The answer is a list of their values, none twice. */
export interface Pick {
  kind: "pick";
  name: string;
  label: string;
  options: Option[];
  low: number;
  high: number;
  when?: When;
}

/**
 * Where things lie. After sorting it holds between `low` and `high` of the things of this field.
 *
 * `holds` is what lies there beforehand that is not one of the things, in words, for the reader. `bare` is said once before
 * an answer is sealed that leaves every such place with nothing, though something could still go there.
 */
export interface Place {
  name: string;
  label: string;
  low: number;
  high: number;
  holds: string;
  bare: string;
}

/** Be bound to a number that goes into the chance of one's table: its fingerprint (`lots.pledge_of`). The last one counts. */
export interface Pledge {
  type: "pledge";
  id: string;
  pledge: string;
}

/**
 * One position of a battle line. `yours` marks the reader's own; `stance` is public, such as "attacks"; `broken`: the
 * line is torn here.
 */
export interface Post {
  label: string;
  strength: Strength;
  yours: boolean;
  stance: string;
  note: string;
  broken: boolean;
}

/** A post of a battle line. `now` and `parts`: all its strength, lying open. */
export interface PostChange {
  kind: "post";
  team: string;
  post: string;
  now?: number;
  parts?: string[];
  stance?: string;
  note?: string;
  broken?: boolean;
}

/** Let an inject come so many seconds of running time later; 0: all whose time runs. What waits for it comes later with it. */
export interface Postpone {
  act: "postpone";
  inject?: number;
  seconds: number;
}

/** Step 3. */
export interface Proof {
  type: "proof";
  plate: string;
  kind: Kind;
  proof: string;
}

/** Put a short written proposal to another seat, while deals may be made. `gate` is the question meanwhile; 0: any. */
export interface Propose {
  type: "propose";
  id: string;
  to: string;
  text: string;
  gate?: number;
}

/** Sentences, such as the text of an event card. */
export interface Prose {
  kind: "prose";
  title: string;
  text: string;
}

/** Sentences that stand on top of the sheet from now on, in the place of any of the same title. */
export interface ProseChange {
  kind: "prose";
  title: string;
  text: string;
}

/** Put away an alarm that belongs to no table and has a number. Table 0. */
export interface PutAway {
  act: "put_away";
  alarm: number;
}

/** Put between `low` and `high` of the options in order. The answer is a list of their values, the best first, none twice. */
export interface Rank {
  kind: "rank";
  name: string;
  label: string;
  options: Option[];
  low: number;
  high: number;
  when?: When;
}

/** Ask for the rules of one's table, and for what one is told who sits where one sits. */
export interface ReadRules {
  type: "read_rules";
  id: string;
}

/**
 * The arbiter's signed proof that it holds a declaration, durably.
 *
 * `signature` is Ed25519 over `receipt:` and exercise, table, seat, gate, id and the BLAKE2b-16 of the answer's
 * canonical JSON (sorted keys, no spaces), joined by `|`, in UTF-8; in hexadecimal.
 */
export interface Receipt {
  type: "receipt";
  id: string;
  gate: number;
  answer: Answer;
  digest: string;
  signature: string;
}

/** The arbiter did not do what was sent, and why. Nothing has changed. */
export interface Refusal {
  type: "refusal";
  id: string;
  code: RefusalCode;
  text: string;
  rule: string;
}

/** Why the arbiter did not do what was sent. */
export type RefusalCode = "malformed" | "wrong_version" | "unknown_key" | "not_allowed" | "fenced" | "stale" | "counted" | "not_asked" | "illegal" | "not_driver" | "paused" | "closed" | "no_such" | "too_fast" | "over";

/** Give a seat a new code. The key that sits there and the old code die at once; umpires alone read the new one. */
export interface Reissue {
  act: "reissue";
  seat: string;
}

/** Let a table go on that was held after a fault. */
export interface Release {
  act: "release";
}

/** Take a seat from whoever holds it, key and card; it gets a new code. `keep`: what he sealed stands; else it is struck out. */
export interface Remove {
  act: "remove";
  seat: string;
  keep: boolean;
}

/**
 * Give a console or the projector a new code: that whose card begins with `plate`. `keep`: who came in with the old
 * one stays; else he is let go, unless he asked for it. Table 0.
 */
export interface Renew {
  act: "renew";
  plate: string;
  keep?: boolean;
}

/** Move whoever drives a seat to another seat; whoever drives that one comes back in exchange. */
export interface Reseat {
  act: "reseat";
  seat: string;
  to_table: number;
  to_seat: string;
}

/** Accept or refuse a proposal. */
export interface Respond {
  type: "respond";
  id: string;
  deal: number;
  accept: boolean;
}

/** Show the results of the room on every projector, or (not `shown`) what was there before. Table 0. */
export interface Results {
  act: "results";
  shown: boolean;
}

/** Let a paused clock go on with the time that was left. It begins no game. */
export interface Resume {
  act: "resume";
}

/** Ask for the whole View again, because a number was missing. */
export interface Resync {
  type: "resync";
}

/** Step 2. */
export interface Reveal {
  type: "reveal";
  element: string;
  server_key: string;
}

/** What a key is admitted for. */
export type Role = "seat" | "watcher" | "stand_in" | "umpire" | "observer" | "technical" | "display";

/** All of one table, for the umpire who watches it: the public sheet, every line spoken, the umpire's full story. */
export interface Room {
  type: "room";
  table: number;
  whole: boolean;
  sheet: Sheet;
  channels: ChannelView[];
  story: StoryLine[];
  lines: Spoken[];
  deals: Deal[];
  rulings: StoryLine[];
  injects?: InjectList;
}

/**
 * A row of a small table: its cells after the first, from left to right. `row` is its key, or its first cell where the table
 * gives no keys.
 */
export interface RowChange {
  kind: "row";
  title: string;
  row: string;
  cells: string[];
}

/** A small table with a head. Changes name its rows by their `keys`, where the first cell differs from reader to reader. */
export interface Rows {
  kind: "rows";
  title: string;
  head: string[];
  rows: string[][];
  keys: string[];
}

/** A ruling: an umpire's act at a table, with its reason. `gate` is the question it was meant for; 0: any. */
export interface Rule {
  type: "rule";
  id: string;
  table: number;
  gate?: number;
  act: Act;
  reason: string;
}

/** One chapter. */
export interface RuleChapter {
  name: "about" | "wins" | "decides" | "turn" | "things" | "knows" | "numbers" | "umpire";
  title: string;
  blocks: RuleBlock[];
}

/** A heading inside a chapter; `rule` is the number under which the rules speak of it, "" for none. */
export interface RuleHeading {
  kind: "heading";
  text: string;
  rule: string;
}

/** Things one below the other. */
export interface RuleList {
  kind: "list";
  items: string[];
}

/** Lines to be typed or shown as they stand. */
export interface RuleSample {
  kind: "sample";
  text: string;
}

/** A table: every row has as many cells as the head. */
export interface RuleTable {
  kind: "table";
  head: string[];
  rows: string[][];
}

/** Running text. */
export interface RuleText {
  kind: "text";
  text: string;
}

/** The whole rules of one game, under the options of one table. */
export interface Rulebook {
  title: string;
  designer: string;
  chapters: RuleChapter[];
}

/** Speak in an open channel. `gate` is the question during which it is said; 0: any. */
export interface Say {
  type: "say";
  id: string;
  channel: string;
  text: string;
  gate?: number;
}

/** The person at this seat has read his briefing: where a table begins when all are ready, it waits for him no longer. */
export interface SayReady {
  type: "ready";
}

/**
 * One step of what happened, as it is watched on the board. `title` is a word or two, such as "Corps II"; `joins`: it
 * is watched at once with the scene before it where that bears the same title (None: by itself).
 */
export interface Scene {
  title: string;
  changes: Change[];
  joins?: boolean;
}

/** What was counted, such as "divisions lost", and how much of it for each side, in words, in the order of the table. */
export interface Score {
  label: string;
  of: [string, number][];
}

/** What an umpire sees of a seat. */
export interface SeatStatus {
  seat: string;
  title: string;
  team: string;
  linked: boolean;
  joined: boolean;
  asked: boolean;
  sealed: boolean;
  voided: boolean;
  bot: boolean;
  silent_ms: number;
  person: string;
  watchers: number;
  missed: number;
  browser: boolean;
}

/** The answer to Look: the view of a seat. */
export interface Seen {
  type: "seen";
  id: string;
  table: number;
  seat: string;
  view: View;
}

/** Let an inject come now, whatever it waits for: the one of this number in the plan. It does not come again. */
export interface SendInject {
  act: "send_inject";
  inject: number;
}

/** Give a phase another clock, from its next gate on. */
export interface SetClock {
  act: "set_clock";
  phase: string;
  seconds: number;
}

/** Everything one seat may see now, most important element first. `sides`: the badges that its table's sides wear. */
export interface Sheet {
  headline: string;
  elements: SheetElement[];
  sides: Badge[];
}

/** One army of a battle line: its posts from left to right, and what stands behind them. */
export interface Side {
  team: string;
  title: string;
  posts: Post[];
  behind: Fact[];
}

/**
 * One seat of the table, with the person who is to sit there: "" where nobody is named, or where players see no names.
 *
 * `awaited`: the table has not begun, and this seat is one for which it waits.
 */
export interface Sitter {
  seat: string;
  title: string;
  person: string;
  awaited: boolean;
}

/** Sort things into places. The answer is the moves: {thing: {place: number}}. */
export interface Sort {
  kind: "sort";
  name: string;
  label: string;
  things: Thing[];
  places: Place[];
  when?: When;
}

/** A line spoken in a channel. `n` counts the lines of that channel that its reader may read; on a console, all of them. */
export interface Spoken {
  type: "spoken";
  channel: string;
  n: number;
  seat: string;
  title: string;
  text: string;
}

/** A machine that stands by to go on with the exercise, by its name, and how many records it is behind. */
export interface Standby {
  name: string;
  behind: number;
}

/** The standbys that are there, to all consoles but projectors. It takes the place of the former one; a wall empties it. */
export interface Standbys {
  type: "standbys";
  standbys: Standby[];
}

/**
 * One sentence of what happened. `heading` says when.
 *
 * What it shows on the board is scene number `shows` of its view, from 1, or `scene`, where the reader knows more than
 * everybody does; else nothing.
 */
export interface StoryLine {
  heading: string;
  text: string;
  shows: number;
  scene?: Scene;
}

/**
 * What stands somewhere, as far as the reader knows: exact now (`now`) or remembered (`seen`).
 *
 * Both `None`: unknown. `parts` names the pieces, such as ("4 inf", "2 cav").
 */
export interface Strength {
  now?: number;
  parts: string[];
  seen?: number;
  seen_parts: string[];
  seen_when: string;
}

/** The answer to ReadRules: the whole rules of the table, under its options, and the seat's own briefing. */
export interface TableRules {
  type: "rules";
  id: string;
  briefing: Briefing;
  book: Rulebook;
}

/** What an umpire sees of a table at a glance. */
export interface TableStatus {
  type: "table";
  table: number;
  game: string;
  gate: number;
  title: string;
  rule: string;
  clock?: ClockView;
  paused: string;
  held: string;
  ended: string;
  result?: Ended;
  game_title: string;
  name: string;
  begun: boolean;
  phase: string;
  results: boolean;
  lockstep: string[];
  waits: boolean;
  seats: SeatStatus[];
  alarms: Alarm[];
}

/** Who of the reader's own team is linked now. */
export interface Team {
  type: "team";
  team: Mate[];
  bot: boolean;
  lent: boolean;
}

/** Speak to a seat, a team, or (both empty) the whole table. */
export interface Tell {
  act: "tell";
  seat?: string;
  team?: string;
  text: string;
  reply?: boolean;
}

/**
 * `count` equal things that lie at place `at` and may go to any of the places `to` (never back to `at`
 * by name: what is not moved stays).
 */
export interface Thing {
  name: string;
  label: string;
  count: number;
  at: string;
  to: string[];
}

/** The envelope of a request. `session` is what Welcome gave; "" before it. */
export interface ToArbiter {
  v: 2;
  session?: string;
  body: Request;
}

/**
 * The envelope of a reply. `n` numbers the messages of a session from 1 without a gap; 0: outside the count
 * (Alive carries the count so far in `last`).
 */
export interface ToClient {
  v: 2;
  session: string;
  n: number;
  last: number;
  body: Reply;
}

/** The envelope of what a client sends to the door. */
export interface ToDoor {
  v: 2;
  body: DoorRequest;
}

/** The envelope of what the door sends. */
export interface ToKnocker {
  v: 2;
  body: DoorReply;
}

/** A number on its way from `low` to `high`. Changes name it by its `key`, where the title differs from reader to reader. */
export interface Track {
  kind: "track";
  title: string;
  low: number;
  high: number;
  at: number;
  marks: Mark[];
  note: string;
  key: string;
}

/**
 * A number on its way. `track` is the key of the track, or its title where it has none. One that goes beyond an end takes the
 * end along.
 */
export interface TrackChange {
  kind: "track";
  track: string;
  at?: number;
  note?: string;
}

/** Why the door stays shut. */
export type Turned = "wrong_code" | "wrong_kind" | "driven" | "busy" | "malformed" | "wrong_version";

/** The door stays shut, and why. */
export interface TurnedAway {
  type: "turned_away";
  why: Turned;
  text: string;
}

/** All that a seat may see now. `form` is there when the seat is asked, `sealed` when it has answered. */
export interface View {
  type: "view";
  whole: boolean;
  begun: boolean;
  gate: number;
  title: string;
  phase: string;
  rule: string;
  rule_text: string;
  several: boolean;
  clock?: ClockView;
  paused: string;
  held: boolean;
  waits: boolean;
  deals_open: boolean;
  scenes: Scene[];
  asked: string[];
  channels: ChannelView[];
  team: Mate[];
  sheet: Sheet;
  form?: Form;
  sealed?: Answer;
  seats: [string, string][];
  deals: Deal[];
  story: StoryLine[];
  lines: Spoken[];
  notices: Notice[];
  bot: boolean;
  lent: boolean;
  watching: boolean;
  drafts: boolean;
  drafted?: Answer;
  unanswered: string;
  closes_at_once: boolean;
  voided: boolean;
  ended?: Ended;
}

/** Strike out a seat's declaration: it counts as missing, whatever it sends (the prevaricator rule). */
export interface Void {
  act: "void";
  seat: string;
}

/** The answer to an umpire's Hello; a TableStatus for every table follows. `at_ms` is the exercise's own time. */
export interface Wall {
  type: "wall";
  exercise: string;
  tables: TableStatus[];
  at_ms: number;
  second_umpire: boolean;
  web?: WebAddress;
}

/** Follow one table closely; 0: none. */
export interface Watch {
  type: "watch";
  table: number;
}

/** Where browsers come in, and the SHA-256 fingerprint of its certificate, "" where browsers know it. */
export interface WebAddress {
  address: string;
  fingerprint: string;
}

/** The arbiter knows this key. `session` must stand in every later request; the newest session of a key counts. */
export interface Welcome {
  type: "welcome";
  exercise: string;
  role: Role;
  session: string;
  table: number;
  seat: string;
  team: string;
  seat_title: string;
  team_title: string;
  duty: string;
  game: string;
  game_title: string;
  designer: string;
  summary: string;
  person: string;
  hints: boolean;
  crews: boolean;
  beat_seconds: number;
  chance: "host" | "all";
  commitment: string;
  verify_key: string;
  receipt: "none" | "known" | "missing";
  epoch: number;
  elsewhere: string[];
  webs: string[];
}

/** A condition: the Choice `field` of the same form has one of these `values`. */
export interface When {
  field: string;
  values: string[];
}

/** Take back a ruling that waits for a second umpire. */
export interface Withdraw {
  act: "withdraw";
  number: number;
}

/**
 * A text of at most `chars_max` characters, on one line or, with `lines`, on several. It may be empty unless it is `required`.
 *
 * The answer is as `words.clean` (`words.clean_lines`) gives it, or it is no answer.
 */
export interface Words {
  kind: "words";
  name: string;
  label: string;
  chars_max: number;
  lines: boolean;
  required: boolean;
  when?: When;
}

/** Answer a notice of the umpire that asks for a reply. */
export interface Write {
  type: "write";
  id: string;
  notice: number;
  text: string;
}
