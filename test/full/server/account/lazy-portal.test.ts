import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../../../support/server-process.ts";
import { tempFolder } from "../../../support/temp-store.ts";

/** The modules of accounts and payments, without those that settings also use (plans, addresses). */
const PORTAL =
  /\/server\/account\/(?!lazy-portal)|\/server\/payment\/(worker|credit|tron-node|invoices)\.ts|\/better-auth\/|\/nodemailer\/|\/dist-server\//;

test("a server does not load account code before the first request for an account page", async () => {
  const file = join(await tempFolder(), "modules.txt");
  const hook = new URL("../../../support/log-modules.ts", import.meta.url).href;
  const server = await startServer({ NODE_OPTIONS: `--import ${hook}`, MODULE_LOG: file });
  const loaded = async () =>
    (await readFile(file, "utf8")).split("\n").filter((url) => PORTAL.test(url));

  for (const path of [
    "/",
    "/healthz",
    "/embed/baccarat/api/current",
    "/embed/baccarat/api/results",
  ]) {
    const response = await fetch(server.address + path);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  }
  expect(await loaded()).toEqual([]);

  const page = await fetch(`${server.address}/account/sign-in/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("<form");
  expect((await loaded()).length).toBeGreaterThan(10);
});
