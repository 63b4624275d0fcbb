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

export type SheetElement = BattleLine | Facts | Cards | Fronts | Track | Rows | Prose | Documents | Map;

export type Request = Hello | Beat | Resync | Leave | Declare | Draft | Say | Propose | Respond | Call | Write | HandOver | Claim | SayReady | Pledge | OpenLot | ReadRules | AskHint | Rule | Watch | Look;

export type Reply = Welcome | View | Receipt | Done | Refusal | Spoken | Clock | Notice | Team | Deals | DrawShown | Company | TableRules | Hint | Fenced | Farewell | Elsewhere | Alive | TableStatus | Wall | Alarms | Standbys | Debriefing | CodeIssued | Room | Seen;

export type DoorRequest = Knock | Proof;

export type DoorReply = Reveal | Admit | TurnedAway;

/** Step 4 of the exchange: the arbiter has admitted the client's key. */
export interface Admit {
  type: "admit";
  proof: string;
  exercise: string;
}

/**
 * An event that needs an umpire. `call` is the number of a player's call, and 0 for other alarms.
 *
 * `reply` says that it replies to an umpire's message. It may be dismissed by an answer without text.
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
 * The alarms that belong to no table (the `table` of each is 0). The list replaces the last one. A Wall empties
 * it.
 */
export interface Alarms {
  type: "alarms";
  alarms: Alarm[];
}

/** The answer to Beat. `last` is the number of the newest message before it. `clock` is the true clock. */
export interface Alive {
  type: "alive";
  clock?: ClockView;
}

/**
 * Amend a game that can be amended: add a phase, a question, a document or a word.
 *
 * It takes effect when the open question closes. A faulty amendment is refused at once.
 */
export interface Amend {
  act: "amend";
  text: string;
}

/**
 * Answer a call for the umpire. The caller reads `text`.
 *
 * A reply to an umpire's own message may be answered without text. It is then marked as read, and no player is
 * informed.
 */
export interface Answered {
  act: "answered";
  call: number;
  text?: string;
}

/** Approve another umpire's ruling, which then takes effect. `table` is 0 or the table of that ruling. */
export interface Approve {
  act: "approve";
  number: number;
}

/** Ask for the answer that a bot would make to the question of gate `gate`, if `Welcome.hints` allows it. */
export interface AskHint {
  type: "ask_hint";
  id: string;
  gate: number;
}

/** The badge of a side: its title, its sign and its ink. No meaning depends on the ink alone. */
export interface Badge {
  id: string;
  title: string;
  sign: string;
  ink: "red" | "black" | "gold" | "teal" | "blue" | "violet";
}

/** Two armies that face each other, post against post. `far` is drawn above, `near` below. */
export interface BattleLine {
  kind: "line";
  title: string;
  far: Side;
  near: Side;
}

/** A heartbeat. `seen` is the number of the last message received without a gap. */
export interface Beat {
  type: "beat";
  seen?: number;
}

/** Begin a game, even if seats are absent. */
export interface Begin {
  act: "begin";
}

/**
 * The first information for a player at a seat. Each part is one or two sentences. It depends only on the seat
 * and the public options.
 */
export interface Briefing {
  role: string;
  wins: string;
  sees: string;
  decides: string;
  looks: string;
  agreed: string[];
}

/** Call the umpire, or ask the white cell of an exercise for information. */
export interface Call {
  type: "call";
  id: string;
  text: string;
  to?: "umpire" | "cell";
}

/**
 * One card. With `face` None, the card is face down and only its `back` is visible. With `secret`, only the
 * reader knows the face.
 *
 * `note` is a short text under it, and `tone` is its colour family.
 */
export interface Card {
  face?: string;
  back: string;
  note: string;
  secret: boolean;
  tone: "plain" | "red" | "black" | "green" | "yellow" | "special";
}

/**
 * Cards that lie together: a hand, a pile with its `count`, or a row. A pile may show only its top card.
 *
 * Changes name them by `key` if the title differs between readers.
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
 * Cards that lie together: all of them (`cards`), or the removed ones (`take`) and the added ones (`add`).
 *
 * `title` is their key, or their title if they have no key. A removed card is found by its face, or by its back if
 * it lies face down. If a count is None, it follows from the cards that were removed and added.
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
 * A conversation that a seat may read. `open` says whether the seat may speak now.
 *
 * `quiet_ms` is how long before the end of the clock the channel closes. `readers` is a text that names the other
 * readers. `reads_only` says that the seat is one of these readers and not a member.
 */
export interface ChannelView {
  id: string;
  title: string;
  members: string[];
  open: boolean;
  quiet_ms: number;
  readers: string[];
  reads_only: boolean;
}

/**
 * Choose exactly one option. The answer is its `value`.
 *
 * With `weighty`, the choice has grave effects. The client then starts without a choice, even if one is suggested.
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
 * Claim the seat from a driver who has been silent for the configured time.
 *
 * The holder sends it to take the seat back from a bot that plays because the holder was silent or not expected.
 */
export interface Claim {
  type: "claim";
  id: string;
}

/** An umpire paused, resumed or changed the clock. `paused` has the meaning that it has in a view. */
export interface Clock {
  type: "clock";
  gate: number;
  clock: ClockView;
  paused: string;
}

/** The one clock of a gate: the time left when this was sent, and whether it runs. */
export interface ClockView {
  left_ms: number;
  total_ms: number;
  running: boolean;
}

/**
 * A new code of a seat or, with `table` 0, of the console that `seat_title` names.
 *
 * It is sent to the umpire who asked for it. If that umpire may not know the code, it is sent to every umpire instead.
 */
export interface CodeIssued {
  type: "code_issued";
  table: number;
  seat: string;
  seat_title: string;
  code: string;
}

/**
 * The people at the table. `begins` says what the game waits for.
 *
 * The list is sent when a player sits down or changes places. Until the game begins, it is also sent when a player
 * comes or goes.
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

/** Proposals that were made, answered or have lapsed. Each replaces the proposal with the same number. */
export interface Deals {
  type: "deals";
  deals: Deal[];
}

/**
 * Write the debrief (report, data tables and verification) beside the exercise file on the arbiter's machine.
 * `table` is 0.
 */
export interface Debrief {
  act: "debrief";
}

/**
 * The progress of a debrief that an umpire ordered, for umpires and observers.
 *
 * `part` is being written now. `percent` of the work is done. `text` says where the finished debrief is and what it
 * lacks, or why there is none. `analysing` says that the debrief is finished and its analysis is still being
 * written.
 */
export interface Debriefing {
  type: "debriefing";
  state: "writing" | "analysing" | "written" | "failed";
  part: string;
  percent: number;
  text: string;
}

/**
 * Seal an answer to the question of gate `gate`. The last legal answer before it closes counts.
 *
 * If a question asks only whether the seat is ready (`View.readiness`), an empty answer seals nothing. It takes the
 * last answer back. `table` and `seat` name the place where it was made. It is refused if its key has been moved
 * since then. Only the key decides whose declaration it is. A declaration that names no seat counts for the seat of
 * its key.
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
 * A text to be read at length. `note` names its source, such as "handed to you in round 2".
 *
 * Its content is `text` with one paragraph per line, or `pieces` if its author uses markup. With `new`, the reader
 * got it after the last question. With `secret`, only the reader has it.
 */
export interface Document {
  title: string;
  text: string;
  pieces: (PaperText | PaperHeading | PaperList | PaperTable | PaperPicture)[];
  note: string;
  new: boolean;
  secret: boolean;
}

/**
 * A document that the reader receives. It is marked as new, and it replaces a document with the same title.
 *
 * It is added to the first element that has documents. If there is none, a new element is added at the end of the
 * sheet.
 */
export interface DocumentChange {
  kind: "document";
  title: string;
  text: string;
  note: string;
  secret: boolean;
}

/** Documents that lie together. A client lists them and opens the one that the reader selects. */
export interface Documents {
  kind: "documents";
  title: string;
  documents: Document[];
}

/** A request other than a declaration was carried out. */
export interface Done {
  type: "done";
  id: string;
  signature: string;
}

/** The seat's answer so far, not sealed. It counts only if the exercise accepts a draft for a silent seat. */
export interface Draft {
  type: "draft";
  gate: number;
  answer: Answer;
}

/**
 * The progress in making the seed of the table. It is the same for all seats.
 *
 * `pledges` has the pledge of every seat, in table order. `seed` is the fingerprint of the finished seed, made like
 * `Welcome.commitment`. When it is set, no seat can open its number any longer. `signature` is Ed25519 over `draw:`
 * and exercise, table, `Welcome.commitment`, the pledges joined by commas, and `seed`, joined by `|`, in UTF-8. It
 * is in hexadecimal.
 */
export interface DrawShown {
  type: "draw";
  pledges: string[];
  seed: string;
  signature: string;
}

/** A standby came or went. The message has the new values of `Welcome.elsewhere` and `Welcome.webs`. It is the same for all clients. */
export interface Elsewhere {
  type: "elsewhere";
  addresses: string[];
  webs: string[];
}

/** End the game. `winners` are teams or seats. If it is empty, the game is a draw. Every player reads `text`. */
export interface EndGame {
  act: "end_game";
  winners?: string[];
  text: string;
}

/** Close the question now, as if its clock had run out. */
export interface EndNow {
  act: "end_now";
}

/**
 * The end of a game. `reason` is one sentence that says why, and names the place on the board. It has no full
 * stop.
 *
 * `winners` are the names of the winners. If there are none, the game is a draw. `won` is the reader's own outcome.
 * None means that the game is a draw, or that the reader is a bystander. `title` is the heading of the end. If it is
 * "", the heading names the winner or says that the game is a draw. `meaning` says in sentences what the end means
 * in the story of the game. It is "" if the game has no such text. `turns` is how many turns were played. It is 0 if
 * the game does not count them. `turns_are` names them, such as "incidents".
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
  title: string;
  meaning: string;
}

/** Add `seconds` to the clock. A negative number removes time, at most the time that is left. */
export interface Extend {
  act: "extend";
  seconds: number;
}

/** A label and its value, such as "reserve": "12 inf 4 cav". A `value` of "?" is drawn as unknown. */
export interface Fact {
  label: string;
  value: string;
}

/** The value of every fact with this label on the sheet. With `team`, only the facts behind that side of a battle line. */
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

/**
 * The host stops. No arbiter answers from now on.
 *
 * The client must not search for another arbiter, unless `returns` is true. In that case the host's machine stops,
 * but the umpire did not end the exercise.
 */
export interface Farewell {
  type: "farewell";
  text: string;
  returns: boolean;
}

/** This connection has lost its seat. `text` says why. */
export interface Fenced {
  type: "fenced";
  text: string;
}

/** Rule by a text alone. Every sheet of the table shows the text as the umpire's ruling. */
export interface Fiat {
  act: "fiat";
  text: string;
}

/**
 * The question that a seat is asked, in the second person, and its fields in the order in which they are filled in.
 *
 * `suggested` is a legal answer to start from. The client shows it and may send it unchanged, except for `weighty`
 * fields. `rule` is the number of the rule that asks.
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
 * `at` is the marker, if the front has one. It is between `low` (the right side's end) and `high` (the left side's
 * end). `mark` is a public word such as "scored" or "controlled".
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
 * One side of a front. `at` is the marker, counted towards this side. `cards` replace the cards that are there.
 *
 * `turned` is a card that is now turned up, with the number of cards before it.
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

/** Several fronts, one under the other. The reader's own side, if any, is `left`. */
export interface Fronts {
  kind: "fronts";
  title: string;
  left: string;
  right: string;
  fronts: Front[];
}

/** Return a seat to its holder. */
export interface GiveBack {
  act: "give_back";
  seat: string;
}

/** Hand a seat to a bot. The holder of the seat continues to watch. */
export interface GiveToBot {
  act: "give_to_bot";
  seat: string;
  kind?: "sensible" | "random";
}

/** Roll the table back to the opening of an earlier gate. The journal keeps all records. */
export interface GoBack {
  act: "go_back";
  to: number;
}

/** Hand the seat over to the first linked member of its crew, who then drives it. */
export interface HandOver {
  type: "hand_over";
  id: string;
}

/**
 * Hand the lead over to a standby. This arbiter stops, and all clients reconnect to the standby by themselves.
 * `table` is 0.
 */
export interface HandOverLead {
  act: "hand_over";
}

/** A receipt in the form that a client sends. */
export interface Held {
  table: number;
  seat: string;
  gate: number;
  id: string;
  digest: string;
  signature: string;
}

/** The first message of a connection. The answer is Welcome and the complete View. */
export interface Hello {
  type: "hello";
  app?: string;
  held?: Held;
}

/** The answer to AskHint: the answer that a bot would make, from what the seat itself sees. It is a legal answer. It does not seal anything. */
export interface Hint {
  type: "hint";
  id: string;
  gate: number;
  answer: Answer;
}

/** Hold the table until it is released. Meanwhile the clock stops, and no seat can declare or speak. */
export interface Hold {
  act: "hold";
}

/** An inject at a table, for umpires: its number in the plan, its text, its receivers and its state. */
export interface InjectLine {
  number: number;
  name: string;
  text: string;
  to: string;
  state: "to_come" | "at_hand" | "came" | "dropped";
  at_ms?: number;
  waits: string;
}

/**
 * The injects of a table. `ran_ms` is its running time. `runs_ms` is how long that time can still run by the
 * clock of the open question.
 */
export interface InjectList {
  ran_ms: number;
  runs_ms: number;
  injects: InjectLine[];
}

/** Keep an inject back until an umpire sends it. With `drop` it never comes. */
export interface KeepBack {
  act: "keep_back";
  inject: number;
  drop?: boolean;
}

/** The kind of a client at the door. A card admits one kind only, so a wrong program cannot take a place. */
export type Kind = "seat" | "console" | "projector";

/** Step 1 of the exchange. */
export interface Knock {
  type: "knock";
  plate: string;
  key: string;
  element: string;
}

/** Show the full truth to every seat of a table whose game is over. */
export interface LayOpen {
  act: "lay_open";
}

/**
 * The client has closed its window. The session then counts as not linked. Any later message links it again.
 *
 * Without a session name, it ends the session that a `Hello` on the same connection opened. A client that leaves
 * before its Welcome does not know the name.
 */
export interface Leave {
  type: "leave";
}

/** The stances of all posts of a side, from left to right. */
export interface LineChange {
  kind: "line";
  team: string;
  stances: string[];
}

/**
 * Keep the tables in lock-step: no table passes one of these phases before all tables have sealed. `table` is 0.
 *
 * If no phase is named, the lock-step ends.
 */
export interface Lockstep {
  act: "lockstep";
  phases?: string[];
}

/**
 * Ask for exactly the view that a seat has. Without a seat, ask for the full truth of the table. The request is
 * journalled.
 */
export interface Look {
  type: "look";
  id: string;
  table: number;
  seat?: string;
}

/** Places with the links between them, and the pieces that the reader knows. Each link names two places once. */
export interface Map {
  kind: "map";
  title: string;
  places: MapPlace[];
  links: [string, string][];
  pieces: MapPiece[];
}

/**
 * A piece that the reader knows, with the name of its place and the title of its side. `yours` marks the reader's
 * own piece.
 */
export interface MapPiece {
  title: string;
  at: string;
  side: string;
  strength: number;
  yours: boolean;
}

/**
 * A place of a map, `x` to the right and `y` down.
 *
 * `owner` is the title of the side that holds it. "" means that no side holds it. None means that the reader does
 * not know. With `seen`, the reader knows which pieces are there.
 */
export interface MapPlace {
  name: string;
  title: string;
  x: number;
  y: number;
  owner?: string;
  seen: boolean;
}

/** A labelled place on a track. */
export interface Mark {
  at: number;
  label: string;
}

/**
 * One seat of the reader's team, which can be the reader's own seat. It says whether the seat is linked, and
 * whether a bot plays it.
 */
export interface Mate {
  seat: string;
  title: string;
  linked: boolean;
  bot: boolean;
}

/** Mark this moment for the debrief. The table is not informed. */
export interface Note {
  act: "note";
  text: string;
}

/**
 * A message to a seat, a team or the table. It comes from an umpire, or from a sender in the exercise such as
 * "Reuters".
 *
 * A request for information and its answer are messages too. They go to all seats of the team that asks, and to
 * those that answer. Only the seats that answer get a request with a `number`.
 */
export interface Notice {
  type: "notice";
  text: string;
  to: string;
  number: number;
  sender: string;
  kind: "message" | "news" | "letter" | "call" | "request" | "answer";
  about: string;
  answers: number;
  gate: number;
}

/**
 * Open the number of the seat's pledge. The client sends it after the arbiter has shown all pledges. The client
 * first checks that its own pledge is among them.
 */
export interface OpenLot {
  type: "open_lot";
  id: string;
  lot: string;
}

/** One option that may be chosen. `key` is the single key that chooses it, if the game names one. */
export interface Option {
  value: string;
  label: string;
  help: string;
  key: string;
}

/** A heading. Level 1 is the highest. */
export interface PaperHeading {
  kind: "heading";
  level: number;
  words: string[];
}

/**
 * An item of a list. `label` is the number of a clause as the author wrote it, such as "3.", or BULLET.
 *
 * If it is "", the item continues the item before the inner list. With `depth` 0, the item is in no other list.
 */
export interface PaperItem {
  label: string;
  depth: number;
  lines: string[][];
}

/** Items or numbered clauses, one below the other. */
export interface PaperList {
  kind: "list";
  items: PaperItem[];
}

/**
 * A picture that was cleaned. `alt` is the text for readers who do not see it.
 *
 * `data` are its bytes in base64. It contains no script and no address.
 */
export interface PaperPicture {
  kind: "picture";
  media: "image/png" | "image/svg+xml";
  alt: string;
  width: number;
  height: number;
  data: string;
}

/**
 * A table. Every row has as many cells as the heading. `right` has the numbers of the right-aligned columns,
 * counted from 0.
 */
export interface PaperTable {
  kind: "table";
  head: string[][];
  rows: string[][][];
  right: number[];
}

/** A paragraph with its own line breaks. */
export interface PaperText {
  kind: "text";
  lines: string[][];
}

/** Stop the clock. No seat can seal or speak until the clock runs again. */
export interface Pause {
  act: "pause";
}

/** Choose between `low` and `high` of the options. The answer is a list of their values without repeats. */
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
 * A place for things. After sorting it has between `low` and `high` of the things of this field.
 *
 * `holds` is a text about other things that are already there. `bare` is a warning. The client shows it once before
 * it seals an answer that leaves every such place empty, although something could still go there.
 */
export interface Place {
  name: string;
  label: string;
  low: number;
  high: number;
  holds: string;
  bare: string;
}

/** Commit to a number for the seed of the table, by its fingerprint (`lots.pledge_of`). The last pledge counts. */
export interface Pledge {
  type: "pledge";
  id: string;
  pledge: string;
}

/**
 * One position of a battle line. `yours` marks the reader's own post. `stance` is public, such as "attacks".
 *
 * With `broken`, the line is broken at this post.
 */
export interface Post {
  label: string;
  strength: Strength;
  yours: boolean;
  stance: string;
  note: string;
  broken: boolean;
}

/** A post of a battle line. `now` and `parts` are its full strength, revealed. */
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

/**
 * Postpone an inject by `seconds` of running time. 0 postpones all injects with a time.
 *
 * An inject that waits for a postponed one moves with it.
 */
export interface Postpone {
  act: "postpone";
  inject?: number;
  seconds: number;
}

/** Step 3 of the exchange. */
export interface Proof {
  type: "proof";
  plate: string;
  kind: Kind;
  proof: string;
}

/**
 * Send a short written proposal to another seat, while deals may be made. `gate` is the question that is open
 * then. 0 means any question.
 */
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

/** Sentences at the top of the sheet. They replace sentences with the same title. */
export interface ProseChange {
  kind: "prose";
  title: string;
  text: string;
}

/** Dismiss a numbered alarm that belongs to no table. `table` is 0. */
export interface PutAway {
  act: "put_away";
  alarm: number;
}

/**
 * Put between `low` and `high` of the options in order. The answer is a list of their values, the best first,
 * without repeats.
 */
export interface Rank {
  kind: "rank";
  name: string;
  label: string;
  options: Option[];
  low: number;
  high: number;
  when?: When;
}

/** Ask for the rules of the seat's table and for the briefing of the seat. */
export interface ReadRules {
  type: "read_rules";
  id: string;
}

/**
 * The arbiter's signed proof that it has stored a declaration durably.
 *
 * `signature` is Ed25519 over `receipt:` and exercise, table, seat, gate, id and `digest`, joined by `|`, in UTF-8.
 * It is in hexadecimal. `digest` is the BLAKE2b-16 of the answer's canonical JSON (sorted keys, no spaces), in
 * hexadecimal.
 */
export interface Receipt {
  type: "receipt";
  id: string;
  gate: number;
  answer: Answer;
  digest: string;
  signature: string;
}

/**
 * One line of the record that umpires read, such as a ruling. `heading` is its time.
 *
 * `key` names its sentence in the catalogue of the host, and `fields` fill it in. `reason` is the reason of a
 * ruling. `text` is the sentence of a line without a key, from an older exercise file.
 */
export interface RecordLine {
  heading: string;
  text: string;
  key: string;
  fields: Record<string, string | number>;
  reason: string;
}

/**
 * The arbiter refused a request, with the reason. Nothing has changed.
 *
 * `key` names the sentence in the catalogue of the host, and `fields` fill it in. `text` is the same sentence in
 * English. With `key` "", there is only `text`, for example a sentence of a game.
 */
export interface Refusal {
  type: "refusal";
  id: string;
  code: RefusalCode;
  text: string;
  rule: string;
  key: string;
  fields: Record<string, string | number>;
}

/** Why the arbiter refused a request. */
export type RefusalCode = "malformed" | "wrong_version" | "unknown_key" | "not_allowed" | "fenced" | "stale" | "counted" | "not_asked" | "illegal" | "not_driver" | "paused" | "closed" | "no_such" | "too_fast" | "over";

/**
 * Issue a new code for a seat. The seat's key and the old code become invalid at once. Only umpires can read the
 * new code.
 */
export interface Reissue {
  act: "reissue";
  seat: string;
}

/** Release a table that was held after a fault. */
export interface Release {
  act: "release";
}

/**
 * Remove the holder of a seat, with key and card. The seat gets a new code.
 *
 * With `keep`, the holder's sealed answer still counts. Otherwise it is voided.
 */
export interface Remove {
  act: "remove";
  seat: string;
  keep: boolean;
}

/**
 * Issue a new code for the console or projector whose card begins with `plate`. `table` is 0.
 *
 * With `keep`, clients that joined with the old code stay. Otherwise they are disconnected, except the client that
 * made this request.
 */
export interface Renew {
  act: "renew";
  plate: string;
  keep?: boolean;
}

/**
 * Move the driver of a seat to another seat. The driver of that seat moves to the first one.
 *
 * `from_bots`: if a bot plays a seat to which a driver moves, the driver gets the seat from the bot. Records of
 * earlier programs lack it. There the bot went on playing until its seat was taken back.
 */
export interface Reseat {
  act: "reseat";
  seat: string;
  to_table: number;
  to_seat: string;
  from_bots?: boolean;
}

/** Accept or refuse a proposal. */
export interface Respond {
  type: "respond";
  id: string;
  deal: number;
  accept: boolean;
}

/** Show the results of the room on every projector. Without `shown`, return to the previous picture. `table` is 0. */
export interface Results {
  act: "results";
  shown: boolean;
}

/** Resume a paused clock with the time that was left. This does not begin a game. */
export interface Resume {
  act: "resume";
}

/** A request for the complete View, because a message number was missing. */
export interface Resync {
  type: "resync";
}

/** Step 2 of the exchange. */
export interface Reveal {
  type: "reveal";
  element: string;
  server_key: string;
}

/** The role for which a key is admitted. */
export type Role = "seat" | "watcher" | "stand_in" | "umpire" | "observer" | "technical" | "display";

/** Everything about one table, for the umpire who watches it: the public sheet, every line spoken, the umpire's full story. */
export interface Room {
  type: "room";
  table: number;
  whole: boolean;
  sheet: Sheet;
  channels: ChannelView[];
  story: StoryLine[];
  lines: Spoken[];
  deals: Deal[];
  rulings: RecordLine[];
  injects?: InjectList;
}

/**
 * A row of a small table: its cells after the first, from left to right.
 *
 * `row` is the key of the row, or its first cell if the table has no keys.
 */
export interface RowChange {
  kind: "row";
  title: string;
  row: string;
  cells: string[];
}

/**
 * A small table with a heading row. Changes name its rows by `keys` if the first cell differs between readers.
 *
 * With `package`, the columns are an issue, an option of it, and its points. A client then lets the reader choose one
 * option of each issue and shows the sum. These choices never leave the client.
 */
export interface Rows {
  kind: "rows";
  title: string;
  head: string[];
  rows: string[][];
  keys: string[];
  package: boolean;
}

/**
 * A ruling: an umpire's act at a table, with its reason. `gate` is the question for which it is meant. 0 means
 * any question.
 */
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

/** A heading inside a chapter. `rule` is its number in the rules, "" if it has none. */
export interface RuleHeading {
  kind: "heading";
  text: string;
  rule: string;
}

/** A list of items, one below the other. */
export interface RuleList {
  kind: "list";
  items: string[];
}

/** Lines that a person types, or that are shown unchanged. */
export interface RuleSample {
  kind: "sample";
  text: string;
}

/** A table. Every row has as many cells as the heading. */
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

/** All the rules of one game, with the options of one table. */
export interface Rulebook {
  title: string;
  designer: string;
  chapters: RuleChapter[];
}

/** Speak in an open channel. `gate` is the question during which it is sent. 0 means any question. */
export interface Say {
  type: "say";
  id: string;
  channel: string;
  text: string;
  gate?: number;
}

/** The player has read the briefing. A table that begins when all are ready no longer waits for this player. */
export interface SayReady {
  type: "ready";
}

/**
 * One step of what happened, which players watch on the board. `title` is one or two words, such as "Corps II".
 *
 * With `joins`, it is shown together with the scene before it, if both have the same title. If `joins` is None, it
 * is always shown alone.
 */
export interface Scene {
  title: string;
  changes: Change[];
  joins?: boolean;
}

/**
 * One score, such as "divisions lost", with the count of each side. The sides have the names that players read,
 * in table order.
 */
export interface Score {
  label: string;
  of: [string, number][];
}

/** The state of a seat, as an umpire sees it. */
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

/** Send the inject with this number in the plan now, even if it waits for something. It does not come again. */
export interface SendInject {
  act: "send_inject";
  inject: number;
}

/** Set a new length for the clock of a phase. It applies from the phase's next gate. */
export interface SetClock {
  act: "set_clock";
  phase: string;
  seconds: number;
}

/** Everything that one seat may see now, most important element first. `sides` are the badges of the table's sides. */
export interface Sheet {
  headline: string;
  elements: SheetElement[];
  sides: Badge[];
}

/** One army of a battle line: its posts from left to right, and the facts behind them. */
export interface Side {
  team: string;
  title: string;
  posts: Post[];
  behind: Fact[];
}

/**
 * One seat of the table, with its person. The name is "" if the plan has none or players see no names.
 *
 * `awaited` says that the table has not begun and waits for this seat.
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

/**
 * A line spoken in a channel. `n` counts the lines of that channel that its reader may read. On a console, it
 * counts all lines.
 */
export interface Spoken {
  type: "spoken";
  channel: string;
  n: number;
  seat: string;
  title: string;
  text: string;
}

/**
 * A standby: a machine that is ready to take over the exercise. `behind` is how many records it has not received
 * yet.
 */
export interface Standby {
  name: string;
  behind: number;
}

/** The present standbys, for all consoles except projectors. The list replaces the last one. A Wall empties it. */
export interface Standbys {
  type: "standbys";
  standbys: Standby[];
}

/**
 * One sentence of what happened. `heading` names the moment.
 *
 * `shows` is the number, from 1, of the scene of its view that shows it on the board. `scene` is used instead if the
 * reader knows more than the whole table. If both are missing, no scene is shown. `gate` is the number of the question
 * that was open until then.
 */
export interface StoryLine {
  heading: string;
  text: string;
  shows: number;
  scene?: Scene;
  gate: number;
}

/**
 * The strength of a post as far as the reader knows it: exact now (`now`) or remembered (`seen`).
 *
 * If both are None, it is unknown. `parts` names the pieces, such as ("4 inf", "2 cav").
 */
export interface Strength {
  now?: number;
  parts: string[];
  seen?: number;
  seen_parts: string[];
  seen_when: string;
}

/** The answer to ReadRules: the full rules of the table under its options, and the seat's own briefing. */
export interface TableRules {
  type: "rules";
  id: string;
  briefing: Briefing;
  book: Rulebook;
}

/** The state of a table at a glance, for umpires. */
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

/** The members of the reader's own team that are linked now. */
export interface Team {
  type: "team";
  team: Mate[];
  bot: boolean;
  lent: boolean;
}

/** Send a message to a seat, a team or, if both are empty, the whole table. */
export interface Tell {
  act: "tell";
  seat?: string;
  team?: string;
  text: string;
  reply?: boolean;
}

/**
 * `count` equal things at place `at` that may go to any of the places `to`.
 *
 * `to` never contains `at`, because a thing that is not moved stays.
 */
export interface Thing {
  name: string;
  label: string;
  count: number;
  at: string;
  to: string[];
}

/** The envelope of a request. `session` comes from Welcome. It is "" before that. */
export interface ToArbiter {
  v: 4;
  session?: string;
  body: Request;
}

/** The envelope of a reply. `n` numbers the messages of a session from 1 without a gap. */
export interface ToClient {
  v: 4;
  session: string;
  n: number;
  last: number;
  body: Reply;
}

/** The envelope of a message from a client to the door. */
export interface ToDoor {
  v: 4;
  body: DoorRequest;
}

/** The envelope of a message from the door. */
export interface ToKnocker {
  v: 4;
  body: DoorReply;
}

/** A marker on a scale from `low` to `high`. Changes name the track by `key` if the title differs between readers. */
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
 * A marker on a track. `track` is the key of the track, or its title if it has no key.
 *
 * A marker beyond an end of the track extends that end.
 */
export interface TrackChange {
  kind: "track";
  track: string;
  at?: number;
  note?: string;
}

/** The reason why the door refuses a client. */
export type Turned = "wrong_code" | "wrong_kind" | "driven" | "busy" | "malformed" | "wrong_version";

/** The door refuses the client, with the reason. */
export interface TurnedAway {
  type: "turned_away";
  why: Turned;
  text: string;
  kind?: Kind;
}

/**
 * All that a seat may see now. `form` is set when the seat is asked, and `sealed` when it has answered.
 *
 * A seat never learns which others have sealed or how many, not even in its own team.
 */
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
  readiness: boolean;
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
  asks_at: string;
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

/** Void a seat's declaration. It counts as missing, even if the seat sends another one (the prevaricator rule). */
export interface Void {
  act: "void";
  seat: string;
}

/** The answer to an umpire's Hello. A TableStatus for every table follows it. `at_ms` is the exercise time. */
export interface Wall {
  type: "wall";
  exercise: string;
  tables: TableStatus[];
  at_ms: number;
  second_umpire: boolean;
  web?: WebAddress;
}

/** Follow one table closely. 0 means no table. */
export interface Watch {
  type: "watch";
  table: number;
}

/**
 * The address for browsers, and the SHA-256 fingerprint of its certificate. The fingerprint is "" if browsers
 * trust the certificate already.
 */
export interface WebAddress {
  address: string;
  fingerprint: string;
}

/** The arbiter knows this key. Every later request must carry `session`. The newest session of a key counts. */
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
  plays_again: boolean;
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

/** Withdraw a ruling that waits for a second umpire. */
export interface Withdraw {
  act: "withdraw";
  number: number;
}

/**
 * A text of at most `chars_max` characters, on one line or, with `lines`, on several. It may be empty unless
 * `required`.
 *
 * The answer must be cleaned by `words.clean` or, with `lines`, by `words.clean_lines`. Otherwise it is not a valid
 * answer.
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

/** Answer a notice that asks for a reply. The answer to a request goes to the team that asked. */
export interface Write {
  type: "write";
  id: string;
  notice: number;
  text: string;
}
