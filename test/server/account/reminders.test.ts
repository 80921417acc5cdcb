import { describe, expect, test } from "vitest";
import type { Mail } from "../../../server/account/mail/email-texts.ts";
import { queueReminders } from "../../../server/account/mail/news.ts";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import { engines } from "../../support/engines.ts";
import { anInvoice, pays, takeEmails, vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const END_MS = NOW_MS + 30 * DAY_MS;
const { emails } = accountWords("en");

describe.each(engines)("on $name", (engine) => {
  async function subscribed() {
    const { store } = await tempStore(await engine.place());
    await pays(store, await anInvoice(store, "ann", NOW_MS), 1, NOW_MS);
    const outbox = createOutbox(store, vault);
    const baseUrl = "https://games.example.com";
    const deps = { store, outbox, baseUrl, timeZone: "Asia/Seoul", log: () => {} };
    const emails: Mail[] = [];
    async function look(nowMs: number): Promise<void> {
      await queueReminders(deps, nowMs);
      emails.push(...(await takeEmails(outbox, nowMs)));
    }
    const subjects = () => emails.map(({ subject }) => subject.replace("Tableside: ", ""));
    return { deps, emails, subjects, look };
  }

  const endsIn = (days: number) => emails.ends("", "", days).subject;
  const ENDED = emails.ended("", "").subject;

  test("a reminder is sent 7, 3 and 1 days before a subscription ends and when it ends", async () => {
    const { emails, subjects, look } = await subscribed();
    for (let hour = 0; hour <= 35 * 24; hour += 6) {
      await look(NOW_MS + hour * 3_600_000);
    }
    expect(subjects()).toEqual([endsIn(7), endsIn(3), endsIn(1), ENDED]);
    expect(emails[0]).toMatchObject({ to: "ann@operator.example" });
    expect(emails[0]?.text).toContain("https://games.example.com/account/plans/");
  });

  test("a reminder is written only once, even by twenty servers", async () => {
    const { subjects, deps, look } = await subscribed();
    const nowMs = END_MS - 6 * DAY_MS;
    await Promise.all(Array.from({ length: 20 }, () => queueReminders(deps, nowMs)));
    await look(nowMs);
    expect(subjects()).toEqual([endsIn(6)]);
  });
});
