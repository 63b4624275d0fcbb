// The secret round on boardgame.io: one turn without end in which all ten are active. What a move holds is redacted, and each seat's view is
// its own by `playerView`; the state goes to all ten after each move, as it always does there. Matches are kept in memory.

import { HOST, ordered, ready, SEATS, viewOf } from "./order.mjs";

const { require } = await ordered();
const { Origins, Server } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

/** Takes a seat's declaration; the tenth gives each its view. */
function declare({ G, playerID }, declaration) {
  if (G.declared[playerID] === undefined) G.count += 1;
  G.declared[playerID] = declaration;
  if (G.count < SEATS) return;
  G.rounds += 1;
  G.count = 0;
  G.declared = {};
  for (let seat = 0; seat < SEATS; seat++) G.views[seat] = viewOf(G.rounds, seat);
}

const game = {
  name: "secret",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: () => ({ rounds: 0, count: 0, declared: {}, views: {} }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { declare: { move: declare, client: false, redact: true, ignoreStaleStateID: true } },
  playerView: ({ G, playerID }) => ({ view: G.views[playerID], mine: G.declared[playerID] }),
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const { appServer } = await server.run({ port: { port: 0, host: HOST } });
ready(appServer.address().port);
