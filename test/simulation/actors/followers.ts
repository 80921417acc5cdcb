import { request } from "node:http";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import type { RoundState } from "../../../src/wire.ts";
import { watchStream } from "../invariants/streams.ts";
import type { StreamWatch } from "../invariants/streams.ts";
import { connect, self } from "../network.ts";
import type { SimulatedServer } from "../server.ts";
import type { World } from "../world.ts";
import { pause } from "./pause.ts";
import { untilLook } from "./viewers.ts";

/** Follows the stream of a game as an EventSource does: it comes back when its connection breaks, and says what it had. */
export async function follow(world: World, server: SimulatedServer): Promise<never> {
  const { chance, servers, findings, entropy } = world;
  for (;;) {
    const game = chance.pick(games as [Game, ...Game[]]);
    await pause(untilLook(world, game));
    const watch = watchStream(findings, game.slug, entropy);
    let from = server;
    do {
      if (from.isUp) {
        await followOnce(world, from, { game, watch });
      }
      await pause(chance.between(500, 1_500));
      // Behind a balancer it may be another one's turn.
      from = chance.pick(servers as [SimulatedServer, ...SimulatedServer[]]);
    } while (chance.happens(0.6));
  }
}

/** Opens a stream, and resolves when its connection is gone. */
function followOnce(
  world: World,
  server: SimulatedServer,
  { game, watch }: { readonly game: Game; readonly watch: StreamWatch },
): Promise<void> {
  const { network, chance, agenda } = world;
  const socket = connect(network, self(), server, `198.51.100.${1 + chance.below(200)}`);
  watch.opened(server.host.name);
  return new Promise((resolve) => {
    const sentMs = world.referenceMs();
    const asking = request({
      createConnection: () => socket,
      host: "games.simulated",
      path: `/embed/${game.slug}/api/stream`,
      ...(watch.lastId !== null && { headers: { "last-event-id": watch.lastId } }),
    });
    const patience = setTimeout(() => socket.destroy(), chance.between(20_000, 300_000));
    socket.once("close", () => {
      clearTimeout(patience);
      resolve();
    });
    asking.once("error", () => socket.destroy());
    asking.once("response", (response) => {
      let rest = "";
      response.on("error", () => {});
      response.once("end", () => socket.destroy());
      response.setEncoding("utf8").on("data", (piece: string) => {
        const blocks = (rest + piece).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const id = /^id: (.*)$/m.exec(block)?.[1];
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (response.statusCode === 200 && id !== undefined && data !== undefined) {
            const state = JSON.parse(data) as RoundState;
            watch.message(id, agenda.nowMs, server.calmSinceMs);
            world.rounds.state(server.name, game, state, sentMs, world.referenceMs());
          }
        }
      });
    });
    asking.end();
  });
}
