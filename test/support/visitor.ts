import { expect } from "vitest";
import { openVault } from "../../server/access/vault.ts";
import { giveDays } from "../../server/owner/customer-actions.ts";
import { serialized } from "../../server/store/serialized.ts";
import type { PageData, PortalPage } from "../../src/account/page-data.ts";
import { NOW_MS, withStoreOf } from "./service.ts";
import type { TestService } from "./service.ts";

/** The URL of the tests' services for their visitors. */
const ORIGIN = "http://tableside.test";

/** A browser on the account pages, which keeps cookies and sends forms as browsers do. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<Response>;
  see<Name extends keyof PageData>(name: Name, path: string): Promise<PortalPage<Name>>;
  /** Sends a form, and returns the data of the page that follows. */
  send<Name extends keyof PageData>(
    name: Name,
    path: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<PortalPage<Name>>;
}

const EMAIL = "ann@operator.example";
export const PASSWORD = "correct horse battery";

export function newVisitor(service: TestService): Visitor {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await service.ask(path, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) {
        cookies.delete(name);
      } else {
        cookies.set(name, value);
      }
    }
    return response;
  }

  const get: Visitor["get"] = (path, headers = {}) => ask(path, { headers });
  const post: Visitor["post"] = (path, fields = {}, headers = { origin: ORIGIN }) =>
    ask(path, { method: "POST", headers, body: new URLSearchParams(fields) });

  async function follow<Name extends keyof PageData>(
    response: Response,
  ): Promise<PortalPage<Name>> {
    const location = response.headers.get("location");
    if (location !== null) {
      return follow(await get(location.replace(/#.*/, "")));
    }
    if (response.status !== 200) {
      throw new Error(`The page returned ${response.status}: ${await response.text()}`);
    }
    const { account } = (await response.json()) as { account: PortalPage<Name> };
    return account;
  }

  return {
    cookies,
    get,
    post,
    see: async (_name, path) => follow(await get(path)),
    send: async (_name, path, fields) => follow(await post(path, fields)),
  };
}

export async function signedInVisitor(
  service: TestService,
  email: string = EMAIL,
): Promise<Visitor> {
  const visitor = newVisitor(service);
  await visitor.post("/account/register/", { email, password: PASSWORD });
  await visitor.send("dashboard", "/account/sign-in/", { email, password: PASSWORD });
  return visitor;
}

/** A signed-in visitor whose address is confirmed, as a service with a mail server requires. */
export async function confirmedVisitor(service: TestService): Promise<Visitor> {
  const visitor = newVisitor(service);
  const fields = { email: EMAIL, password: PASSWORD };
  await visitor.post("/account/register/", fields);
  await withStoreOf(service.dataDir, ({ db }) =>
    db.updateTable("account_user").set({ email_verified: 1 }).execute(),
  );
  const { shell } = await visitor.send("dashboard", "/account/sign-in/", fields);
  expect(shell.email).toBe(EMAIL);
  return visitor;
}

/** Gives an account a plan for 30 days, as an owner can, and returns its key. */
export function subscribe(
  dataDir: string,
  email: string = EMAIL,
): Promise<{ id: string; hint: string }> {
  return withStoreOf(dataDir, async (store) => {
    const vault = await openVault(store, { dataDir, secret: null });
    const input = { email, days: 30, reason: "a gift" };
    await serialized(store, (within) => giveDays(within, vault, input, NOW_MS));
    return store.db
      .selectFrom("api_key")
      .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
      .select(["api_key.id", "api_key.hint"])
      .where("subscription.label", "=", email)
      .executeTakeFirstOrThrow();
  });
}
