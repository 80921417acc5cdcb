import { expect, test } from "vitest";
import type { Client } from "../../../server/account/auth/client.ts";
import { deleteExpiredSessions, MAX_SESSIONS } from "../../../server/account/auth/sessions.ts";
import { sentBack } from "../../../server/account/cookies.ts";
import { accountsOn } from "../../support/accounts-on.ts";
import { engines } from "../../support/engines.ts";
import { tempStore } from "../../support/temp-store.ts";

const EMAIL = "ann@operator.example";
const PASSWORD = "correct horse";
const HOUR_MS = 3_600_000;

test.each(engines)("sessions and links are kept in $name until they are over", async (engine) => {
  const { store } = await tempStore(await engine.place());
  const accounts = accountsOn(store);
  await accounts.register(EMAIL, PASSWORD, "en");
  await accounts.signIn(EMAIL, PASSWORD, { cookie: "", address: "", userAgent: "" });
  await accounts.requestReset(EMAIL);
  const left = async (afterMs: number) => {
    await deleteExpiredSessions(store, Date.now() + afterMs);
    const sessions = await store.db.selectFrom("account_session").select("id").execute();
    const links = await store.db.selectFrom("account_token").select("id").execute();
    return [sessions.length, links.length];
  };
  // A link is good for an hour, a session for two weeks. The library's clock is the machine's.
  expect(await left(0)).toEqual([1, 1]);
  expect(await left(2 * HOUR_MS)).toEqual([1, 0]);
  expect(await left(15 * 24 * HOUR_MS)).toEqual([0, 0]);
});

// They were kept without number, and one page shows them all: with those of a day's sign-ins by one browser it kept
// everybody waiting for more than half a second, and with 20,000 for eight.
test.each(engines)(
  "the oldest sessions of an account end in $name where it has too many",
  async (engine) => {
    const { store } = await tempStore(await engine.place());
    let nowMs = Date.UTC(2026, 6, 1);
    const accounts = accountsOn(store, { now: () => nowMs });
    const clients: Client[] = [];
    const signIn = async (email: string) => {
      const outcome = await accounts.signIn(email, PASSWORD, {
        cookie: "",
        address: "",
        userAgent: "",
      });
      const cookies = outcome.fault === undefined ? outcome.cookies : [];
      clients.push({ cookie: sentBack(cookies), address: "", userAgent: "" });
    };
    await accounts.register(EMAIL, PASSWORD, "en");
    await accounts.register("ben@operator.example", PASSWORD, "en");
    await signIn("ben@operator.example");
    for (let count = 0; count < MAX_SESSIONS + 2; count++) {
      // Two begin at the same moment each time.
      nowMs += count % 2;
      await signIn(EMAIL);
    }
    const [ben, first, ...others] = await Promise.all(clients.map((each) => accounts.whoIs(each)));
    expect(first?.who).toBeUndefined();
    expect([ben, others.at(-1)].map((each) => each?.who?.email)).toEqual([
      "ben@operator.example",
      EMAIL,
    ]);
    expect(others.filter(({ who }) => who !== undefined)).toHaveLength(MAX_SESSIONS);
  },
);
