import { describe, expect, test } from "vitest";
import { createVault } from "../../../server/access/vault.ts";
import type { Mail } from "../../../server/account/mail/email-texts.ts";
import {
  createMailSender,
  createOutbox,
  deleteOldEmails,
} from "../../../server/account/mail/outbox.ts";
import type { MailKind, MailOutcome } from "../../../server/account/mail/outbox.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store, StorePlace } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ANN = "ann@operator.example";

function mailServer() {
  const emails: Mail[] = [];
  const server = { isUp: true, emails, ids: new Set<string>() };
  async function send(mail: Mail, id = "") {
    if (!server.isUp) {
      throw new Error("The mail server did not accept an email (ECONNREFUSED).");
    }
    emails.push(mail);
    server.ids.add(id);
  }
  return { server, send };
}

describe.each(engines)("on $name", (engine) => {
  function serverOn(store: Store, clock: { nowMs: number }, key = vault) {
    const outbox = createOutbox(store, key);
    const { server, send } = mailServer();
    const log: [string, object | undefined][] = [];
    const counts: MailOutcome[] = [];
    const sender = createMailSender({
      outbox,
      send,
      now: () => clock.nowMs,
      log: (event, detail) => void log.push([event, detail]),
      count: (outcome) => void counts.push(outcome),
    });
    const put = (kind: MailKind, to = ANN, text = kind as string) => {
      const input = { kind, mail: { to, subject: "Tableside", text } };
      return serialized(store, (within) => outbox.put(within, input, clock.nowMs));
    };
    return { server, sender, log, counts, put };
  }

  async function open(place?: StorePlace) {
    const { store } = await tempStore(place ?? (await engine.place()));
    const clock = { nowMs: NOW_MS };
    return { store, clock, ...serverOn(store, clock) };
  }

  test("an email that the mail server did not accept is sent once after it recovers", async () => {
    const { server, sender, clock, log, counts, put } = await open();
    server.isUp = false;
    await put("verify");
    await sender.work();
    expect(log).toEqual([
      ["email not sent", { kind: "verify", tries: 1, cause: expect.any(String), againInS: 15 }],
    ]);
    server.isUp = true;
    clock.nowMs += 14_000;
    await sender.work();
    expect(server.emails).toEqual([]);
    clock.nowMs += 1_000;
    await sender.work();
    await sender.work();
    expect(server.emails).toEqual([{ to: ANN, subject: "Tableside", text: "verify" }]);
    expect(counts).toEqual(["failed", "sent"]);
  });

  test("a reset link waits for at most an hour, and other emails for a day", async () => {
    for (const [kind, waitMs] of [
      ["reset", HOUR_MS],
      ["verify", DAY_MS],
    ] as const) {
      for (const [passedMs, outcome] of [
        [waitMs - 1, "sent"],
        [waitMs, "given_up"],
      ] as const) {
        const { sender, clock, counts, put } = await open();
        await put(kind);
        clock.nowMs += passedMs;
        await sender.work();
        expect([kind, passedMs, ...counts]).toEqual([kind, passedMs, outcome]);
      }
    }
  });

  // Cause: emails about payments used up the limit, so a customer who had just paid could not reset the password.
  test("notification emails do not delay a reset link", async () => {
    const { put } = await open();
    for (let i = 0; i < 12; i++) {
      await put("news");
    }
    expect(await put("reset")).toBe(true);
  });

  test("an email's text is stored until it is sent, for at most a day, and its record for two days", async () => {
    const { store, server, sender, clock, put } = await open();
    const texts = async () => {
      await deleteOldEmails(store, clock.nowMs);
      const rows = await store.db.selectFrom("outbox").select("sealed").execute();
      return rows.map(({ sealed }) => (sealed === null ? "deleted" : "stored")).toSorted();
    };
    await put("verify");
    await sender.work();
    expect(await texts()).toEqual(["deleted"]);
    server.isUp = false;
    await put("verify");
    expect(await texts()).toEqual(["deleted", "stored"]);
    while (clock.nowMs < NOW_MS + DAY_MS) {
      await sender.work();
      clock.nowMs += HOUR_MS;
    }
    expect(await texts()).toEqual(["deleted", "deleted"]);
    clock.nowMs = NOW_MS + 2 * DAY_MS;
    expect(await texts()).toHaveLength(2);
    clock.nowMs += 1;
    expect(await texts()).toEqual([]);
  });

  test("an email is sent only once, even by several servers", async () => {
    const place = await engine.place();
    const first = await open(place);
    const others = await Promise.all(
      [1, 2, 3].map(async () => serverOn((await tempStore(place)).store, first.clock)),
    );
    const readers = Array.from({ length: 12 }, (_, number) => `reader${number}@operator.example`);
    for (const reader of readers) {
      await first.put("verify", reader);
    }
    const servers = [first, ...others];
    await Promise.all(servers.flatMap(({ sender }) => [sender.work(), sender.work()]));
    const sent = servers.flatMap(({ server }) => server.emails.map(({ to }) => to));
    expect(sent.toSorted()).toEqual(readers.toSorted());
  });

  test("another server sends an email if the one that took it was killed", async () => {
    const { store, clock, put } = await open();
    await put("verify");
    await createOutbox(store, vault).take(clock.nowMs);
    const { server, sender } = serverOn(store, clock);
    clock.nowMs += 119_999;
    await sender.work();
    expect(server.emails).toEqual([]);
    clock.nowMs += 1;
    await sender.work();
    expect(server.emails).toHaveLength(1);
  });

  test("an email is dropped if the key that encrypted it is lost", async () => {
    const { store, clock, put } = await open();
    await put("verify");
    const { server, sender, log } = serverOn(store, clock, createVault(new Uint8Array(32)));
    await sender.work();
    expect(server.emails).toEqual([]);
    expect(log).toEqual([
      [
        "email given up",
        expect.objectContaining({ cause: expect.stringMatching(/key-encryption key/) }),
      ],
    ]);
  });

  test("a mailbox gets at most four emails an hour, of all kinds and from all servers", async () => {
    const place = await engine.place();
    const { put, clock } = await open(place);
    const { put: putElsewhere } = serverOn((await tempStore(place)).store, clock);
    const ways = [
      () => put("verify"),
      () => putElsewhere("reset"),
      () => put("reset", "Ann@Operator.example"),
      () => putElsewhere("verify", "ann+news@operator.example"),
    ];
    const anHour = async () => {
      let kept = 0;
      for (const way of [...ways, ...ways]) {
        kept += (await way()) ? 1 : 0;
      }
      clock.nowMs += HOUR_MS;
      return kept;
    };
    expect([await anHour(), await anHour(), await anHour(), await anHour()]).toEqual([4, 4, 2, 0]);
    expect(await put("verify", "ben@operator.example")).toBe(true);
    clock.nowMs += DAY_MS;
    expect(await put("verify")).toBe(true);
  });
});
