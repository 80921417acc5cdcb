import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { issue } from "../../server/access/keys.ts";
import { readConfig } from "../../server/config/config.ts";
import type { Config } from "../../server/config/config.ts";
import { createHttpServer } from "../../server/http/http-server.ts";
import { readAssets } from "../../server/pages/assets.ts";
import { builtPages } from "../../server/pages/built-pages.ts";
import { readPages } from "../../server/pages/pages.ts";
import { jsonLog } from "../../server/runtime/log.ts";
import { openService } from "../../server/service.ts";
import type { Service } from "../../server/service.ts";
import { openOwnStore } from "../../server/store/open-store.ts";
import { listenOn } from "./free-port.ts";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

export type RunningService = Awaited<ReturnType<typeof runService>>;

export interface Start {
  nowMs: number;
  dataDir: string;
  /** Additional settings. */
  env?: Readonly<Record<string, string>>;
  /** Called with every request before the service; returns whether it has responded. */
  before?(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Constant, so that a test gets the same rounds each time. */
const ORACLE_SECRET = "487b5e4b39360b3f28f7f33ff5afa861e700b7858f1f17f8bb0dc96698904432";

/** Ten years, because tests move the clock. */
const KEY_TERM_MS = 3_650 * 86_400_000;

/** Longer than any test takes. */
const PATIENCE_MS = 600_000;

let build: ReturnType<typeof readBuild> | undefined;

async function readBuild() {
  return { pages: await readPages(dist), assets: await readAssets(dist) };
}

/** Issues a key that opens tables on any site and in a tab. */
async function issueTableKey(config: Config, nowMs: number): Promise<string> {
  const store = await openOwnStore(config);
  try {
    const input = { label: "tests", endsAtMs: nowMs + KEY_TERM_MS, origins: [] };
    return (await issue(store, input, nowMs)).keyText;
  } finally {
    await store.close();
  }
}

/** Starts the real service with the real build on a real port; its clock runs from a given time. The caller stops it. */
export async function runService(start: Start) {
  const { nowMs, dataDir, env, before } = start;
  let shiftMs = nowMs - Date.now();
  let heldMs: number | null = null;
  const now = () => heldMs ?? Date.now() + shiftMs;
  const log: string[] = [];
  // Read and compressed once for all of a process's services.
  build ??= readBuild();
  const requests: { url: string; referer: string | undefined }[] = [];
  let service: Service | undefined;
  const { url, end } = await listen((request, response) => {
    requests.push({ url: request.url ?? "", referer: request.headers.referer });
    if (!before?.(request, response)) {
      void service?.handle(request, response);
    }
  });
  const settings = { DATA_DIR: dataDir, ORACLE_SECRET, ...env };
  const config = readConfig(settings);
  const opened = await openService(config, {
    ...(await build),
    now,
    steady: null,
    log: jsonLog((line) => log.push(line), now),
    renderPage: builtPages(new URL("../../dist-server/entry.mjs", import.meta.url)).renderPage,
  });
  service = opened;
  const tableKey = await issueTableKey(config, now());
  const offices: { end(): void }[] = [];
  return {
    url,
    dataDir,
    /** A key that is not limited to sites. */
    tableKey,
    log: log as readonly string[],
    /** Every request that arrived: path with query, and headers. */
    requests,
    now,
    /** Sets the clock, which continues from there. */
    setNow(ms: number) {
      shiftMs = ms - Date.now();
      heldMs = null;
    },
    /** Sets the clock and stops it, until it is set again. */
    holdAt: (ms: number) => void (heldMs = ms),
    /** Runs the background work at once. */
    catchUp: () => opened.catchUp(),
    /** Opens the back office on a port, and returns its URL. */
    async openOffice() {
      let handle: RequestListener | undefined;
      const office = await listen((request, response) => handle?.(request, response));
      offices.push(office);
      handle = await opened.openOffice?.();
      return office.url;
    },
    async end() {
      end();
      for (const office of offices) {
        office.end();
      }
      await opened.close();
    },
  };
}

/**
 * Serves a listener like the service's own server, but without timeouts: on a busy machine, a test can pause for long.
 */
export async function listen(handle: RequestListener) {
  const server = createHttpServer(handle, PATIENCE_MS);
  // Node closes a connection after five seconds without a request, perhaps just when the next one is sent.
  server.keepAliveTimeout = PATIENCE_MS;
  return {
    /** Such as http://127.0.0.1:4321. */
    url: `http://127.0.0.1:${await listenOn(server)}`,
    server,
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}
