import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { PhaseMessage } from "../../src/phase-event.ts";
import { newPage } from "../support/browser-page.ts";
import { startLiveService } from "../support/live-service.ts";
import { moveOn } from "../support/move-on.ts";
import { packedKit } from "../support/packed-kit.ts";
import { programEnv } from "../support/program-env.ts";
import { listen } from "../support/running-service.ts";
import { tempFolder } from "../support/temp-store.ts";

/* The package in projects that know nothing of this one: installed and run. */

const NOON_MS = Date.UTC(2026, 6, 1, 12);
const run = promisify(execFile);
const kit = packedKit();

/** A new project with the package installed. */
async function project(files: Readonly<Record<string, string>>) {
  const root = await tempFolder();
  for (const [name, text] of Object.entries({
    "package.json": '{ "name": "site", "private": true, "type": "module" }',
    ...files,
  })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const call = (command: string, ...args: string[]) =>
    run(command, args, { cwd: root, env: programEnv });
  await call("npm", "install", "--no-audit", "--no-fund", "--prefer-offline", kit().tarball);
  return { root, call };
}

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".html": "text/html" };

/** Serves a folder as a site, opens it, and gives the phases that its page wrote down. */
async function phasesOn(folder: string): Promise<PhaseMessage[]> {
  const service = await startLiveService(NOON_MS + 1_000);
  service.holdAt(NOON_MS + 1_000);
  const { url, end } = await listen(async (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    const file = join(folder, path === "/" ? "index.html" : path);
    const bytes = await readFile(file).catch(() => null);
    response.writeHead(bytes === null ? 404 : 200, { "content-type": TYPES[extname(file)] ?? "" });
    response.end(bytes);
  });
  onTestFinished(end);
  const { page } = await newPage({ viewport: { width: 900, height: 1_300 } });
  await page.goto(`${url.replace("127.0.0.1", "localhost")}/?${service.url}&${service.demoKey}`);
  await page.waitForFunction(() => "isReady" in window);
  await moveOn(service, page, NOON_MS + 15_100);
  await page.waitForFunction(() => "heard" in window);
  return page.evaluate(() => [(window as unknown as { heard: PhaseMessage }).heard]);
}

const REVEALING = [expect.objectContaining({ type: "baccarat_phase", phase: "revealing" })];

test("Node imports it, and CommonJS does by import()", async () => {
  const program = `
    const { createClient } = await import("tableside/client");
    const { createTable } = await import("tableside");
    await import("tableside/element");
    await import("tableside/verify");
    console.log(typeof createClient, typeof createTable);
  `;
  const { call } = await project({
    "esm.mjs": `import "tableside/settle"; import "tableside/webhooks"; ${program}`,
    "common.cjs": `(async () => { ${program} })();`,
  });
  for (const file of ["esm.mjs", "common.cjs"]) {
    expect((await call(process.execPath, file)).stdout).toBe("function function\n");
  }
});

test("a plain page uses it with an import map", async () => {
  const { root } = await project({
    "index.html": `<!doctype html><div id="table" style="width:830px"></div>
      <script type="importmap">{ "imports": { "tableside": "/node_modules/tableside/index.js" } }</script>
      <script type="module">
        import { createTable } from "tableside";
        const [baseUrl, key] = location.search.slice(1).split("&");
        const table = createTable("#table", { baseUrl, game: "baccarat", key });
        table.on("phase", (message) => (window.heard = message));
        await table.ready;
        window.isReady = true;
      </script>`,
  });
  expect(await phasesOn(root)).toEqual(REVEALING);
});
