import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidInput } from "../../../server/access/invalid-input.ts";
import { parseOrigins } from "../../../server/access/origins.ts";
import { isOnSite } from "../../../src/wire/sites.ts";
import { times } from "../../support/effort.ts";

/** The entry's origin in the header; undefined for an invalid entry. */
function sourcesOf(entry: string): string | undefined {
  try {
    return parseOrigins([entry])[0];
  } catch (error) {
    if (error instanceof InvalidInput) {
      return undefined;
    }
    throw error;
  }
}

describe("a key's allowed origins", () => {
  test.each([
    ["https://a.example", "https://a.example"],
    ["HTTPS://A.Example", "https://a.example"],
    ["https://*.b.example", "https://*.b.example"],
    ["http://localhost:*", "http://localhost:*"],
    ["https://a.example:443", "https://a.example"],
    ["https://spiel-käse.example", "https://xn--spiel-kse-12a.example"],
    ["https://*.도메인.example", "https://*.xn--hq1bm8jm9l.example"],
  ])('the origin "%s" is stored as "%s"', (entry, expected) => {
    expect(parseOrigins([entry])).toEqual([expected]);
  });

  test.each([
    "",
    "*",
    "a.example",
    "ftp://a.example",
    "'self'",
    "https://a.example/table",
    "https://user@a.example",
    "https://a.example; script-src *",
    "https://a.example\nx-header: 1",
    "https://a.example,https://b.example",
    "https://a.*.example",
    "https://*.127.0.0.1",
    "https://a.example:0",
    "https://a..example",
    "https://[::1]",
    "https://a%2eexample",
  ])("the origin %j is rejected with a message", (entry) => {
    expect(() => parseOrigins([entry])).toThrow(InvalidInput);
  });

  test("an origin cannot inject anything into the security policy", () => {
    const entry = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary" }).map((text) => `https://${text}`),
      fc.string({ unit: "binary" }).map((text) => `https://a${text}.example`),
    );
    fc.assert(
      fc.property(entry, (text) => {
        const sources = sourcesOf(text) ?? "https://refused.example";
        expect(sources).toMatch(/^https?:\/\/(\*\.)?[a-z0-9_.-]+(:(\*|\d+))?$/);
      }),
      { numRuns: times(500, 5_000) },
    );
  });

  test("a key has at most 50 origins", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => `https://a${i}.example`);
    expect(parseOrigins(many(50))).toHaveLength(50);
    expect(() => parseOrigins(many(51))).toThrow(InvalidInput);
  });
});

test.each<[string[], string, string]>([
  [[], "https://anybody.example/page", "may"],
  [["https://a.example"], "https://a.example/page?x=1", "may"],
  [["https://a.example"], "http://a.example", "may not"],
  [["https://a.example"], "https://a.example:8443", "may not"],
  [["https://a.example"], "https://a.example.evil.example", "may not"],
  [["https://*.b.example"], "https://www.b.example", "may"],
  [["https://*.b.example"], "https://b.example", "may not"],
  [["https://*.b.example"], "https://evilb.example", "may not"],
  [["http://localhost:*"], "http://localhost:5173/", "may"],
  [["http://a.example"], "https://a.example", "may"],
  [["https://한국.example"], "https://한국.example/", "may"],
])("a page at $1 $2 show tables with a key for $0", (origins, page, may) => {
  expect(isOnSite(parseOrigins(origins), new URL(page))).toBe(may === "may");
});
