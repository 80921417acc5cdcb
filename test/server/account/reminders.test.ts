import { describe, expect, test } from "vitest";
import { accountWords } from "../../../src/i18n/account/index.ts";
import type { Mail, Mailer } from "../../../server/account/mailer.ts";
import { sendReminders } from "../../../server/account/reminders.ts";
import { decideClaim } from "../../../server/payment/decide.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { aClaim, anInvoice, aReceipt, hashOf, vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const END_MS = NOW_MS + 30 * DAY_MS;
const { letters } = accountWords("en");

describe.each(engines)("reminders in $name", (engine) => {
  /** Has an account pay for 30 days. */
  async function subscribe(store: Store, accountId: string, number: number): Promise<void> {
    const invoice = await anInvoice(store, accountId, NOW_MS);
    const claim = await aClaim(store, invoice, hashOf(number), NOW_MS);
    const transfers = [{ to: RECEIVER, amount: invoice.amount }];
    const receipt = aReceipt(hashOf(number), NOW_MS, transfers);
    await decideClaim(store, vault, claim, receipt, NOW_MS);
  }

  /** An account that has paid for 30 days, and a mailer that keeps what it is given. */
  async function subscribed() {
    const { store } = await tempStore(await engine.place());
    await subscribe(store, "ann", 1);
    const mails: Mail[] = [];
    const mailer: Mailer = { reachesPeople: true, send: async (mail) => void mails.push(mail) };
    const desk = { store, mailer, baseUrl: "https://games.example.com" };
    const subjects = () => mails.map(({ subject }) => subject.replace("Tableside: ", ""));
    return { store, desk, mails, subjects, send: (nowMs: number) => sendReminders(desk, nowMs) };
  }

  test("go out 7, 3 and 1 days before the end and at the end, each once", async () => {
    const { mails, subjects, send } = await subscribed();
    for (let hour = 0; hour <= 35 * 24; hour += 3) {
      await send(NOW_MS + hour * 3_600_000);
    }
    expect(subjects()).toEqual([
      letters.ends7.subject,
      letters.ends3.subject,
      letters.ends1.subject,
      letters.ended.subject,
    ]);
    expect(mails[0]).toMatchObject({ to: "ann@operator.example" });
    expect(mails[0]?.text).toContain("https://games.example.com/account/plans/");
  });

  test("do not pile up where nobody sent any for a while: the nearest alone goes out", async () => {
    const { subjects, send } = await subscribed();
    await send(END_MS - DAY_MS / 2);
    await send(END_MS - DAY_MS / 3);
    expect(subjects()).toEqual([letters.ends1.subject]);
  });

  test("say nothing of an end that is long past, nor to who has just paid", async () => {
    const { store, subjects, send } = await subscribed();
    await send(END_MS + 4 * DAY_MS);
    await store.db
      .updateTable("subscription")
      .set({ ends_at: NOW_MS + 2 * DAY_MS })
      .execute();
    await send(NOW_MS + 3_600_000);
    expect(subjects()).toEqual([]);
  });

  test("are sent once by twenty servers at a time", async () => {
    const { subjects, send } = await subscribed();
    await Promise.all(Array.from({ length: 20 }, () => send(END_MS - 6 * DAY_MS)));
    expect(subjects()).toEqual([letters.ends7.subject]);
  });

  test("reach the others where one of them cannot be handed in", async () => {
    const { store, desk, mails } = await subscribed();
    await subscribe(store, "ben", 2);
    const ben = "ben@operator.example";
    const picky: Mailer = {
      ...desk.mailer,
      send: (mail) => (mail.to === ben ? desk.mailer.send(mail) : Promise.reject(new Error("550"))),
    };
    await expect(sendReminders({ ...desk, mailer: picky }, END_MS)).rejects.toThrow("550");
    expect(mails.map(({ to }) => to)).toEqual([ben]);
    await sendReminders(desk, END_MS);
    expect(mails.map(({ to }) => to)).toEqual([ben, "ann@operator.example"]);
  });

  test("are tried again when the mail could not be handed in", async () => {
    const { desk, subjects, send } = await subscribed();
    const down: Mailer = {
      reachesPeople: true,
      send: () => Promise.reject(new Error("no route to the mail server")),
    };
    await expect(sendReminders({ ...desk, mailer: down }, END_MS)).rejects.toThrow("no route");
    await send(END_MS);
    expect(subjects()).toEqual([letters.ended.subject]);
  });
});
