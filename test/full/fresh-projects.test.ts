import { cp, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { newPage } from "../support/browser-page.ts";
import { freshProject, INSTALL } from "../support/fresh-project.ts";
import type { FreshProject } from "../support/fresh-project.ts";
import { startLiveService } from "../support/live-service.ts";
import type { LiveService } from "../support/live-service.ts";
import { moveClock } from "../support/move-clock.ts";
import { packedKit as kit } from "../support/packed-kit.ts";
import { listen } from "../support/running-service.ts";

/* Tests the package in projects outside this repository, with packages from the registry, in a browser. */

const NOON_MS = Date.UTC(2026, 6, 1, 12);

async function project(
  name: string,
  env?: Readonly<Record<string, string>>,
): Promise<FreshProject> {
  const fresh = await freshProject(env);
  await cp(fileURLToPath(new URL(`fresh-projects/${name}`, import.meta.url)), fresh.root, {
    recursive: true,
  });
  await fresh.call("npm", ...INSTALL, kit.tarball);
  return fresh;
}

async function startService(): Promise<LiveService> {
  const service = await startLiveService(NOON_MS + 1_000);
  service.holdAt(NOON_MS + 1_000);
  return service;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
};

async function serve(folder: string): Promise<string> {
  const { url, end } = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    const bytes = await readFile(file).catch(() => null);
    response.writeHead(bytes === null ? 404 : 200, { "content-type": TYPES[extname(file)] ?? "" });
    response.end(bytes);
  });
  onTestFinished(end);
  return url.replace("127.0.0.1", "localhost");
}

/** Opens a page, waits for the next phase from each of its tables, and returns the page's faults. */
async function awaitPhases(
  service: LiveService,
  address: string,
  tables: number,
): Promise<readonly string[]> {
  const { page, faults } = await newPage({ viewport: { width: 900, height: 1_400 } });
  await page.goto(address);
  // Each of the project's tables has an <output> with its last message.
  const messages = () => page.locator("output").allTextContents();
  await expect.poll(messages).toEqual(Array(tables).fill("ready"));
  await moveClock(service, page, NOON_MS + 15_100);
  await expect.poll(messages).toEqual(Array(tables).fill("baccarat_phase revealing"));
  return faults;
}

test("both import and import() load the package in Node", async () => {
  const { call } = await project("node");
  const functions = `${Array(5).fill("function").join()}\n`;
  expect(await call(process.execPath, "import.mjs")).toBe(functions);
  expect(await call(process.execPath, "require.cjs")).toBe(functions);
});

test("a plain page uses the package with an import map", async () => {
  const service = await startService();
  const { root } = await project("plain");
  expect(
    await awaitPhases(service, `${await serve(root)}/?${service.url}&${service.tableKey}`, 1),
  ).toEqual([]);
});

async function built(name: string, service: LiveService) {
  const { root, call } = await project(name, {
    VITE_SERVICE: service.url,
    VITE_KEY: service.tableKey,
  });
  await call("npm", "run", "check");
  await call("npm", "run", "build");
  return { dist: join(root, "dist"), call };
}

test("React 19 renders the package on a server, then hydrates it in the browser", async () => {
  const service = await startService();
  const { dist, call } = await built("react", service);
  const html = await call("npm", "run", "--silent", "render");
  // React chooses the attribute order.
  expect(html).toMatch(/^<game-table [^>]*game="baccarat"/);
  expect(html).toContain(`base-url="${service.url}"`);
  const page = join(dist, "index.html");
  await writeFile(page, (await readFile(page, "utf8")).replace("<!--app-->", html.trim()));
  // The page has two tables: the element and a frame.
  expect(await awaitPhases(service, await serve(dist), 2)).toEqual([]);
});

test.each(["vue", "svelte"])("%s has the package's types in templates", async (name) => {
  const service = await startService();
  const { dist } = await built(name, service);
  expect(await awaitPhases(service, await serve(dist), 1)).toEqual([]);
});
