import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, onTestFinished } from "vitest";
import { listen, runService } from "./running-service.ts";
import type { RunningService } from "./running-service.ts";
import { shared } from "./shared.ts";
import { tempFolder } from "./temp-store.ts";

export type LiveService = Omit<RunningService, "end">;

export async function startLiveService(
  startMs: number,
  env: Readonly<Record<string, string>> = {},
): Promise<LiveService> {
  const service = await runService({ nowMs: startMs, dataDir: await tempFolder(), env });
  onTestFinished(() => service.end());
  return service;
}

/** For tests that only read. In each test, its clock is stopped at `nowMs` until the test moves it. */
export function sharedLiveService(nowMs: number): () => LiveService {
  const service = shared(async (closing) => {
    const dataDir = await mkdtemp(join(tmpdir(), "tableside-"));
    closing.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const opened = await runService({ nowMs, dataDir });
    closing.defer(() => opened.end());
    return opened;
  });
  beforeEach(() => service().holdAt(nowMs));
  return service;
}

/** An operator's site: one page, on its own origin (localhost is not 127.0.0.1). */
export async function startParentPage(
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { url, end } = await listen((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(
      `<!doctype html><html lang="en"><title>Operator</title><body>${body}</body></html>`,
    );
  });
  onTestFinished(end);
  return url.replace("127.0.0.1", "localhost");
}
