import { describe, expect, test } from "vitest";
import { OPENING_TEST_KEY } from "../../../server/access/test-keys.ts";
import { setSuspended } from "../../../server/owner/customer-actions.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { PortalPage } from "../../../src/account/page-data.ts";
import { noticeText } from "../../../src/account/texts.ts";
import { accountLangs, accountWords } from "../../../src/i18n/account.ts";
import { NOW_MS, startService, withStoreOf } from "../../support/service.ts";
import { SELLING } from "../../support/tron-node.ts";
import { confirmedVisitor, signedInVisitor, subscribe } from "../../support/visitor.ts";

describe("a signed-in customer's dashboard", () => {
  test("the dashboard masks the key until it is revealed", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const { id: key } = await subscribe(service.dataDir);
    const keyTextIn = ({ data: { subscription } }: PortalPage<"dashboard">) =>
      subscription?.keys[0]?.keyText;
    expect(keyTextIn(await ann.see("dashboard", "/account/"))).toBeNull();
    const shown = await ann.send("dashboard", "/account/key/reveal/", { key });
    const keyText = keyTextIn(shown);
    expect(keyText).toMatch(/^tbs_live_\w{36}$/);
    expect(shown.data.embed).toMatchObject({ keyText, keyKind: "whole" });
    expect(keyTextIn(await ann.see("dashboard", "/account/"))).toBeNull();
    expect(service.log.join()).not.toContain(keyText);
  });

  test("before the first plan, the tag has the public test key", async () => {
    const ann = await signedInVisitor(await startService());
    const { data } = await ann.see("dashboard", "/account/");
    expect(data.embed).toMatchObject({ keyText: OPENING_TEST_KEY, keyKind: "test" });
  });

  // Without plans its button led to a page that says that nothing is sold.
  test.each<[string, boolean, Record<string, string>]>([
    ["with a payment address", true, SELLING],
    ["without one", false, {}],
  ])("the pages offer plans only if any are on sale: %s", async (_, isSelling, env) => {
    const ann = await signedInVisitor(await startService({ env }));
    expect((await ann.see("dashboard", "/account/")).data).toMatchObject({ isSelling });
    expect((await ann.see("plans", "/account/prices/")).data).toMatchObject({ isSelling });
  });

  test.each([
    ["a semicolon", "https://a.example; script-src *", "https://a.example; script-src *"],
    ["a space", "https://a.example https://b.example", "https://a.example https://b.example"],
    ["a comma", "https://a.example, https://b.example", "https://a.example, https://b.example"],
    ["no scheme", "https://a.example\r\n b.example\r\nhttps://c.example", "b.example"],
  ])("a list of sites with %s is refused, naming the wrong site", async (_, typed, wrong) => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const page = await ann.send("dashboard", "/account/sites/", { origins: typed });
    expect(page.shell.notice).toEqual({ code: "bad_origin", text: JSON.stringify(wrong) });
    expect(page.data).toMatchObject({ origins: [], typedOrigins: typed });
  });

  test("an account cannot see another account's key", async () => {
    const service = await startService();
    await signedInVisitor(service);
    const { id: key } = await subscribe(service.dataDir);
    const eve = await signedInVisitor(service, "eve@operator.example");
    const page = await eve.send("dashboard", "/account/key/reveal/", { key });
    expect(page.shell.notice).toEqual({ code: "cannot_reveal" });
    expect(JSON.stringify(page)).not.toMatch(/tbs_live_\w{36}/);
  });
});

// Cause: keys got 401, and nothing on the dashboard explained it.
test("a suspended account's dashboard shows the date of its suspension until it is reinstated", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  const input = { email: "ann@operator.example", reason: "a complaint" };
  const suspendedSince = async () =>
    (await ann.see("dashboard", "/account/")).data.suspendedSinceMs;
  expect(await suspendedSince()).toBeNull();
  await withStoreOf(service.dataDir, (store) =>
    serialized(store, (within) => setSuspended(within, input, true, NOW_MS)),
  );
  expect(await suspendedSince()).toBe(NOW_MS);
  // Cause: the plans were offered to a suspended customer without a word, and nothing a payment buys would have worked.
  expect((await ann.see("plans", "/account/plans/")).data.isSuspended).toBe(true);
  await withStoreOf(service.dataDir, (store) =>
    serialized(store, (within) => setSuspended(within, input, false, NOW_MS)),
  );
  expect(await suspendedSince()).toBeNull();
});

// Cause: the words named emails, and notices promised links, of a service that sends none.
test("the pages mention emails only if the service sends emails", async () => {
  const mail = {
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "games@example.com",
    BASE_URL: "https://games.example.com",
  };
  for (const [env, isMailed] of [
    [{}, false],
    [mail, true],
  ] as const) {
    const service = await startService({ env });
    const ann = await confirmedVisitor(service);
    expect((await ann.see("dashboard", "/account/")).shell.isMailed).toBe(isMailed);
  }
  for (const lang of accountLangs) {
    const words = accountWords(lang);
    const { act, reply } = words.dashboard.suspended;
    for (const code of ["reset_sent", "address_asked", "address_agreed"] as const) {
      const shell = { isMailed: false, contact: "games@example.com" };
      expect(noticeText({ code }, shell, words)).toMatch(/(owner|운영자).*games@example\.com/);
    }
    expect(words.forgot.lead).not.toMatch(/send|보내/);
    expect(act("ann")).not.toMatch(/email|메일/);
    expect(reply).toMatch(/email|메일/);
  }
});
