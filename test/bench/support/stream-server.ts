/* One of the servers of the bench `streams`: `stream-server.ts service|bare SPEED`; both announce the same phases. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../server/config/config.ts";
import { listen } from "../../../server/http/http-server.ts";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { openService } from "../../../server/service.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { momentAt } from "../../../src/round/phases.ts";
import { listenOn } from "../../support/free-port.ts";
import { answerParent } from "./server-child.ts";

const [kind, speedText] = process.argv.slice(2);
const speed = Number(speedText);

/** When this process started its own clock, epoch ms of the machine and of the service. */
const startMs = Date.now();
/** The machine's clock, accelerated from the start. */
const now = () =>
  startMs + Math.floor((performance.timeOrigin + performance.now() - startMs) * speed);
const setTimer = (task: () => void, ms: number) => {
  const timer = setTimeout(task, ms / speed);
  return () => clearTimeout(timer);
};
const secretHex = "cb4f7e0fbd529c8006b7065b1e0c105228c40af72c45f1a664655f48a85c9f74";

const { port, stop } = kind === "bare" ? await bare() : await service();
answerParent({ port, startMs }, stop);

/** The real service, with limits that allow one machine to open all streams. */
async function service() {
  const dataDir = await mkdtemp(join(tmpdir(), "tableside-bench-"));
  const config = readConfig({ DATA_DIR: dataDir, ORACLE_SECRET: secretHex, PORT: "0" });
  const page = async () => ({ html: "", styleHashes: [], scriptHashes: [] });
  const opened = await openService(config, {
    pages: { embed: page, lobby: page, home: page, verify: page, replay: page },
    assets: new Map(),
    now,
    steady: null,
    setTimer,
    streams: { perAddress: 100_000 },
    log: () => {},
  });
  const server = await listen(opened.handle, config);
  return {
    port: Number(new URL(server.url).port),
    async stop() {
      const stopped = server.stop();
      opened.endStreams();
      await stopped;
      await opened.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A minimal server without a library: one timer per game, and a loop over its responses. */
async function bare() {
  const oracle = createOracle({ secret: Buffer.from(secretHex, "hex"), timeZone: "UTC" });
  const text = (game: Game) => {
    const state = oracle.current(game, exactTime(now()));
    return `event: state\nid: ${state.round}:${state.phase}\ndata: ${JSON.stringify(state)}\n\n`;
  };
  const tables = new Map(games.map((game) => [`/embed/${game.slug}/api/stream`, open(game)]));

  function open(game: Game) {
    const responses = new Set<ServerResponse>();
    function tell() {
      const bytes = Buffer.from(text(game));
      for (const response of responses) {
        response.write(bytes);
      }
      wait();
    }
    function wait() {
      // A timer may fire slightly early; the additional millisecond avoids the previous phase.
      setTimeout(tell, momentAt(now(), game).leftMs / speed + 1);
    }
    wait();
    setInterval(() => responses.forEach((response) => response.write(":\n\n")), 15_000 / speed);
    return { game, responses };
  }

  const server = createServer((request, response) => {
    const table = tables.get(request.url ?? "");
    if (table === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(text(table.game));
    table.responses.add(response);
    response.on("close", () => table.responses.delete(response));
  });
  return { port: await listenOn(server), stop: async () => process.exit() };
}
