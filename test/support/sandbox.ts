import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { readAssets } from "../../server/pages/assets.ts";
import { readPages } from "../../server/pages/pages.ts";
import { serveControl } from "../../server/sandbox/control.ts";
import { openSandbox } from "../../server/sandbox/sandbox.ts";
import type { Sandbox } from "../../server/sandbox/sandbox.ts";
import { fakeDist } from "./dist.ts";
import { shared } from "./shared.ts";

/** A sandbox whose clock is stopped until the test moves it, closed after the test. */
export interface TestSandbox extends Sandbox {
  readonly url: string;
  readonly controlUrl: string;
  /** The parent of its temporary folder. */
  readonly tempDir: string;
  read(path: string): Promise<any>;
  tell(command: unknown): Promise<any>;
}

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/** The start of its clock. The rounds are the same each time. */
export const NOON_MS = Date.UTC(2026, 6, 1, 12);

export interface SandboxSetup {
  /** The initial rate of its clock; stopped by default. */
  readonly rate?: number;
  /** Whether it serves the real build; by default a stub. */
  readonly isBuilt?: boolean;
}

export const sharedSandbox = (): (() => TestSandbox) => shared((closing) => openIn(closing, {}));

export async function startSandbox(setup: SandboxSetup = {}): Promise<TestSandbox> {
  const closing = new AsyncDisposableStack();
  onTestFinished(() => closing.disposeAsync());
  return openIn(closing, setup);
}

async function openIn(
  closing: AsyncDisposableStack,
  { rate = 0, isBuilt = false }: SandboxSetup,
): Promise<TestSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-test-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const tempDir = join(folder, "temp");
  await mkdir(tempDir);
  const pages = isBuilt ? dist : join(folder, "dist");
  if (!isBuilt) {
    await fakeDist(pages);
  }
  const sandbox = await openSandbox({
    host: "127.0.0.1",
    port: 0,
    startMs: NOON_MS,
    rate,
    secret: Buffer.from("aad3114d84f15a9d98da7be7830ab35d39105e511ae39911b492862d3b8743b3", "hex"),
    pages: await readPages(pages),
    assets: await readAssets(pages),
    tempDir,
    now: () => Date.now(),
    steady: () => performance.now(),
  });
  closing.defer(() => sandbox.close());
  const control = await serveControl(sandbox, 0);
  closing.defer(() => control.stop());
  const { url } = await sandbox.state();
  const controlUrl = `${control.url}/`;
  return {
    ...sandbox,
    url,
    tempDir,
    controlUrl,
    read: async (path) => (await fetch(url + path)).json(),
    async tell(command) {
      const response = await fetch(controlUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(command),
      });
      return response.json();
    },
  };
}
