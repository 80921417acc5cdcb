import { fileURLToPath } from "node:url";
import { readAssets } from "./assets.ts";
import { readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { listen } from "./http-server.ts";
import { jsonLog } from "./log.ts";
import { readPages } from "./pages.ts";
import { openService } from "./service.ts";
import { StartError } from "./start-error.ts";

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
  const assets = await readAssets(distDir);
  const service = await openService(config, { pages: await readPages(distDir), assets, now, log });
  try {
    const server = await listen(service, config);
    const address = config.baseUrl ?? server.address;
    log("listening", { address, node: process.version });
    if (service.demoKey !== null) {
      process.stdout.write(`\n  Tableside is running. The demo operator page: ${address}/\n\n`);
    }
    await stopSignal();
    log("stopping");
    await server.stop();
  } finally {
    await service.close();
  }
  log("stopped");
}

/** Resolves at the first SIGTERM or SIGINT; the second one ends the process as usual. */
async function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => resolve());
  }
  await promise;
}
