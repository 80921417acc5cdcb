import { describe, expect, test } from "vitest";
import { drandSettings } from "../../support/drand-service.ts";
import { directivesOf } from "../../support/embed-page.ts";
import {
  openTestService,
  sharedService,
  startService,
  withStoreOf,
} from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { newVisitor, signedInVisitor } from "../../support/visitor.ts";

test.each(["/account/sign-in/", "/account/invoices.csv"])(
  "nothing is served at %s while accounts are switched off",
  async (path) => {
    const service = await startService({ env: { PORTAL: "off" } });
    expect((await service.ask(path)).status).toBe(404);
  },
);

describe("a visitor without a session", () => {
  const service = sharedService();

  test.each([
    "/account/",
    "/account/plans/",
    "/account/invoice/?id=inv_1",
    "/account/payments/",
    "/account/invoices.csv",
    "/account/usage.csv",
    "/account/security/",
  ])("a visitor must sign in to see %s", async (path) => {
    const response = await newVisitor(service()).get(path);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/account/sign-in/");
  });
});

// The change of mode applies only to days that are not published yet.
test("the prices page discloses seed mode until the last published seed round is over", async () => {
  const dataDir = await tempFolder();
  const [, end] = await openTestService({ env: { DATA_DIR: dataDir } });
  await end();
  const service = await startService({ env: { DATA_DIR: dataDir, ...drandSettings() } });
  const prices = async () => (await newVisitor(service).see("plans", "/account/prices/")).data;
  expect(await prices()).toMatchObject({ entropy: "seed" });
  service.clock.nowMs += 3 * 86_400_000;
  expect(await prices()).toMatchObject({ entropy: "drand" });
});

describe("the account pages in a browser", () => {
  test("a page cannot be cached or framed", async () => {
    const service = await startService();
    const response = await newVisitor(service).get("/account/sign-in/");
    const { headers } = response;
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(directivesOf(headers)).toMatchObject({
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "form-action": ["'self'"],
      "frame-ancestors": ["'none'"],
    });
  });

  test("a page uses the browser's language until another is chosen", async () => {
    const service = await startService();
    const ann = newVisitor(service);
    const korean = { "accept-language": "ko-KR,ko;q=0.9,en;q=0.8" };
    const shellOf = async (response: Response) =>
      ((await response.json()) as { account: { shell: { lang: string } } }).account.shell.lang;
    expect(await shellOf(await ann.get("/account/sign-in/", korean))).toBe("ko");
    expect(await shellOf(await ann.get("/account/sign-in/", { "accept-language": "de" }))).toBe(
      "en",
    );
    await ann.get("/account/sign-in/?lang=en");
    expect(await shellOf(await ann.get("/account/sign-in/", korean))).toBe("en");
  });

  // Each view of a page in a new language was once a synced write.
  test("emails are in the chosen language", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const kept = () =>
      withStoreOf(service.dataDir, ({ db }) =>
        db.selectFrom("account_user").select("lang").executeTakeFirstOrThrow(),
      );
    await ann.get("/account/", { "accept-language": "ko" });
    expect(await kept()).toEqual({ lang: "en" });
    await ann.see("dashboard", "/account/?lang=ko");
    expect(await kept()).toEqual({ lang: "ko" });
    for (let time = 0; time < 30; time++) {
      await ann.see("dashboard", "/account/?lang=en");
      await ann.see("dashboard", "/account/?lang=ko");
    }
    // The last form exceeded the limit.
    expect(await kept()).toEqual({ lang: "en" });
    const page = await ann.send("dashboard", "/account/sites/");
    expect(page.shell.notice).toEqual({ code: "slow_down" });
  });
});
