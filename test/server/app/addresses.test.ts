import { describe, expect, test } from "vitest";
import { games, slugs } from "../../../src/games/index.ts";
import { sharedService } from "../../support/service.ts";

const service = sharedService();

const UNKNOWN_GAME = {
  title: "Not Found",
  status: 404,
  detail: "There is no such game. Use one of: dragontiger, baccarat, bigsixball.",
  code: "unknown_game",
};
const NOTHING_HERE = {
  title: "Not Found",
  status: 404,
  detail: "There is nothing at this address. Check its spelling.",
  code: "not_found",
};

describe.each(["", "api/current", "api/results", "api/schedule"])("/embed/{slug}/%s", (rest) => {
  test.each([
    "nosuch",
    "Baccarat",
    "BACCARAT",
    "baccarat.",
    "baccarat...",
    "baccarat%20",
    "baccarat%00",
    "baccarat%2f",
    "baccarat;v=1",
    ".baccarat",
    "baccara",
    "baccaratt",
    "bigsix",
    "..%2f",
    "..%2fbaccarat",
    "..%5c",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "*",
    ":slug",
    "[slug]",
    "%E2%80%AEbaccarat",
    "x".repeat(64),
  ])("knows no game %s", async (slug) => {
    const { ask } = service();
    const answer = await ask(`/embed/${slug}/${rest}`, { headers: { accept: "application/json" } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual(UNKNOWN_GAME);
  });

  test.each([
    ["an empty slug", `/embed//${rest}`],
    ["a slash too many before", `//embed/baccarat/${rest}`],
    ["a slash too many between", `/embed//baccarat/${rest}`],
    ["a slash too many after", `/embed/baccarat//${rest}`],
    ["another case of the rest", `/EMBED/baccarat/${rest}`],
  ])("has nothing at %s", async (_, path) => {
    const { ask } = service();
    const answer = await ask(path, { headers: { accept: "application/json" } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ title: "Not Found" });
  });

  test.each(["%", "%zz", "%E0%A4%A"])("cannot be read with the slug %s", async (slug) => {
    const answer = await service().ask(`/embed/${slug}/${rest}`, {
      headers: { accept: "application/json" },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      title: "Bad Request",
      status: 400,
      code: "malformed_address",
    });
    expect(service().log).toEqual([]);
  });
});

test("a slug may be percent-encoded: it is the same address", async () => {
  const { ask, read } = service();
  const plain = await read("/embed/baccarat/api/current");
  expect(await read("/embed/%62accarat/api/current")).toEqual(plain);
  expect(await read("/embed/%62%61%63%63%61%72%61%74/api/current")).toEqual(plain);
  expect((await ask("/embed/%62accarat")).headers.get("location")).toBe("/embed/baccarat/");
});

test("a slash at the end of an API address changes nothing", async () => {
  const { read } = service();
  for (const part of ["current", "results", "schedule"]) {
    const path = `/embed/bigsixball/api/${part}`;
    expect(await read(`${path}/`)).toEqual(await read(path));
  }
});

test("each game answers for itself", async () => {
  const { read } = service();
  const states = await Promise.all(slugs.map((slug) => read(`/embed/${slug}/api/current`)));
  expect(new Set(states.map((state) => Object.keys(state as object).join())).size).toBe(
    games.length,
  );
});

describe("without its slash an embed page", () => {
  test.each([
    ["", "/embed/baccarat/"],
    ["?key=abc", "/embed/baccarat/?key=abc"],
    [
      "?key=a%20b&lang=ko&x=%2F%2Fevil.example",
      "/embed/baccarat/?key=a%20b&lang=ko&x=%2F%2Fevil.example",
    ],
    ["?key=a&key=b", "/embed/baccarat/?key=a&key=b"],
  ])("redirects with its query %s kept", async (query, location) => {
    const { ask } = service();
    for (const method of ["GET", "HEAD"]) {
      const answer = await ask(`/embed/baccarat${query}`, { method });
      expect(answer.status).toBe(308);
      expect(answer.headers.get("location")).toBe(location);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.text()).toBe("");
    }
  });

  test("of an unknown game is refused rather than redirected", async () => {
    const { ask } = service();
    expect((await ask("/embed/nosuch?key=abc")).status).toBe(404);
  });
});

describe("no file outside the built ones is at", () => {
  test.each([
    "/_astro/../../package.json",
    "/_astro/%2e%2e/%2e%2e/package.json",
    "/_astro/..%2f..%2fpackage.json",
    "/_astro/%2e%2e%2f%2e%2e%2fpackage.json",
    "/_astro/..%5c..%5cpackage.json",
    "/_astro/%252e%252e/package.json",
    "/..%00/package.json",
    "/package.json",
    "//etc/passwd",
    "/_astro",
    "/_astro/",
    "/.built-from",
    "/%2ebuilt-from",
    "/index.html",
    "/embed/baccarat/index.html",
    "/embed/baccarat/%69ndex.html",
    "/embed/baccarat/index%2ehtml",
    "/favicon.svg/",
    "/FAVICON.SVG",
    "/constructor",
    "/__proto__",
    "/embed",
    "/embed/%2e%2e/api/current",
    "/embed/%2e/api/current",
    "/api/current",
    "/baccarat/api/current",
  ])("%s", async (path) => {
    const { ask } = service();
    const answer = await ask(path, { headers: { accept: "application/json" } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual(NOTHING_HERE);
  });
});
