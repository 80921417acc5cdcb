import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { readConfig } from "./config/config.ts";
import type { Config } from "./config/config.ts";
import { connectionsFor, listen } from "./http/http-server.ts";
import type { HttpServer } from "./http/http-server.ts";
import { STREAM_LIMITS } from "./oracle/streams.ts";
import { readAssets } from "./pages/assets.ts";
import { builtPages } from "./pages/built-pages.ts";
import { readPages } from "./pages/pages.ts";
import { requireBuild } from "./pages/require-build.ts";
import { jsonLog } from "./runtime/log.ts";
import { metricsListener } from "./runtime/metrics.ts";
import { StartError } from "./runtime/start-error.ts";
import { openService } from "./service.ts";
import { lockDataFolder } from "./store/data-folder.ts";

const DRAND_OFFER = `
  Its secret alone determines the rounds (seed mode), so you could know results in advance. With
  ENTROPY=drand, not even you can; see /docs/provable-rounds/.
`;

/** The code for pages rendered on demand. */
const pagesEntry = new URL("../dist-server/entry.mjs", import.meta.url);
const distDir = fileURLToPath(new URL("../dist/", import.meta.url));
const now = () => Date.now();
const steady = () => performance.now();
/** Grace period to flush the log after shutdown. */
const EXIT_MS = 1_000;
// By default V8 lets the young generation grow to 96 MB and collects it late: in a flood, the process used 130 MB more.
// Keeping it at its initial size costs no measurable CPU time.
setFlagsFromString("--semi-space-growth-factor=1");
// Rounds continue even if the log's reader closes it.
process.stdout.on("error", () => {});
const log = jsonLog((line) => process.stdout.write(`${line}\n`), now);

try {
  const [, , given] = process.argv;
  if (given !== undefined) {
    throw new StartError(
      `The server accepts no arguments, but got "${given}". Its settings are environment variables, such as PORT=8080.`,
    );
  }
  await serve(readConfig(process.env));
} catch (error) {
  if (!(error instanceof StartError)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function serve(config: Config): Promise<void> {
  requireBuild([pagesEntry, new URL("../dist/index.html", import.meta.url)]);
  const assets = await readAssets(distDir);
  const { renderPage, load: loadPages } = builtPages(pagesEntry);
  const pages = await readPages(distDir);
  using _lock = await lockDataFolder(config.dataDir);
  const service = await openService(config, { pages, assets, now, steady, log, renderPage });
  const servers: HttpServer[] = [];
  try {
    if (config.baseUrl !== null) {
      // Loads everything that requests need before the port opens: loading it for the first page would delay all
      // viewers' rounds.
      await Promise.all([service.loadPortal(), config.portal.on && loadPages()]);
    }
    const connections = {
      max: connectionsFor(STREAM_LIMITS.total, await openFilesMax()),
      onRefusal: () => service.metrics.overloads.inc({ reason: "connections" }),
    };
    // A process that waits for the "listening" line might stop this one at once.
    const stopped = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    const server = await listen(service.handle, { ...config, connections });
    servers.push(server);
    if (config.metricsPort !== null) {
      service.metrics.watchProcess();
      const listener = metricsListener(service.metrics);
      servers.push(await serveLocally(listener, config.metricsPort, "METRICS_PORT"));
      log("metrics", { address: `${servers.at(-1)?.url}/metrics` });
    }
    if (config.ownerPort !== null && service.openOffice !== null) {
      const office = await service.openOffice();
      servers.push(await serveLocally(office, config.ownerPort, "OWNER_PORT"));
      log("back office", { address: `${servers.at(-1)?.url}/owner/` });
    }
    const { url } = server;
    const { baseUrl } = config;
    log("listening", {
      address: url,
      ...(baseUrl !== null && { baseUrl }),
      ...(service.isFirstStart && { isNew: true }),
      node: process.version,
      clock: service.clockTrust,
    });
    if (config.isPrivate) {
      const isOffered = service.isFirstStart && config.entropy === "seed";
      const fault = service.clockFault();
      const state =
        fault === null
          ? `is running. Open ${url}/`
          : `is at ${url}/, but its tables are closed. ${fault}`;
      process.stdout.write(
        `\n  Tableside ${state}\n  Its data is in ${resolve(config.dataDir)}.\n${isOffered ? DRAND_OFFER : ""}\n`,
      );
    }
    await stopped;
    log("stopping");
  } finally {
    // Streams end first: ending them takes a while, and until the servers stop, new connections are served.
    service.endStreams();
    await Promise.all(servers.map((server) => server.stop()));
    await service.close();
  }
  log("stopped");
  // An unresponsive mail server must not delay the exit.
  setTimeout(() => process.exit(), EXIT_MS).unref();
}

/** Serves on a port that only this machine can reach. */
function serveLocally(handle: RequestListener, port: number, portSetting: string) {
  return listen(handle, { host: "127.0.0.1", port, portSetting });
}

/** Maximum open files of this process, including connections; Infinity if the operating system does not report it. */
export async function openFilesMax(): Promise<number> {
  // Node has already raised the limit to the maximum.
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? Infinity : Number(soft);
}
