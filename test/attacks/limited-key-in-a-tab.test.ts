/*
 * Attack: somebody copies a key that is limited to a site from its HTML and opens the table in a tab, where
 * `frame-ancestors` has no effect. Defence: such a key is rejected if the browser reports a top-level page.
 */
import { expect, test } from "vitest";
import { issueKey, startService } from "../support/service.ts";

test.each([
  ["in an iframe", "iframe", 200],
  ["if the browser does not report how it loads a page", undefined, 200],
  ["in a tab", "document", 403],
])("a key limited to sites works in frames, not in tabs: %s", async (_, dest, status) => {
  const service = await startService();
  const { keyText } = await issueKey(service, { origins: ["https://acme.example"] });
  const headers = { accept: "text/html", ...(dest !== undefined && { "sec-fetch-dest": dest }) };
  const page = await service.ask(`/embed/baccarat/?key=${keyText}`, { headers });
  expect([page.status, page.headers.get("content-type")]).toEqual([
    status,
    "text/html; charset=utf-8",
  ]);
  expect((await page.text()).includes("works only in an iframe")).toBe(status === 403);
  expect((await service.metrics.text()).includes('reason="no_frame"} 1')).toBe(status === 403);
});
