import { describe, expect, test } from "vitest";
import { createMailSender } from "../../../server/account/mail/mail-sender.ts";
import { createMailer } from "../../../server/account/mail/mailer.ts";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { checkHealth } from "../../../server/owner/health.ts";
import { joined, ME, openOffice } from "../../support/back-office.ts";
import { engines } from "../../support/engines.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { wordsOf } from "../../support/office-page.ts";
import { vault } from "../../support/payments.ts";
import { tempFolder } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const HOUR_MS = 3_600_000;
const MAILS = "/owner/mails/";

describe.each(engines)("a test of the mails, in the back office on $name,", (engine) => {
  /** An office, and what sends its mails to a server that answers so. */
  async function open(refuses?: string) {
    const office = await openOffice(engine, NOW_MS);
    const { store, clock } = office;
    const server = await startMailServer(refuses === undefined ? {} : { refuses });
    const mail = { smtpUrl: server.url, from: "games@tableside.example" };
    const sender = createMailSender({
      outbox: createOutbox(store, vault),
      mailer: await createMailer({ mail, dataDir: await tempFolder() }),
      now: () => clock.nowMs,
      log: () => {},
      count: () => {},
    });
    const { browser } = await joined(office);
    const send = async () => (await browser.post(MAILS, { do: "test" })).to;
    const page = async () => wordsOf((await browser.get(MAILS)).text);
    return { office, server, sender, browser, send, page };
  }

  test("goes to whoever asks for it, and the page says that the server took it", async () => {
    const { server, sender, send, page } = await open();
    expect(await page()).toContain(`Send a test to ${ME}`);
    expect(await send()).toBe(`${MAILS}?done=test_mailed`);
    expect(await page()).toMatch(/ test waiting 0 /);
    await sender.work();
    expect(server.said).toContain(`RCPT TO:<${ME}>`);
    expect(await page()).toMatch(/ test sent 1 /);
  });

  test("says what a server answered that did not take it, and is no fault of the service", async () => {
    const { office, sender, send, page } = await open("550 nobody here");
    await send();
    await sender.work();
    expect(await page()).toMatch(/ test waiting 1 .*EENVELOPE 550/);
    office.clock.nowMs += 2 * HOUR_MS;
    await sender.work();
    expect(await page()).toContain(" test given up ");
    const checks = await checkHealth(
      {
        store: office.store,
        dataDir: await tempFolder(),
        clockFault: () => null,
        storeFaults: () => [],
        unpublished: () => [],
        beaconLateMs: () => 0,
        nodeState: () => null,
      },
      office.clock.nowMs,
    );
    expect(checks).toContainEqual({ code: "mail", fault: null });
  });

  test("can be asked for twenty times a day", async () => {
    const { browser, send } = await open();
    for (let time = 0; time < 20; time += 1) {
      expect(await send()).not.toBeNull();
    }
    const { status, text } = await browser.post(MAILS, { do: "test" });
    expect([status, text.includes("enough tests for a day")]).toEqual([409, true]);
    expect((await browser.post(MAILS, { do: "anything" })).status).toBe(409);
  });
});
