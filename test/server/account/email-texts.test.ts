import { describe, expect, test } from "vitest";
import type { AccountMail } from "../../../server/account/auth/better-auth.ts";
import {
  linkEmail,
  addressChangedEmail,
  newsEmail,
  reminderEmail,
  webhookOffEmail,
} from "../../../server/account/mail/email-texts.ts";
import type { Mail } from "../../../server/account/mail/email-texts.ts";
import { NEWS } from "../../../server/store/audit.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const URL = "https://games.example.com";
const TO = "ann@operator.example";
const PARTS = { baseUrl: URL, timeZone: "Asia/Seoul" };
/** Every detail that an email may mention: an address, an amount, a hash, a browser, a name. */
const DETAIL = {
  amount: "49.28",
  hash: "ab12",
  origins: "https://a.example",
  address: "203.0.113.7",
  browser: "Firefox",
  name: "Pocket",
};

/** Each kind of email, its required content, and whether it states a time. */
function emailsIn(lang: string): [kind: string, mail: Mail, holds: readonly string[]][] {
  const reader = { email: TO, lang };
  const when = lang === "ko" ? "2026년 7월 1일 09:00 GMT+9" : "Jul 1, 2026, 09:00 GMT+9";
  const link = (kind: AccountMail["kind"], token: string) =>
    linkEmail({ kind, to: TO, lang, token, newEmail: "new@operator.example" }, PARTS);
  const ends = (days: number) =>
    reminderEmail({ ...reader, endsAtMs: NOW_MS }, PARTS, NOW_MS - days * DAY_MS);
  const off = (reason: "failed" | "gone") =>
    webhookOffEmail(reader, { url: "https://hooks.example/x", reason }, PARTS);
  return [
    ["verify", link("verify", "T0KEN"), [`${URL}/account/verify/?token=T0KEN`]],
    ["reset", link("reset", "T0KEN"), [`${URL}/account/reset/?token=T0KEN`]],
    ["taken", link("taken", ""), [`${URL}/account/sign-in/`]],
    ["the plan ends in 7 days", ends(7), [when, "7", `${URL}/account/plans/`]],
    ["the plan ends in a day", ends(1), [when, `${URL}/account/plans/`]],
    ["the plan has ended", ends(0), [when, `${URL}/account/plans/`]],
    ["a webhook failed", off("failed"), ["hooks.example", `${URL}/account/webhooks/`]],
    ["a webhook is gone", off("gone"), ["hooks.example", `${URL}/account/webhooks/`]],
    ["a former address", link("address_old", "T0KEN"), ["operator.example", "token=T0KEN"]],
    ["a taken address", link("address_new", "T0KEN"), ["token=T0KEN"]],
    ["a moved account", addressChangedEmail(reader, NOW_MS, PARTS), [when]],
    ...NEWS.map((action): [string, Mail, readonly string[]] => {
      const mail = newsEmail({ ...reader, action, atMs: NOW_MS, detail: DETAIL }, PARTS);
      return [action, mail, [when, `${URL}/account/`]];
    }),
  ];
}

const HANGUL = /\p{Script=Hangul}/u;

describe.each(["en", "ko"])("emails in %s", (lang) => {
  test.each(emailsIn(lang))(
    'the "%s" email states its subject, the time and the page to act on',
    (_, mail, holds) => {
      expect(mail.to).toBe(TO);
      expect(mail.subject).toMatch(/^Tableside: \S/);
      for (const text of holds) {
        expect(`${mail.subject}\n${mail.text}`).toContain(text);
      }
      // An address, a hash or a name is on its own line.
      const said = mail.text.split("\n").filter((line) => line.replace(/^- /, "").includes(" "));
      expect(said.length).toBeGreaterThan(0);
      for (const line of [mail.subject.slice("Tableside: ".length), ...said]) {
        expect([line, HANGUL.test(line)]).toEqual([line, lang === "ko"]);
      }
    },
  );
});
