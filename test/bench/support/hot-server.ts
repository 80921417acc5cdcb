/* One of the servers of the bench `hot-path`, named on its command line. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { readConfig } from "../../../server/config/config.ts";
import { HEADERS } from "../../../server/http/headers.ts";
import { createHttpServer } from "../../../server/http/http-server.ts";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { openService } from "../../../server/service.ts";
import type { Service } from "../../../server/service.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { roundStartMs } from "../../../src/round/phases.ts";
import { listenOn } from "../../support/free-port.ts";
import { answerParent } from "./server-child.ts";

const PATH = "/embed/baccarat/api/current";
const ORACLE_SECRET = "cb4f7e0fbd529c8006b7065b1e0c105228c40af72c45f1a664655f48a85c9f74";
const startMs = roundStartMs(520_000, baccarat.intervalMs);
/** Always about five seconds into the betting, so that all responses have the same length. */
const now = () => startMs + 5_000 + (Date.now() % 1_000);

const oracle = createOracle({ secret: Buffer.from(ORACLE_SECRET, "hex"), timeZone: "UTC" });
const body = JSON.stringify(oracle.current(baccarat, exactTime(now())));
const headers = { ...HEADERS.json, "content-length": String(Buffer.byteLength(body)) };

const servers: Record<string, () => Server | Promise<Server>> = {
  bare: () =>
    createServer((request, response) => {
      if (request.url === PATH) {
        response.writeHead(200, headers);
        response.end(body);
      } else {
        response.writeHead(404).end();
      }
    }),
  service: async () => createHttpServer((await service()).handle),
  "service, through the app": async () => createServer(toNodeHandler((await service()).app)),
  "plain h3": () =>
    createServer(
      toNodeHandler(
        new H3().get(PATH, (event) => {
          for (const [name, value] of Object.entries(HEADERS.json)) {
            event.res.headers.set(name, value);
          }
          return body;
        }),
      ) as RequestListener,
    ),
};

const make = servers[process.argv[2] ?? ""];
if (make === undefined) {
  throw new Error(`There is no such server. Choose one of: ${Object.keys(servers).join(", ")}.`);
}
answerParent({ port: await listenOn(await make()), path: PATH }, async () => process.exit());

async function service(): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), "tableside-bench-"));
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const page = async () => ({ html: "", styleHashes: [], scriptHashes: [] });
  return openService(readConfig({ DATA_DIR: dataDir, ORACLE_SECRET }), {
    pages: { embed: page, lobby: page, home: page, verify: page, replay: page },
    assets: new Map(),
    now,
    steady: null,
    log: () => {},
  });
}
