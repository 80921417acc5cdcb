import { describe, expect, test } from "vitest";
import { directivesOf, inlineStylesOf, sourceOf } from "../../support/embed-page.ts";
import { issueKey, sharedService } from "../../support/service.ts";

const service = sharedService();

async function page(origins: readonly string[] = []): Promise<Response> {
  const { keyText } = await issueKey(service(), { origins });
  return service().ask(`/embed/baccarat/?key=${keyText}`);
}

test("an embed page has exactly these headers", async () => {
  const { headers } = await page();
  expect(Object.fromEntries(headers)).toEqual({
    "cache-control": "no-store",
    "content-security-policy": expect.any(String),
    "content-type": "text/html; charset=utf-8",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  });
});

test("an embed page's policy allows only the service's own files", async () => {
  const response = await page();
  const html = await response.text();
  const { "style-src": styles, ...directives } = directivesOf(response.headers);
  expect(directives).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "img-src": ["'self'", "data:", "blob:"],
    "connect-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  });
  const inlined = inlineStylesOf(html).map(sourceOf);
  // The styles of the page, the table and the server-rendered table.
  expect(inlined).toHaveLength(3);
  expect(styles?.toSorted()).toEqual(inlined.toSorted());
  expect(response.headers.get("content-security-policy")).not.toContain("unsafe");
});

describe("pages that can embed the table", () => {
  test("any page can embed the table if the key has no origins", async () => {
    expect(directivesOf((await page()).headers)).not.toHaveProperty("frame-ancestors");
  });

  test("only the key's origins can embed the table if it has any", async () => {
    const origins = ["https://casino.example", "https://*.casino.example", "http://localhost:*"];
    expect(directivesOf((await page(origins)).headers)["frame-ancestors"]).toEqual(origins);
  });
});
