/*
 * Attack: somebody copies a key that is limited to a site from its HTML and opens the table in a tab, or shares its
 * address: frame-ancestors only affects frames. Defence: such a key is refused, with a
 * message, if the browser reports a top-level page.
 */
import { expect, test } from "vitest";
import { issueKey, startService } from "../support/service.ts";

const open = (keyText: string) => `/embed/baccarat/?key=${keyText}`;
const loadedAs = (dest: string) => ({ headers: { "sec-fetch-dest": dest, accept: "text/html" } });

test("a key that is limited to certain sites opens no table in a tab", async () => {
  const service = await startService();
  const { keyText } = await issueKey(service, { origins: ["https://acme.example"] });
  const page = await service.ask(open(keyText), loadedAs("document"));
  expect(page.status).toBe(403);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("limited to certain sites");
  const asked = { headers: { "sec-fetch-dest": "document", accept: "application/json" } };
  expect(await (await service.ask(open(keyText), asked)).json()).toMatchObject({
    title: "Forbidden",
    code: "key_needs_frame",
  });
  expect(await service.metrics.text()).toContain(
    'tableside_key_refusals_total{reason="no_frame"} 2',
  );
});

test.each([
  ["an iframe", "iframe"],
  ["a frame of a frameset", "frame"],
  ["an embed tag", "embed"],
  ["an object tag", "object"],
  ["a browser that does not report how it loads a page", undefined],
])("a key that is limited to certain sites opens a table in %s", async (_, dest) => {
  const service = await startService();
  const { keyText } = await issueKey(service, { origins: ["https://acme.example"] });
  const response = await service.ask(open(keyText), dest === undefined ? {} : loadedAs(dest));
  expect(response.status).toBe(200);
});
