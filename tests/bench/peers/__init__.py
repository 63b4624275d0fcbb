"""The secret round on other servers: boardgame.io and Colyseus, in Node.js, beside the floor and the arbiter."""
