/*
 * A stop waited for all mails that were due: five of 1.5 s each held it up for 7.4 s, and a mail server
 * that hung for half a minute a mail. A supervisor kills a process that takes so long.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { watchStoreChanges } from "../../../../server/access/store-changes.ts";
import { createVault } from "../../../../server/access/vault.ts";
import { createLazyPortal } from "../../../../server/account/lazy-portal.ts";
import { createOutbox } from "../../../../server/account/mail/outbox.ts";
import { readConfig } from "../../../../server/config/config.ts";
import { createMetrics } from "../../../../server/runtime/metrics.ts";
import { serialized } from "../../../../server/store/serialized.ts";
import { someBuild } from "../../../support/build.ts";
import { engines } from "../../../support/engines.ts";
import { eventually } from "../../../support/eventually.ts";
import { freePort } from "../../../support/free-port.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { noFaults } from "../../../support/no-faults.ts";
import { startServer } from "../../../support/server-process.ts";
import { tempFolder, tempStore } from "../../../support/temp-store.ts";

// Half of what a mail server may take for one mail.
beforeAll(someBuild, 600_000);

const FROM = "games@example.com";
const BASE_URL = "https://games.example.com";
const bodies = (said: readonly string[]) => said.filter((line) => line === "DATA").length;

describe.each(engines)("on $name", (engine) => {
  test("a stop starts no other mail, and does not wait for a mail server that hangs", async () => {
    const mails = await startMailServer({ hangs: true });
    const { store } = await tempStore(await engine.place());
    const env = { SMTP_URL: mails.url, MAIL_FROM: FROM, BASE_URL };
    const vault = createVault(new Uint8Array(32).fill(7));
    const outbox = createOutbox(store, vault);
    for (const to of ["ann@a.example", "bob@b.example", "eve@c.example"]) {
      const mail = { to, lang: "en", subject: "Tableside: reset", text: "" };
      await serialized(store, (within) => outbox.put(within, { kind: "reset", mail }, 0));
    }
    const entrance = createLazyPortal({
      config: readConfig(env),
      store,
      changes: watchStoreChanges(store, noFaults),
      dataDir: await tempFolder(),
      vault: async () => vault,
      byHand: () => Promise.reject(new Error("Nobody asks for a webhook here.")),
      drawPage: async () => new Response(),
      hashing: undefined,
      fetch,
      now: () => 1,
      log: () => {},
      metrics: createMetrics(),
    });
    const working = entrance.jobs.find(({ name }) => name === "mails")?.work();
    await eventually(() => bodies(mails.said) > 0);
    await Promise.all([working, entrance.close()]);
    expect(bodies(mails.said)).toBe(1);
  });
});

test("the process ends even while the mail server hangs", async () => {
  const mails = await startMailServer({ hangs: true });
  const port = await freePort();
  const env = { SMTP_URL: mails.url, MAIL_FROM: FROM, BASE_URL, PORT: String(port) };
  const server = await startServer(env);
  await fetch(`http://127.0.0.1:${port}/account/register/`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ email: "ann@operator.example", password: "correct horse" }),
  });
  await eventually(() => bodies(mails.said) > 0);
  server.child.kill("SIGTERM");
  expect(await server.ended()).toBe(0);
});
