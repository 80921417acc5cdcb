import type { KyselyPlugin } from "kysely";
import { describe, expect, test } from "vitest";
import { createAddressChanges } from "../../../server/account/auth/address-changes.ts";
import type { AddressChanges } from "../../../server/account/auth/address-changes.ts";
import type { AccountMail } from "../../../server/account/auth/better-auth.ts";
import type { Client } from "../../../server/account/auth/client.ts";
import { deleteExpiredSessions } from "../../../server/account/auth/sessions.ts";
import type { SignedIn } from "../../../server/account/auth/sessions.ts";
import { isEmail } from "../../../server/account/email-address.ts";
import { SignedOutError } from "../../../server/account/errors.ts";
import type { Mail } from "../../../server/account/mail/mailer.ts";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { Store } from "../../../server/store/store.ts";
import { accountsOn } from "../../support/accounts-on.ts";
import { engines } from "../../support/engines.ts";
import { vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const OLD = "ann@operator.example";
const NEW = "ann@elsewhere.example";
const PASSWORD = "correct horse";
const STRANGER: Client = { cookie: "", address: "203.0.113.7", userAgent: "Test/1.0" };

/** One server on a database. */
function serverOf(store: Store, mustVerify = false) {
  const mails: AccountMail[] = [];
  const accounts = accountsOn(store, {
    mustVerify,
    sendMail: async (mail) => void mails.push(mail),
    now: () => NOW_MS,
  });
  const addresses = createAddressChanges({
    store,
    outbox: createOutbox(store, vault),
    baseUrl: "https://games.example.com",
    timeZone: "UTC",
    mustVerify,
    wake: () => {},
    withheld: () => {},
  });
  return { store, accounts, addresses, mails };
}

type Server = ReturnType<typeof serverOf>;

async function signIn({ accounts }: Server, email: string, password = PASSWORD) {
  const outcome = await accounts.signIn(email, password, STRANGER);
  const cookies = outcome.fault === undefined ? outcome.cookies : [];
  const cookie = cookies.map((each) => each.split(";")[0]).join("; ");
  return (await accounts.whoIs({ ...STRANGER, cookie })).who;
}

/** The mails that wait, the oldest first. */
async function mailsIn({ db }: Store): Promise<Mail[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "sealed"])
    .orderBy("created_at")
    .execute();
  return rows.map(({ id, sealed }) => JSON.parse(vault.open(id, sealed ?? "") ?? "{}") as Mail);
}

/** The token in the latest link that was mailed to an address. */
async function tokenFor(store: Store, to: string): Promise<string> {
  const texts = (await mailsIn(store)).filter((mail) => mail.to === to).map(({ text }) => text);
  return /token=([\w-]+)/.exec(texts.findLast((text) => text.includes("token=")) ?? "")?.[1] ?? "";
}

/** Fails whatever writes to the audit log, as a crash would, until it is told to stop. */
function failing(): { plugin: KyselyPlugin; stop(): void } {
  let isFailing = true;
  return {
    plugin: {
      transformQuery({ node }) {
        if (
          isFailing &&
          node.kind === "InsertQueryNode" &&
          JSON.stringify(node).includes('"audit"')
        ) {
          throw new Error("It crashes.");
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    },
    stop() {
      isFailing = false;
    },
  };
}

test.each([
  [NEW, true],
  ["a.b+c_d'e@xn--games-9ra.example", true],
  ["a@b", false],
  ["a@b.c", false],
  ["a b@c.example", false],
  ["a@b.example,c@d.example", false],
  ["<a@b.example>", false],
  ["a@b.example\r\nBcc: c@d.example", false],
  ["@b.example", false],
  [".a@b.example", false],
])("%j is an address: %s", (text, is) => {
  expect(isEmail(text)).toBe(is);
});

describe.each(engines)("a change of address in $name", (engine) => {
  /** Ann, signed in here and in another browser. */
  async function ann() {
    const place = await engine.place();
    const { store } = await tempStore(place);
    const server = serverOf(store);
    await server.accounts.register(OLD, PASSWORD, "ko");
    const elsewhere = await signIn(server, OLD);
    const who = (await signIn(server, OLD)) as SignedIn;
    return { place, server, store, who, elsewhere, addresses: server.addresses };
  }

  /** Asks; gives the tokens that were mailed. */
  async function asked(addresses: AddressChanges, store: Store, who: SignedIn) {
    expect(await addresses.ask(who, NEW.toUpperCase(), NOW_MS)).toBe("asked");
    return { old: await tokenFor(store, OLD), new: await tokenFor(store, NEW) };
  }

  const sessions = async ({ db }: Store) =>
    (await db.selectFrom("account_session").select("id").execute()).map(({ id }) => id);
  const emailOf = async ({ db }: Store, { accountId }: SignedIn) =>
    (
      await db
        .selectFrom("account_user")
        .select("email")
        .where("id", "=", accountId)
        .executeTakeFirstOrThrow()
    ).email;

  test.each(["old", "new"] as const)("is done once both agree, the %s one first", async (first) => {
    const { place, server, store, who, addresses } = await ann();
    const order = { id: "sub_1", account_id: who.accountId, ends_at: NOW_MS, created_at: NOW_MS };
    await store.db
      .insertInto("subscription")
      .values({ ...order, label: `${OLD} (trial)`, trial: 1 } as never)
      .execute();
    await server.accounts.requestReset(OLD);
    const reset = server.mails.at(-1)?.token ?? "";
    const tokens = await asked(addresses, store, who);
    const last = first === "old" ? "new" : "old";
    expect(await addresses.agree(tokens[first], NOW_MS)).toBe("agreed");
    expect(await addresses.agree(tokens[first], NOW_MS)).toBe("bad_token");
    expect(await emailOf(store, who)).toBe(OLD);
    expect(await addresses.waiting(who.accountId, NOW_MS)).toEqual({
      newEmail: NEW,
      hasAgreed: { old: first === "old", new: first === "new" },
      endsAtMs: NOW_MS + DAY_MS,
    });
    // Whatever ended the first server, another one goes on.
    const other = serverOf(await openStore(place));
    expect(await other.addresses.agree(tokens[last], NOW_MS + DAY_MS - 1)).toBe("changed");
    expect(await emailOf(store, who)).toBe(NEW);
    expect(await sessions(store)).toEqual([who.sessionId]);
    expect(await signIn(server, OLD)).toBeUndefined();
    expect((await signIn(server, NEW))?.accountId).toBe(who.accountId);
    // What had been mailed to the old one opens nothing any more.
    expect(await server.accounts.reset(reset, "another password")).toEqual({ fault: "bad_token" });
    for (const token of [tokens.old, tokens.new]) {
      expect(await addresses.agree(token, NOW_MS)).toBe("bad_token");
      expect(await addresses.stop(token, NOW_MS)).toBe(false);
    }
    const label = await store.db.selectFrom("subscription").select("label").executeTakeFirst();
    expect(label).toEqual({ label: `${NEW} (trial)` });
    const log = await store.db
      .selectFrom("audit")
      .select(["action", "detail", "unmailed"])
      .execute();
    expect(log).toContainEqual({ action: "address_changed", detail: "{}", unmailed: 1 });
    // The old mailbox is told as well, in the account's language.
    expect((await mailsIn(store)).filter(({ to }) => to === OLD)).toMatchObject([
      { lang: "ko", subject: expect.stringContaining("바꿀까요") },
      { lang: "ko", subject: expect.stringContaining("바뀌었습니다") },
    ]);
  });

  test("is done once when both agree at the same moment, on two servers", async () => {
    const { place, store, who, addresses } = await ann();
    const other = serverOf(await openStore(place));
    const tokens = await asked(addresses, store, who);
    const outcomes = await Promise.all([
      addresses.agree(tokens.old, NOW_MS),
      other.addresses.agree(tokens.new, NOW_MS),
      other.addresses.agree(tokens.old, NOW_MS),
    ]);
    expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "agreed")).toHaveLength(1);
    expect(await emailOf(store, who)).toBe(NEW);
  });

  test("that a crash cut off is done by the same link, and not by half", async () => {
    const { store, who, addresses } = await ann();
    const tokens = await asked(addresses, store, who);
    expect(await addresses.agree(tokens.old, NOW_MS)).toBe("agreed");
    const crash = failing();
    const broken = serverOf({ ...store, db: store.db.withPlugin(crash.plugin) });
    await expect(broken.addresses.agree(tokens.new, NOW_MS)).rejects.toThrow("It crashes.");
    expect(await emailOf(store, who)).toBe(OLD);
    expect(await sessions(store)).toHaveLength(2);
    crash.stop();
    expect(await broken.addresses.agree(tokens.new, NOW_MS)).toBe("changed");
    expect(await emailOf(store, who)).toBe(NEW);
  });

  test.each(["old", "new"] as const)(
    "is stopped by the %s mailbox, also after it agreed",
    async (side) => {
      const { store, who, addresses } = await ann();
      const tokens = await asked(addresses, store, who);
      expect(await addresses.agree(tokens[side], NOW_MS)).toBe("agreed");
      expect(await addresses.stop(tokens[side], NOW_MS)).toBe(true);
      expect(await addresses.waiting(who.accountId, NOW_MS)).toBeUndefined();
      for (const token of [tokens.old, tokens.new]) {
        expect(await addresses.agree(token, NOW_MS)).toBe("bad_token");
      }
      expect(await emailOf(store, who)).toBe(OLD);
    },
  );

  test("is over after a day, when asked for anew, cancelled, or with another password", async () => {
    const { server, store, who, addresses } = await ann();
    const first = await asked(addresses, store, who);
    expect(await addresses.find(first.old, NOW_MS + DAY_MS)).toBeUndefined();
    expect(await addresses.agree(first.old, NOW_MS + DAY_MS)).toBe("bad_token");
    expect(await addresses.ask(who, "ann@third.example", NOW_MS)).toBe("asked");
    expect(await addresses.agree(first.new, NOW_MS)).toBe("bad_token");
    const third = await tokenFor(store, "ann@third.example");
    await addresses.cancel(who, NOW_MS);
    expect(await addresses.agree(third, NOW_MS)).toBe("bad_token");
    await addresses.ask(who, "ann@fourth.example", NOW_MS);
    await server.accounts.changePassword(who, PASSWORD, "another password", STRANGER);
    const fourth = await tokenFor(store, "ann@fourth.example");
    expect(await addresses.agree(fourth, NOW_MS)).toBe("bad_token");
    await expect(addresses.ask(who, NEW, NOW_MS)).rejects.toThrow(SignedOutError);
    await deleteExpiredSessions(store, NOW_MS + 2 * DAY_MS);
    const kept = await store.db.selectFrom("account_address_change").selectAll().execute();
    expect(kept).toEqual([]);
  });

  test("to a taken address answers, mails and waits as any other, and is never done", async () => {
    const { server, store, who, addresses } = await ann();
    await server.accounts.register(NEW, PASSWORD, "en");
    expect(await addresses.ask(who, NEW, NOW_MS)).toBe("asked");
    expect(await addresses.waiting(who.accountId, NOW_MS)).toMatchObject({ newEmail: NEW });
    expect(await addresses.agree(await tokenFor(store, OLD), NOW_MS)).toBe("agreed");
    const mails = await mailsIn(store);
    expect(mails.filter(({ to }) => to === OLD)).toHaveLength(1);
    expect(mails.filter(({ to }) => to === NEW)).toMatchObject([
      { lang: "en", subject: "Tableside: You have an account already" },
    ]);
    expect(await tokenFor(store, NEW)).toBe("");
  });

  test("to an address that is taken meanwhile is not done", async () => {
    const { server, store, who, addresses } = await ann();
    const tokens = await asked(addresses, store, who);
    await addresses.agree(tokens.old, NOW_MS);
    await server.accounts.register(NEW, "eve's password", "en");
    expect(await addresses.agree(tokens.new, NOW_MS)).toBe("bad_token");
    expect(await emailOf(store, who)).toBe(OLD);
    expect((await signIn(server, NEW, "eve's password"))?.accountId).not.toBe(who.accountId);
  });

  describe("to an address that was registered and never confirmed", () => {
    const EVE = "eve's password";

    /** The same where addresses must be confirmed, as Ann's is. */
    async function confirmedAnn() {
      const { place, store } = await ann();
      const server = serverOf(store, true);
      await store.db.updateTable("account_user").set({ email_verified: 1 }).execute();
      const who = (await signIn(server, OLD)) as SignedIn;
      return { place, store, server, who, addresses: server.addresses };
    }
    const linkTo = ({ mails }: Server, kind: AccountMail["kind"]) =>
      mails.findLast((mail) => mail.to === NEW && mail.kind === kind)?.token ?? "";
    const accountsIn = async ({ db }: Store) =>
      (await db.selectFrom("account_user").select("email").orderBy("email").execute()).map(
        ({ email }) => email,
      );

    test.each(["before", "after"])("%s it was asked for is done", async (when) => {
      const { store, server, who, addresses } = await confirmedAnn();
      const registered = async () => {
        await server.accounts.register(NEW, EVE, "en");
        await server.accounts.requestReset(NEW);
      };
      if (when === "before") {
        await registered();
      }
      const tokens = await asked(addresses, store, who);
      if (when === "after") {
        await registered();
      }
      // The mails are those for a free address.
      expect((await mailsIn(store)).map(({ to }) => to)).toEqual([OLD, NEW]);
      expect(await addresses.agree(tokens.new, NOW_MS)).toBe("agreed");
      expect(await addresses.agree(tokens.old, NOW_MS)).toBe("changed");
      expect(await accountsIn(store)).toEqual([NEW]);
      expect((await signIn(server, NEW))?.accountId).toBe(who.accountId);
      // What the other registration left opens nothing: neither its password nor its links.
      expect(await signIn(server, NEW, EVE)).toBeUndefined();
      expect(await server.accounts.reset(linkTo(server, "reset"), EVE)).toEqual({
        fault: "bad_token",
      });
      await server.accounts.verify(linkTo(server, "verify"));
      expect(await signIn(server, NEW, EVE)).toBeUndefined();
    });

    test("is done at most once when that is confirmed at the same moment", async () => {
      const { place, store, server, who, addresses } = await confirmedAnn();
      await server.accounts.register(NEW, EVE, "en");
      const tokens = await asked(addresses, store, who);
      await addresses.agree(tokens.old, NOW_MS);
      const other = serverOf(await openStore(place), true);
      const [, outcome] = await Promise.all([
        other.accounts.verify(linkTo(server, "verify")),
        addresses.agree(tokens.new, NOW_MS),
      ]);
      const isDone = outcome === "changed";
      expect(await accountsIn(store)).toEqual(isDone ? [NEW] : [OLD, NEW].toSorted());
      expect((await signIn(server, isDone ? NEW : OLD))?.accountId).toBe(who.accountId);
      expect((await signIn(server, NEW, EVE)) === undefined).toBe(isDone);
    });

    test("is done when that is registered at the same moment", async () => {
      const { place, store, who, addresses } = await confirmedAnn();
      const tokens = await asked(addresses, store, who);
      await addresses.agree(tokens.old, NOW_MS);
      const other = serverOf(await openStore(place), true);
      const [, outcome] = await Promise.all([
        other.accounts.register(NEW, EVE, "en"),
        addresses.agree(tokens.new, NOW_MS),
      ]);
      expect(outcome).toBe("changed");
      expect(await accountsIn(store)).toEqual([NEW]);
      expect(await emailOf(store, who)).toBe(NEW);
    });

    test("moves nothing to an account that was confirmed, or that has ever bought", async () => {
      const { store, server, who, addresses } = await confirmedAnn();
      const tokens = await asked(addresses, store, who);
      await server.accounts.register(NEW, EVE, "en");
      await server.accounts.verify(linkTo(server, "verify"));
      await addresses.agree(tokens.old, NOW_MS);
      expect(await addresses.agree(tokens.new, NOW_MS)).toBe("bad_token");
      expect((await signIn(server, NEW, EVE))?.accountId).not.toBe(who.accountId);

      // Registered and used while the service could not send mails.
      const bob = "bob@operator.example";
      await server.accounts.register(bob, EVE, "en");
      const { id } = await store.db
        .selectFrom("account_user")
        .select("id")
        .where("email", "=", bob)
        .executeTakeFirstOrThrow();
      const key = { id: "sub_2", account_id: id, label: bob, trial: 1 as const };
      await store.db
        .insertInto("subscription")
        .values({ ...key, ends_at: NOW_MS, created_at: NOW_MS } as never)
        .execute();
      expect(await addresses.ask(who, bob, NOW_MS)).toBe("asked");
      expect(await tokenFor(store, bob)).toBe("");
      expect(await accountsIn(store)).toEqual([NEW, OLD, bob].toSorted());
    });
  });

  test("mails no stranger often, and its owner whatever strangers ask for", async () => {
    const { store, who, addresses } = await ann();
    const outbox = createOutbox(store, vault);
    const mail = { to: OLD, lang: "en", subject: "x", text: "x" };
    for (let count = 0; count < 4; count++) {
      await store.db
        .transaction()
        .execute((within) => outbox.put(within, { kind: "reset", mail }, NOW_MS));
    }
    const outcomes: string[] = [];
    for (let count = 0; count < 7; count++) {
      outcomes.push(await addresses.ask(who, `ann${count}@elsewhere.example`, NOW_MS));
    }
    expect(outcomes).toEqual([...Array(5).fill("asked"), "too_many", "too_many"]);
    const to = (await mailsIn(store)).map((each) => each.to);
    expect(to.filter((each) => each.endsWith("elsewhere.example"))).toHaveLength(5);
    expect(to.filter((each) => each === OLD)).toHaveLength(4 + 5);
    expect(await addresses.ask(who, OLD, NOW_MS)).toBe("same");
    expect(await addresses.ask(who, NEW, NOW_MS + DAY_MS)).toBe("asked");
  });
});
