import { chromium } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { state, send } from "./sandbox.mjs";

let browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
  });
});
beforeEach(async () => {
  await send({ do: "reset" });
  await send({ do: "rate", rate: 0 });
});
afterAll(() => browser.close());

// Replace this with your own page. This one records the table messages
// that it accepts.
async function openTable() {
  const { url, keys } = await state();
  const page = await browser.newPage();
  await page.setContent(
    `<iframe
      src="${url}/embed/baccarat/?key=${keys.good}"
      width="830"
      height="553"
    ></iframe>`,
  );
  await page.evaluate((origin) => {
    const { contentWindow } = document.querySelector("iframe");
    window.phases = [];
    window.addEventListener(
      "message",
      ({ origin: from, source, data }) => {
        if (
          from === origin &&
          source === contentWindow &&
          data.type === "baccarat_phase"
        ) {
          window.phases.push(`${data.round} ${data.phase}`);
        }
      },
    );
  }, url);
  await page
    .frameLocator("iframe")
    .getByText("Place your bets")
    .waitFor();
  return page;
}

test("the page accepts each phase once, no forgery", async () => {
  const { round } = await send({
    do: "next",
    game: "baccarat",
    outcome: "tie",
  });
  const page = await openTable();
  for (const phase of ["revealing", "result"]) {
    await send({ do: "move", to: phase, game: "baccarat" });
    await page.waitForFunction(
      (last) => window.phases.at(-1) === last,
      `${round} ${phase}`,
    );
  }
  // A forged message from the page itself.
  await page.evaluate(() =>
    window.postMessage(
      { type: "baccarat_phase", phase: "betting" },
      "*",
    ),
  );
  const phases = await page.evaluate(() => window.phases);
  expect(phases).toEqual([`${round} revealing`, `${round} result`]);
});

test("a tab that was hidden shows the current round again", async () => {
  await send({ do: "move", to: "betting", game: "baccarat" });
  const page = await openTable();
  const tab = await page.context().newCDPSession(page);
  // Browsers freeze hidden tabs.
  await tab.send("Page.setWebLifecycleState", { state: "frozen" });
  for (const phase of ["result", "result", "betting"]) {
    await send({ do: "move", to: phase, game: "baccarat" });
  }
  const { round } = (await state()).games.baccarat;
  await tab.send("Page.setWebLifecycleState", { state: "active" });
  await page.waitForFunction(
    (last) => window.phases.at(-1) === last,
    `${round} betting`,
  );
  const number = page
    .frameLocator("iframe")
    .locator("game-table .round b");
  expect(await number.innerText()).toBe(round.toLocaleString("en"));
});

test("a page with an expired key returns 401", async () => {
  const { url, keys } = await state();
  const page = await browser.newPage();
  const response = await page.goto(
    `${url}/embed/baccarat/?key=${keys.expired}`,
  );
  expect(response.status()).toBe(401);
});
