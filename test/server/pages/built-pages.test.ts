import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { expect, onTestFinished, test } from "vitest";
import { builtPages } from "../../../server/pages/built-pages.ts";
import { listen } from "../../support/running-service.ts";
import { tempFolder } from "../../support/temp-store.ts";

/** A fake of the code that Astro built: each page contains the number of pages rendered so far. */
const ENTRY = `
let rendered = 0;
export async function handler(request, response, next, locals) {
  rendered += 1;
  response.writeHead(locals.status ?? 200, { "content-type": "text/html" });
  response.write(Buffer.from(request.url));
  response.write(Buffer.from(\` \${JSON.stringify(locals)} \${rendered}\`));
  response.end();
}`;

/** Serves such pages. `?own` marks a personal page; `?status=` and `?show=` are passed to the page. */
async function startPages(): Promise<(path: string) => Promise<string>> {
  const file = join(await tempFolder(), "entry.mjs");
  await writeFile(file, ENTRY);
  const { renderPage } = builtPages(pathToFileURL(file));
  const app = new H3().all("/**", (event) => {
    const { searchParams } = event.url;
    const status = Number(searchParams.get("status") ?? 200);
    const locals = { show: searchParams.get("show"), status };
    return renderPage(event, new Headers(), locals, { isShared: !searchParams.has("own") });
  });
  const { url, end } = await listen(toNodeHandler(app));
  onTestFinished(end);
  return async (path) => {
    const response = await fetch(url + path);
    return `${response.headers.get("content-type")} ${await response.text()}`;
  };
}

// Cause: rendering a page took 4 ms, during which all other requests waited.
test("a public page is rendered once per data set, not once per user", async () => {
  const see = await startPages();
  const first = await see("/a/?show=1");
  expect(first).toBe('text/html /a/?show=1 {"show":"1","status":200} 1');
  expect(await see("/a/?show=1")).toBe(first);
  expect(await see("/a/?show=2")).toMatch(/ 2$/);
  expect(await see("/b/?show=1")).toMatch(/ 3$/);
  expect(await see("/a/?show=1")).toBe(first);
});

test.each([
  ["a personal page", "/?own"],
  ["a page that failed", "/?status=500"],
])("%s is rendered again for each request", async (_, path) => {
  const see = await startPages();
  expect(await see(path)).toMatch(/ 1$/);
  expect(await see(path)).toMatch(/ 2$/);
});
