// The secret round on Colyseus: a room a table, and a message of its own to each client; there is no shared state to be synchronised.

import { HOST, ordered, ready, SEATS, viewOf } from "./order.mjs";

const { require } = await ordered();
const { Room, Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");

class Secret extends Room {
  maxClients = SEATS;

  onCreate() {
    this.rounds = 0;
    this.declared = new Map();
    this.setPatchRate(null);
    this.onMessage("declare", (client, declaration) => this.take(client, declaration));
  }

  /** Takes a seat's declaration; the tenth gives each its view. Seats are counted as they came in. */
  take(client, declaration) {
    this.declared.set(client.sessionId, declaration);
    if (this.declared.size < SEATS) return;
    this.rounds += 1;
    this.declared.clear();
    this.clients.forEach((each, seat) => each.send("view", viewOf(this.rounds, seat)));
  }
}

const transport = new WebSocketTransport();
const server = new Server({ greet: false, transport });
server.define("secret", Secret);
await server.listen(0, HOST);
ready(transport.server.address().port);
