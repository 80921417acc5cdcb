import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/sandbox.ts";
import { sharedService } from "../../support/service.ts";

const service = sharedService();
const sandbox = sharedSandbox();
const MARK = "SANDBOX: rounds for tests only";
const AS_PAGE = { headers: { accept: "text/html" } };

test.each([
  ["the front page", "/"],
  ["the page that checks rounds", "/verify/"],
  ["a page that there is not", "/nowhere"],
  ["a table without a key", "/embed/baccarat/"],
  ["a game that there is not", "/embed/poker/"],
])("%s is marked once in a sandbox, and never elsewhere", async (_, path) => {
  const answer = await fetch(sandbox().url + path, AS_PAGE);
  const page = await answer.text();
  expect(page.split(MARK)).toHaveLength(2);
  const real = await service().ask(path, AS_PAGE);
  expect(answer.status).toBe(real.status);
  expect(await real.text()).not.toMatch(/sandbox/i);
});

test("the mark's style passes the policy of each page, whose own is as it was", async () => {
  for (const path of ["/", "/verify/", "/nowhere"]) {
    const policyOf = ({ headers }: Response) => headers.get("content-security-policy") ?? "";
    const marked = policyOf(await fetch(sandbox().url + path, AS_PAGE));
    const real = policyOf(await service().ask(path, AS_PAGE));
    expect(marked.replace(/(style-src) 'sha256-[^']+'/, "$1")).toBe(real);
    expect(marked).not.toBe(real);
  }
});

test("a table marks itself, and what is no page is as it was", async () => {
  const { url, read, state } = sandbox();
  const { keys } = await state();
  const table = await (await fetch(`${url}/embed/baccarat/?key=${keys.good}`)).text();
  expect(table).toContain('<p class="sandbox" lang="en">Sandbox</p>');
  expect(table).not.toContain(MARK);
  expect(await read("/embed/baccarat/api/schedule")).toHaveProperty("sandbox", true);
  expect(await service().read("/embed/baccarat/api/schedule")).not.toHaveProperty("sandbox");
  const script = await fetch(`${url}/game-table.js`);
  expect(await script.bytes()).toEqual(await (await service().ask("/game-table.js")).bytes());
});

test("a browser that takes compressed pages gets a marked one too", async () => {
  const asked = { headers: { accept: "text/html", "accept-encoding": "br, gzip" } };
  const answer = await fetch(`${sandbox().url}/verify/`, asked);
  expect(await answer.text()).toContain(MARK);
});
