import { expect, test } from "vitest";
import { deleteExpiredSessions } from "../../../server/account/auth/sessions.ts";
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
