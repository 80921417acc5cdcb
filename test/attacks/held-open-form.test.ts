// Attack: somebody with a stolen session sends all but the last byte of a form. The customer ends all other sessions,
// or deletes the account. Then the last byte follows. Effect: the portal checked the session before it read the form,
// so a signed-out user's form took effect: a key was replaced, and a claim was stored for a deleted account. The claim
// then blocked the worker's queue permanently. Defence: the portal reads the form first, and every write checks the
// session again, in its own transaction.
import { describe, expect, test } from "vitest";
import { insertSubscription, insertSubscriptionKey } from "../../server/access/subscriptions.ts";
import { serialized } from "../../server/store/serialized.ts";
import type { Store } from "../../server/store/store.ts";
import { engines, settingsFor } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { startListening } from "../support/listening-service.ts";
import { openRaw } from "../support/raw-client.ts";
import { NOW_MS, OTHER_SECRET_HEX } from "../support/service.ts";
import { tempStore } from "../support/temp-store.ts";
import { SELLING } from "../support/tron-node.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../support/visitor.ts";
import type { Visitor } from "../support/visitor.ts";

const EMAIL = "ann@operator.example";
const SIGN_IN = "/account/sign-in/";

function cookieOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Sends all but the last byte of a form on its own socket, the body only after the server has read the head. */
async function holdForm(
  url: string,
  path: string,
  { cookie = "", fields = {} }: { cookie?: string; fields?: Readonly<Record<string, string>> },
) {
  const body = String(new URLSearchParams({ ...fields, last: "x" }));
  const { socket, received, closed } = await openRaw(url);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    `Cookie: ${cookie}`,
    "Connection: close",
    // Makes the server confirm that it has read the head.
    "Expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await eventually(() => received().includes("100 Continue"));
  socket.write(body.slice(0, -1));
  return {
    async finish() {
      socket.write(body.slice(-1));
      await closed;
      const [, response = ""] = received().split(/\r\n\r\n(.*)/s);
      return {
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]),
        location: /^location: (.*)$/im.exec(response)?.[1],
      };
    },
    abandon: () => void socket.destroy(),
  };
}

describe.each(engines)("on $name", (engine) => {
  async function robbed() {
    const place = await engine.place();
    const env = { ...SELLING, SIGNING_KEY: OTHER_SECRET_HEX, ...settingsFor(place) };
    const service = await startListening({ env });
    const { store } = await tempStore(place);
    const ann = await signedInVisitor(service);
    const thief = newVisitor(service);
    await thief.post(SIGN_IN, { email: EMAIL, password: PASSWORD });
    return { service, store, ann, thief };
  }

  async function giveKey(store: Store): Promise<string> {
    const { id: accountId } = await store.db
      .selectFrom("account_user")
      .select("id")
      .executeTakeFirstOrThrow();
    return serialized(store, async (transaction) => {
      const order = { label: EMAIL, ends_at: NOW_MS + 9e9, account_id: accountId } as const;
      const subscriptionId = await insertSubscription(transaction, order, NOW_MS);
      const key = { subscriptionId, origins: [], seal: null } as const;
      return (await insertSubscriptionKey(transaction, key, NOW_MS)).id;
    });
  }

  test.each<[string, string, Record<string, string>]>([
    ["replace a key", "/account/key/rotate/", { hours: "0" }],
    ["allow a site", "/account/sites/", { origins: "https://evil.example" }],
    ["order a plan", "/account/plans/", { plan: "30 days" }],
    ["choose a password", "/account/password/", { current: PASSWORD, password: "the thief's own" }],
    ["delete the account", "/account/delete/", { password: PASSWORD }],
  ])("an ended session cannot %s", async (_, path, fields) => {
    const { service, store, ann, thief } = await robbed();
    const id = await giveKey(store);
    const held = await holdForm(service.url, path, { cookie: cookieOf(thief), fields });
    await ann.post("/account/sessions/");
    expect(await held.finish()).toEqual({ status: 303, location: SIGN_IN });
    const keys = await store.db
      .selectFrom("api_key")
      .select(["id", "origins", "revoked_at"])
      .execute();
    expect(keys).toEqual([{ id, origins: "[]", revoked_at: null }]);
    expect(await store.db.selectFrom("invoice").select("id").execute()).toEqual([]);
    expect((await ann.see("dashboard", "/account/")).shell.email).toBe(EMAIL);
    await newVisitor(service).send("dashboard", SIGN_IN, { email: EMAIL, password: PASSWORD });
  });

  test("a form completed after its account was deleted has no effect", async () => {
    const { service, store, ann, thief } = await robbed();
    const invoice = (await ann.post("/account/plans/", { plan: "30 days" })).headers.get(
      "location",
    );
    const fields = { invoice: invoice?.split("id=")[1] ?? "", hash: "a1".repeat(32) };
    const held = await holdForm(service.url, "/account/invoice/", {
      cookie: cookieOf(thief),
      fields,
    });
    await ann.post("/account/delete/", { password: PASSWORD });
    expect(await held.finish()).toEqual({ status: 303, location: SIGN_IN });
    expect(await store.db.selectFrom("claim").select("id").execute()).toEqual([]);
    expect(service.log.filter((line) => line.includes("fault"))).toEqual([]);
  });
});
