import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { toNodeHandler } from "h3/node";
import { onTestFinished } from "vitest";
import { readAssets } from "../../server/assets.ts";
import { readConfig } from "../../server/config.ts";
import { jsonLog } from "../../server/log.ts";
import { readPages } from "../../server/pages.ts";
import { openService } from "../../server/service.ts";
import { tempFolder } from "./temp-store.ts";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/** The real service with the real build on a real port; its clock runs, from where the test sets it. */
export interface LiveService {
  /** Such as http://127.0.0.1:4321 */
  url: string;
  dataDir: string;
  demoKey: string;
  log: readonly string[];
  /** Every request that arrived: path with query, and headers. */
  requests: { url: string; referer: string | undefined }[];
  now(): number;
}

/** Starts a service that ends with the test. Its clock says `startMs` now. */
export async function startLiveService(startMs: number): Promise<LiveService> {
  const dataDir = await tempFolder();
  const shiftMs = startMs - Date.now();
  const now = () => Date.now() + shiftMs;
  const log: string[] = [];
  const service = await openService(readConfig({ DATA_DIR: dataDir }), {
    pages: await readPages(dist),
    assets: await readAssets(dist),
    now,
    log: jsonLog((line) => log.push(line), now),
  });
  const requests: LiveService["requests"] = [];
  const handle = toNodeHandler(service.app);
  const url = await listen((request, response) => {
    requests.push({ url: request.url ?? "", referer: request.headers.referer });
    void handle(request, response);
  });
  onTestFinished(() => service.close());
  return { url, dataDir, demoKey: service.demoKey ?? "", log, requests, now };
}

/** An operator's site: one page, on an origin of its own (localhost is not 127.0.0.1). */
export async function startParentPage(
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const url = await listen((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(
      `<!doctype html><html lang="en"><title>Operator</title><body>${body}</body></html>`,
    );
  });
  return url.replace("127.0.0.1", "localhost");
}

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
