/*
 * A server of the benches `hot-path` and `streams`: `bench-server.ts service|bare SPEED`. Both kinds return the same
 * states and announce the same phases, on a clock that runs SPEED times faster than real time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../server/config/config.ts";
import { HEADERS } from "../../../server/http/headers.ts";
import { createHttpServer } from "../../../server/http/http-server.ts";
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
const ORACLE_SECRET = "cb4f7e0fbd529c8006b7065b1e0c105228c40af72c45f1a664655f48a85c9f74";

/** When this process started its own clock, epoch ms of the machine and of the service. */
const startMs = Date.now();
const now = () =>
  startMs + Math.floor((performance.timeOrigin + performance.now() - startMs) * speed);

const server = kind === "bare" ? bare() : createHttpServer(await serviceHandler());
answerParent({ port: await listenOn(server), startMs });

/** The real service, with limits that allow one machine to open all streams. */
async function serviceHandler() {
  const dataDir = mkdtempSync(join(tmpdir(), "tableside-bench-"));
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const page = async () => ({ html: "", styleHashes: [], scriptHashes: [] });
  const service = await openService(readConfig({ DATA_DIR: dataDir, ORACLE_SECRET }), {
    pages: { embed: page, lobby: page, home: page, verify: page, replay: page },
    assets: new Map(),
    now,
    steady: null,
    setTimer(task, ms) {
      const timer = setTimeout(task, ms / speed);
      return () => clearTimeout(timer);
    },
    streams: { perAddress: 100_000 },
    log: () => {},
  });
  return service.handle;
}

/** A minimal server without a library: one timer per game, and a loop over its responses. */
function bare() {
  const oracle = createOracle({ secret: Buffer.from(ORACLE_SECRET, "hex"), timeZone: "UTC" });
  const stateOf = (game: Game) => oracle.current(game, exactTime(now()));
  const message = (game: Game) => {
    const state = stateOf(game);
    return `event: state\nid: ${state.round}:${state.phase}\ndata: ${JSON.stringify(state)}\n\n`;
  };
  const tables = new Map<string, { game: Game; responses: Set<ServerResponse> }>(
    games.map((game) => {
      const responses = new Set<ServerResponse>();
      // A timer may fire slightly early; the additional millisecond avoids the previous phase.
      const wait = () => setTimeout(tell, momentAt(now(), game).leftMs / speed + 1);
      const tell = () => {
        const bytes = Buffer.from(message(game));
        responses.forEach((response) => response.write(bytes));
        wait();
      };
      wait();
      setInterval(() => responses.forEach((response) => response.write(":\n\n")), 15_000 / speed);
      return [`/embed/${game.slug}/api/stream`, { game, responses }] as const;
    }),
  );
  const body = JSON.stringify(stateOf(games[1] as Game));
  const headers = { ...HEADERS.json, "content-length": String(Buffer.byteLength(body)) };
  return createServer((request, response) => {
    const table = tables.get(request.url ?? "");
    if (table === undefined) {
      response.writeHead(200, headers).end(body);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(message(table.game));
    table.responses.add(response);
    response.on("close", () => table.responses.delete(response));
  });
}
