import { beforeAll, expect, onTestFinished, test } from "vitest";
import { newKeyText } from "../../../server/access/key-text.ts";
import { issue, revoke } from "../../../server/access/keys.ts";
import { setMaintenance } from "../../../server/access/maintenance.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { ensureBuild } from "../../support/build.ts";
import { eventually } from "../../support/eventually.ts";
import { asAdmin, databaseUrl, PASSWORD, startPostgres } from "../../support/postgres.ts";
import { startServer } from "../../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../../support/service.ts";

beforeAll(ensureBuild, 600_000);

const DAY_MS = 86_400_000;

const secrets = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: OTHER_SECRET_HEX };

/** A server in its own process on its own PostgreSQL server, which a test can stop. */
async function onPostgres() {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.end());
  await asAdmin(postgres.port, "create database outage owner tableside");
  const url = databaseUrl(postgres.port, "outage");
  const settings = { DATABASE_URL: url, ...secrets };
  const issueKey = () =>
    withStore(url, (store) => {
      const nowMs = Date.now();
      return issue(store, { label: "Acme", endsAtMs: nowMs + DAY_MS, origins: [] }, nowMs);
    });
  return { postgres, url, settings, issueKey };
}

async function withStore<T>(
  url: string,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
): Promise<T> {
  const store = await openStore({ url });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

test("a server keeps running for ten seconds without its database", async () => {
  const { postgres, url, settings, issueKey } = await onPostgres();
  const [used, unused] = [await issueKey(), await issueKey()];
  await withStore(url, (store) => setMaintenance(store, "bigsixball", true, Date.now()));
  const server = await startServer({ ...settings, METRICS_PORT: "0" });
  const { address, end, untilPrinted, stdout, stderr } = server;
  const [metricsUrl = ""] = /http:[^"]*\/metrics/.exec(stdout()) ?? [];
  const storeUp = async () =>
    /^tableside_database_up (\d)$/m.exec(await (await fetch(metricsUrl)).text())?.[1];
  const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status;
  const page = (keyText: string) => `/embed/baccarat/?key=${keyText}`;
  expect(await statusOf(page(used.keyText))).toBe(200);
  const form = (path: string) =>
    fetch(`${address}/account/${path}/`, {
      method: "POST",
      headers: { origin: address, accept: "text/html" },
      body: new URLSearchParams({ email: "ann@example.com", password: "correct horse battery" }),
      redirect: "manual",
    });
  expect((await form("register")).status).toBe(303);

  await postgres.stop();
  await untilPrinted('"event":"database unreachable"');
  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: "degraded" });
  expect(await statusOf(page(used.keyText))).toBe(200);
  // This key is not cached, because it is unused so far.
  expect(await statusOf(page(unused.keyText))).toBe(503);
  for (const part of ["current", "schedule", "results?limit=500"]) {
    expect(await statusOf(`/embed/baccarat/api/${part}`)).toBe(200);
  }
  expect(await statusOf("/embed/bigsixball/api/current")).toBe(503);
  expect(await statusOf(page("garbage"))).toBe(401);
  const refused = await fetch(`${address}${page(newKeyText())}`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.text()).toContain("cannot be checked right now");
  for (const path of ["register", "sign-in", "forgot"]) {
    const response = await form(path);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    // After ten seconds, the time is also unknown.
    expect(await response.text()).toMatch(/The database does not respond|cannot accept forms/);
  }
  expect(stdout()).not.toContain('"event":"fault"');
  expect(await storeUp()).toBe("0");
  // The time is unknown.
  await eventually(async () => (await statusOf("/embed/baccarat/api/current")) === 503);
  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({
    detail: expect.stringMatching(/^The database has not responded for \d/),
  });
  expect(await statusOf("/embed/baccarat/api/results")).toBe(200);

  await postgres.start();
  await untilPrinted('"event":"database back"');
  const later = await issueKey();
  // The time is known again shortly after the store responds.
  await eventually(async () => (await statusOf(page(later.keyText))) === 200);
  await withStore(url, (store) => revoke(store, used.id, Date.now()));
  await eventually(async () => (await statusOf(page(used.keyText))) === 401);
  // On a busy machine, the database might respond late once more.
  await eventually(async () => {
    const { status } = (await (await fetch(`${address}/healthz`)).json()) as { status: string };
    return status === "ok" && (await storeUp()) === "1";
  });

  await postgres.stop();
  expect(await end("SIGTERM")).toBe(0);
  expect(stderr()).toBe("");
  for (const password of [PASSWORD, encodeURIComponent(PASSWORD)]) {
    expect(stdout()).not.toContain(password);
  }
});
