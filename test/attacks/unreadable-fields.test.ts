// Attack: a client sends a portal form or URL with a NUL or other bytes that nobody types. Effect: PostgreSQL rejects a
// NUL in a string, so the response was 500 and the log filled with faults; SQLite stored it, and another program could
// fail when it reads the row. Defence: the fields of every form and URL are checked first, and a control character, a
// lone surrogate or invalid UTF-8 gets a 400 with a message.
import { describe, expect, test } from "vitest";
import { engines, settingsFor } from "../support/engines.ts";
import { OTHER_SECRET_HEX, startService } from "../support/service.ts";
import { SELLING } from "../support/tron-node.ts";
import { signedInVisitor } from "../support/visitor.ts";

/** Every form passes through the same check; `test/fuzz/account-forms.test.ts` covers them all. */
const FORMS = {
  "/account/register/": ["email", "password"],
  "/account/sign-in/": ["email", "password"],
  "/account/key/reveal/": ["key", "place", "embed"],
  "/account/sites/": ["origins"],
  "/account/invoice/": ["invoice", "hash"],
} as const;

const ADDRESSES = [
  "/account/reset/?token=a%00b",
  "/account/invoice/?id=a%00b",
  "/account/?lang=%00",
];

describe.each(engines)("on $name", (engine) => {
  test("unreadable bytes in any form field or URL return 400 with a message", async () => {
    const env = { ...SELLING, SIGNING_KEY: OTHER_SECRET_HEX };
    const service = await startService({ env: { ...env, ...settingsFor(await engine.place()) } });
    const ann = await signedInVisitor(service);
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const type = "application/x-www-form-urlencoded";
    const headers = { cookie, "content-type": type, "sec-fetch-site": "same-origin" };
    const responses = [];
    for (const [path, fields] of Object.entries(FORMS)) {
      for (const field of fields) {
        const body = `${field}=a%00b`;
        responses.push(await service.ask(path, { method: "POST", headers, body }));
      }
    }
    for (const path of ADDRESSES) {
      responses.push(await ann.get(path));
    }
    // Escape, delete, a C1 control, a lone surrogate, and invalid UTF-8, in values and names.
    for (const text of ["%1b", "%7f", "%c2%85", "%ed%a0%80", "%ff"]) {
      for (const body of [`email=${text}`, `${text}=x`]) {
        responses.push(await service.ask("/account/sign-in/", { method: "POST", headers, body }));
      }
    }
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400));
    expect(await responses[0]?.json()).toMatchObject({
      title: "Bad Request",
      detail: expect.stringMatching(/control character.*send the form again/),
    });
    expect(service.log.filter((line) => line.includes("fault"))).toEqual([]);
  });
});
