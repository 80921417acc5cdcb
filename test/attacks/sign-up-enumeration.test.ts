// Attack: a stranger wants to know who has an account. He registers somebody's address with his own password, and
// then signs in with it. Effect: "not confirmed yet" revealed that the address had been free, "wrong password" that
// it has an account. From fifteen network addresses he could also cause fifteen emails to one person, since only the
// form for a new password counted emails by mailbox. Defence: sign-in gives the same response, after the same time, to
// a wrong password, an unknown address and an unconfirmed one; the outbox allows one mailbox four emails an hour, of
// all kinds and from all servers.
import { describe, expect, test } from "vitest";
import { engines, settingsFor } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { startListening } from "../support/listening-service.ts";
import { startMailServer } from "../support/mail-server.ts";
import { OTHER_SECRET_HEX } from "../support/service.ts";
import { tempStore } from "../support/temp-store.ts";
import { newVisitor, PASSWORD } from "../support/visitor.ts";

const REGISTER = "/account/register/";
const SIGN_IN = "/account/sign-in/";
const VICTIM = "ann@operator.example";
const OUR_FORM = { "sec-fetch-site": "same-origin" };

describe.each(engines)("on $name", (engine) => {
  /** A service with email, where ann has an account and ben has not confirmed his. */
  async function open() {
    const emails = await startMailServer();
    const place = await engine.place();
    const service = await startListening({
      env: {
        SMTP_URL: emails.url,
        MAIL_FROM: "games@example.com",
        BASE_URL: "https://games.example.com",
        TRUST_PROXY: "loopback",
        SIGNING_KEY: OTHER_SECRET_HEX,
        ...settingsFor(place),
      },
    });
    const { store } = await tempStore(place);
    for (const email of [VICTIM, "ben@operator.example"]) {
      await newVisitor(service).post(REGISTER, { email, password: PASSWORD }, OUR_FORM);
    }
    await store.db
      .updateTable("account_user")
      .set({ email_verified: 1 })
      .where("email", "=", VICTIM)
      .execute();
    const settled = () =>
      eventually(async () => {
        const left = await store.db
          .selectFrom("outbox")
          .select("id")
          .where("sealed", "is not", null)
          .execute();
        return left.length === 0;
      });
    return { emails, service, settled };
  }

  test("sign-up and sign-in do not reveal whether an address has an account", async () => {
    const { service } = await open();
    const emails = [VICTIM, "ben@operator.example", "eve@operator.example"];
    const stories = [];
    for (const email of emails) {
      const eve = newVisitor(service);
      const story = [];
      for (const [path, password] of [
        [REGISTER, "eve's own password"],
        [SIGN_IN, "eve's own password"],
        [SIGN_IN, "another password"],
      ] as const) {
        const response = await eve.post(path, { email, password }, OUR_FORM);
        const names = [...response.headers].map(([name, value]) => `${name} ${value.length}`);
        const page = await eve.see("sign-in", response.headers.get("location") ?? "");
        story.push([response.status, names.toSorted(), page.shell.notice]);
      }
      stories.push(story);
    }
    expect(stories[0]?.map(([status, , notice]) => [status, notice])).toEqual([
      [303, { code: "registered_mail" }],
      [303, { code: "wrong_or_unconfirmed" }],
      [303, { code: "wrong_or_unconfirmed" }],
    ]);
    // Addresses of equal length give cookies of equal length.
    expect(stories[1]).toEqual(stories[0]);
    expect(stories[2]).toEqual(stories[0]);
  });

  test("one mailbox gets at most four emails an hour, however many IP addresses request them", async () => {
    const { emails, service, settled } = await open();
    for (let number = 0; number < 15; number++) {
      for (const [path, email] of [
        [REGISTER, VICTIM],
        [REGISTER, `ann+${number}@operator.example`],
        ["/account/forgot/", VICTIM],
      ] as const) {
        const headers = { ...OUR_FORM, "x-forwarded-for": `198.51.100.${number}` };
        const body = new URLSearchParams({ email, password: PASSWORD });
        const init = { method: "POST", headers, body, redirect: "manual" } as const;
        expect((await fetch(service.url + path, init)).status).toBe(303);
      }
    }
    await settled();
    const toVictim = emails.said.filter((line) => /^RCPT TO:<ann/i.test(line));
    expect(toVictim).toHaveLength(4);
    expect(await service.metrics.text()).toContain('tableside_emails_total{outcome="withheld"} 42');
  });
});
