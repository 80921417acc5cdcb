/* Sends odd values in every form and query of the server's own route table. Fails if a new form is missing here. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { PORTAL_ROUTES } from "../../server/account/portal-routes.ts";
import { times } from "../support/effort.ts";
import { PASSWORD } from "../support/visitor.ts";
import { CONFIRM, EMAIL, openCustomer } from "./customer.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { askedNames, oddForms } from "./odd-forms.ts";
import type { Fields } from "./odd-forms.ts";

/** Set it to try other values in each field. */
const EACH = times(2, 6);
/** Fields and queries that every page accepts, tried on one. */
const OF_ALL = ["page-lang", "lang", CONFIRM];

function formsOf(dataDir: string): Readonly<Record<string, Fields>> {
  const database = new DatabaseSync(`${dataDir}/tableside.sqlite`, { readOnly: true });
  const idIn = (table: string) => String(database.prepare(`select id from ${table}`).get()?.["id"]);
  const endpoint = idIn("webhook_endpoint");
  const [invoice, key] = [idIn("invoice"), idIn("api_key")];
  database.close();
  return {
    "/account/register/": { email: "new@operator.example", password: PASSWORD },
    "/account/sign-in/": { email: EMAIL, password: PASSWORD },
    "/account/sign-in/code/": { code: "000000" },
    "/account/forgot/": { email: EMAIL },
    "/account/reset/": { token: "x".repeat(24), password: "another good one" },
    "/account/address/answer/": { token: "x".repeat(24) },
    "/account/prices/": { plan: "30 days", days: "30", price: "49" },
    "/account/key/reveal/": { key, place: "key", embed: "game=baccarat&theme=dark" },
    "/account/key/rotate/": { hours: "24" },
    "/account/key/trial/": {},
    "/account/sites/": { origins: "https://operator.example" },
    "/account/webhooks/": {
      url: "https://hook.operator.example/",
      "game-baccarat": "on",
      "event-round.result": "on",
    },
    "/account/webhooks/rotate/": { endpoint },
    "/account/webhooks/on/": { endpoint },
    "/account/webhooks/test/": { endpoint },
    "/account/webhooks/again/": { endpoint, message: "msg_1" },
    "/account/webhooks/remove/": { endpoint },
    "/account/plans/": { plan: "30 days", days: "30", price: "49", from: "chain" },
    "/account/invoice/": { invoice, hash: "ab".repeat(32) },
    "/account/invoice/cancel/": { invoice },
    "/account/two-factor/": {},
    "/account/two-factor/on/": { code: "000000" },
    "/account/two-factor/codes/": { code: "000000" },
    "/account/two-factor/off/": { code: "000000" },
    "/account/address/": { email: "moved@operator.example" },
    // Not the real password: the session and the account are still needed.
    "/account/password/": { current: "a wrong one", password: "another good one" },
    "/account/sessions/": { session: "x".repeat(24) },
    "/account/delete/": { password: "a wrong one" },
  };
}
/** Ends the session, and has no field. */
const LAST = "/account/sign-out/";

const paths = (verb: "get" | "post") =>
  Object.keys(PORTAL_ROUTES).filter((path) => PORTAL_ROUTES[path]?.[verb] !== undefined);
const isFault = (line: string) => line.includes('"event":"fault"');

test(`a customer's form is executed or refused, seed ${fuzzSeed}`, async () => {
  const { ask, post, wait, confirm, watched, service } = await openCustomer();
  const forms = formsOf(service.dataDir);
  expect([...Object.keys(forms), LAST].toSorted()).toEqual(paths("post").toSorted());
  for (const [path, whole] of Object.entries(forms)) {
    await confirm();
    wait(path);
    const asked = await askedNames(() => watched.send(path, () => post(path, whole)));
    const tried = new Set([...OF_ALL, ...Object.keys(whole)]);
    let names = Object.keys(whole);
    do {
      const [, more] = await askedNames(async () => {
        for (const [index, form] of oddForms(whole, names, EACH, fuzzSeed).entries()) {
          wait(path);
          if (index % 100 === 99) {
            await confirm();
          }
          await watched.send(`POST ${path} ${form.type} ${form.body}`, () => ask(path, form));
        }
      });
      // Fields that a valid form does not have, or that are only read after others.
      names = [...asked[1], ...more].filter((name) => !tried.has(name));
      names.forEach((name) => tried.add(name));
    } while (names.length > 0);
  }
  expect(watched.faults).toEqual([]);
  expect(service.log.filter(isFault)).toEqual([]);
  expect((await ask("/account/")).text).toContain(EMAIL);
});
