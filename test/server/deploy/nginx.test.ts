import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Problem } from "../../../src/wire/problem.ts";

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

// Cause: nginx called a service without a running server `overloaded`, and its owner looked for a flood.
test("refusals by nginx have documented codes, and that of a service that is away is `not_ready`", async () => {
  const api = await read("src/content/docs/api.md");
  const refusals = [
    ...(await read("server/deploy/nginx.conf")).matchAll(/return (\d+) '(\{.*\})';/g),
  ];
  const found = refusals.map(([, returned, body = ""]) => {
    const { title, status, detail, code } = JSON.parse(body) as Problem<string>;
    expect([title, detail]).toEqual([expect.any(String), expect.any(String)]);
    expect(api).toMatch(new RegExp(`\\| \`${code}\` +\\| ${status} `));
    return [Number(returned), status, code];
  });
  expect(found).toEqual([
    [429, 429, "too_many_requests"],
    [503, 503, "not_ready"],
  ]);
});
