import { createServer } from "node:http";
import type { Server } from "node:http";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { toNodeHandler } from "h3/node";
import { readAssets } from "./assets.ts";
import { readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { errorCode } from "./error-code.ts";
import { jsonLog } from "./log.ts";
import { builtPages } from "./pages.ts";
import { openService } from "./service.ts";
import { StartError } from "./start-error.ts";

/** How long a stop waits for answers that are under way. */
const STOP_MS = 5_000;

const distDir = fileURLToPath(new URL("../dist/", import.meta.url));
const now = () => Date.now();
const log = jsonLog((line) => process.stdout.write(`${line}\n`), now);

try {
  await serve(readConfig(process.env));
} catch (error) {
  if (!(error instanceof StartError)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function serve(config: Config): Promise<void> {
  const service = await openService(config, {
    pages: builtPages(distDir),
    assets: await readAssets(distDir),
    now,
    log,
  });
  const answer = toNodeHandler(service.app);
  const server = createServer((request, response) => {
    // Once the server stops, a connection that got its answer must not be kept for another request.
    response.once("finish", () => {
      if (!server.listening) {
        request.socket.destroySoon();
      }
    });
    return answer(request, response);
  });
  try {
    await listen(server, config);
  } catch (error) {
    await service.close();
    throw error;
  }
  const address = config.baseUrl ?? addressOf(server);
  log("listening", { address, node: process.version });
  if (service.demoKey !== null) {
    process.stdout.write(`\n  Tableside is running. The demo operator page: ${address}/\n\n`);
  }
  await stopSignal();
  log("stopping");
  await stop(server);
  await service.close();
  log("stopped");
}

async function listen(server: Server, { host, port }: Config): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new StartError(cannotListen(errorCode(error), host, port), { cause: error });
  }
}

function cannotListen(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is taken: another server runs there. Stop it, or set PORT to a free port.`;
    case "EACCES":
      return `Port ${port} may not be used without more rights. Set PORT to 1024 or higher.`;
    default:
      return `Cannot listen on ${host}, port ${port} (${code}). Set HOST to an address of this machine.`;
  }
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The server listens on no address.");
  }
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** Resolves at the first SIGTERM or SIGINT; the second one ends the process as usual. */
async function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => resolve());
  }
  await promise;
}

/** Takes no new connection, lets the answers under way finish, and then cuts what is left. */
async function stop(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), STOP_MS);
  server.close();
  server.closeIdleConnections();
  await once(server, "close");
  clearTimeout(cut);
}
