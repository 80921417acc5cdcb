import type { KyselyPlugin } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { AccountMail } from "../../../server/account/auth/better-auth.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { Store } from "../../../server/store/store.ts";
import { accountsOn, signedIn, STRANGER } from "../../support/accounts-on.ts";
import { engines } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { startService } from "../../support/service.ts";
import { tempStore } from "../../support/temp-store.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";

const OLD = "ann@operator.example";
const NEW = "ann@elsewhere.example";
const ANSWER = "/account/address/answer/";

async function openPages() {
  const { said, env } = await startMailServer();
  const service = await startService({ env: { ...env, BASE_URL: "http://tableside.test" } });
  const tokenFor = async (to: string, path: string): Promise<string> => {
    const find = () => {
      const emails = said.join("\n").replaceAll("=\n", "").split("MAIL FROM:");
      const mail = emails.findLast((each) => each.includes(`TO:<${to}>`) && each.includes(path));
      return /token=(?:3D)?([\w.-]+)/.exec(mail ?? "")?.[1] ?? "";
    };
    await eventually(async () => find() !== "");
    return find();
  };
  const ann = newVisitor(service);
  await ann.post("/account/register/", { email: OLD, password: PASSWORD });
  await ann.get(`/account/verify/?token=${await tokenFor(OLD, "/account/verify/")}`);
  await ann.send("dashboard", "/account/sign-in/", { email: OLD, password: PASSWORD });
  return { service, ann, tokenFor: (to: string) => tokenFor(to, ANSWER) };
}

test("an account's email address changes once both mailboxes have confirmed the change", async () => {
  const { service, ann, tokenFor } = await openPages();
  const elsewhere = newVisitor(service);
  await elsewhere.send("dashboard", "/account/sign-in/", { email: OLD, password: PASSWORD });
  const requestMove = await ann.send("security", "/account/address/", { email: NEW });
  expect(requestMove.shell.notice).toEqual({ code: "address_asked" });
  const phone = newVisitor(service);
  const old = await tokenFor(OLD);
  // Mail scanners also open links, including in place of a confirmation link.
  await phone.get(`/account/verify/?token=${old}`);
  const question = await phone.see("address", `${ANSWER}?token=${old}`);
  expect(question.data).toEqual({ token: old, side: "old", newEmail: NEW });
  const agreed = await phone.send("sign-in", ANSWER, { token: old });
  expect(agreed.shell.email).toBeNull();
  const token = await tokenFor(NEW);
  await phone.get(`/account/verify/?token=${token}`);
  expect((await ann.see("address", `${ANSWER}?token=${token}`)).data.side).toBe("new");
  expect((await ann.see("security", "/account/security/")).shell.email).toBe(OLD);
  const done = await ann.send("security", ANSWER, { token });
  expect(done.shell).toMatchObject({ email: NEW, notice: { code: "address_changed" } });
  expect((await elsewhere.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
  for (const used of [old, token]) {
    const late = await phone.see("sign-in", `${ANSWER}?token=${used}`);
    expect(late.shell.notice).toEqual({ code: "bad_address_link" });
  }
  expect(service.log.join()).not.toContain(NEW);
});

test("changing an account's email address does not reveal whether the new one is taken", async () => {
  const { service, ann } = await openPages();
  await signedInVisitor(service, "bob@operator.example");
  const codes = [];
  for (const email of ["nobody", OLD, "bob@operator.example", NEW]) {
    const page = await ann.send("security", "/account/address/", { email });
    codes.push(page.shell.notice?.code);
  }
  expect(codes).toEqual(["bad_email", "address_same", "address_asked", "address_asked"]);
});

test("guessing emailed links is rate limited like guessing passwords", async () => {
  const eve = newVisitor(await startService());
  const locations = [];
  for (let attempt = 0; attempt < 250; attempt++) {
    const { headers } = await eve.post(ANSWER, { token: "x" });
    locations.push(headers.get("location"));
  }
  expect(locations[0]).toBe("/account/sign-in/");
  expect(locations.at(-1)).toBe(`${ANSWER}?token=x`);
});

describe.each(engines)("on $name", (engine) => {
  async function ann() {
    const place = await engine.place();
    const { store } = await tempStore(place);
    const emails: AccountMail[] = [];
    const sendMail = async (mail: AccountMail) => void emails.push(mail);
    const accounts = accountsOn(store, { mustVerify: true, sendMail });
    await accounts.register(OLD, PASSWORD, "ko");
    await accounts.verify(emails[0]?.token ?? "");
    const signIn = () => signedIn(accounts, OLD, PASSWORD);
    const here = await signIn();
    const token = (kind: AccountMail["kind"]) =>
      emails.findLast((mail) => mail.kind === kind)?.token ?? "";
    /** Requests the move, and agrees in the old mailbox. */
    const asked = async () => {
      await accounts.requestAddressChange(here.who, NEW.toUpperCase(), here.client);
      expect(await accounts.approveAddress(token("address_old"), STRANGER)).toBe("agreed");
      return token("address_new");
    };
    const email = async () =>
      (await store.db.selectFrom("account_user").select("email").execute()).map((row) => row.email);
    return { place, store, accounts, emails, token, asked, signIn, email, ...here };
  }

  const makeOwner = async ({ db }: Store) => {
    const { id } = await db.selectFrom("account_user").select("id").executeTakeFirstOrThrow();
    await db
      .insertInto("account_two_factor")
      .values({ id: "two_1", user_id: id, secret: "", backup_codes: "", verified: 1 } as never)
      .execute();
    await db
      .insertInto("owner")
      .values({
        account_id: id,
        two_factor_id: "two_1",
        password: "",
        link_digest: null,
        link_ends_at: 0,
        since: 0,
      })
      .execute();
  };

  test("the old mailbox loses all access once the address has changed", async () => {
    const { store, accounts, asked, token, signIn, email, client, who } = await ann();
    const elsewhere = await signIn();
    await makeOwner(store);
    await accounts.requestReset(OLD);
    const link = await asked();
    expect(await email()).toEqual([OLD]);
    expect(await accounts.approveAddress(link, client)).toBe("changed");
    expect(await email()).toEqual([NEW]);
    expect((await accounts.whoIs(client)).who?.accountId).toBe(who.accountId);
    expect((await accounts.whoIs(elsewhere.client)).who).toBeUndefined();
    const reset = await accounts.reset(token("reset"), "another password");
    expect(reset).toEqual({ fault: "bad_token" });
    expect(await store.db.selectFrom("owner").selectAll().execute()).toEqual([]);
    const log = await store.db
      .selectFrom("audit")
      .select(["action", "detail", "unmailed"])
      .execute();
    expect(log).toContainEqual({ action: "address_changed", detail: "{}", unmailed: 1 });
  });

  // The library only writes the address: after a crash the old mailbox kept its sessions, links and owner's right.
  test("the same link completes an address change that a crash interrupted", async () => {
    const { store, accounts, asked, email, client } = await ann();
    const link = await asked();
    const crash: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === "DeleteQueryNode" && JSON.stringify(node).includes("account_token")) {
          throw new Error("It crashes.");
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const broken = accountsOn({ ...store, db: store.db.withPlugin(crash) }, { mustVerify: true });
    await expect(broken.approveAddress(link, STRANGER)).rejects.toThrow("It crashes.");
    expect(await email()).toEqual([OLD]);
    expect((await accounts.whoIs(client)).who).toBeDefined();
    expect(await accounts.approveAddress(link, STRANGER)).toBe("changed");
  });

  test("the address changes once, even on two servers at the same moment", async () => {
    const { place, accounts, asked } = await ann();
    const link = await asked();
    const other = accountsOn(await openStore(place), { mustVerify: true });
    const outcomes = await Promise.all([
      accounts.approveAddress(link, STRANGER),
      other.approveAddress(link, STRANGER),
    ]);
    expect(outcomes.toSorted()).toEqual(["bad_token", "changed"]);
  });

  test("a pending address change is refused after a password change", async () => {
    const { accounts, asked, email, client, who } = await ann();
    const first = await asked();
    // Tokens count whole seconds.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_100 });
    onTestFinished(() => void vi.useRealTimers());
    await accounts.changePassword(who, PASSWORD, "another password", client);
    expect(await accounts.approveAddress(first, STRANGER)).toBe("bad_token");
    // Nor through a link that confirms an address, where the library would move it.
    await accounts.verify(first);
    expect(await email()).toEqual([OLD]);
    await accounts.register(NEW, "eve's password", "en");
    expect(await accounts.approveAddress(first, STRANGER)).toBe("bad_token");
    expect(await email()).toContain(OLD);
  });

  test("an address change does not send email to an address that has an account", async () => {
    const { accounts, emails, client, who } = await ann();
    await accounts.register(NEW, "eve's password", "en");
    const before = emails.length;
    await accounts.requestAddressChange(who, NEW, client);
    expect(emails).toHaveLength(before);
  });
});
