import { readFile } from "node:fs/promises";
import type { Frame } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { newPage } from "../support/browser-page.ts";
import { listen } from "../support/running-service.ts";

/** The receiver.html page with a blank table, and the functions to post from its frame and from a stranger's. */
async function openReceiver() {
  const responses = [
    { round: 10, phase: "betting", remainMs: 5_000, result: null },
    { round: 11, phase: "result", remainMs: 0, result: "tiger" },
  ];
  const service = await listen((request, response) => {
    const isApi = request.url?.includes("/api/");
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", isApi ? "application/json" : "text/html");
    response.end(isApi ? JSON.stringify(responses.shift()) : "<!doctype html>");
  });
  const html = await readFile(new URL("../../src/snippets/receiver.html", import.meta.url), "utf8");
  const stranger = `<iframe src="${service.url}/"></iframe>`;
  const site = await listen((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html.replaceAll("https://games.example.com", service.url) + stranger);
  });
  const { page } = await newPage();
  onTestFinished(() => {
    service.end();
    site.end();
  });
  await page.clock.install();
  await page.goto(site.url.replace("127.0.0.1", "localhost"));
  const post = (frame: Frame | undefined) => (phase: string, remainMs: number) =>
    frame?.evaluate((message) => window.parent.postMessage(message, "*"), {
      type: "dragontiger_phase",
      round: 11,
      daily_round: 11,
      phase,
      remainMs,
    });
  const [table, other] = page.mainFrame().childFrames();
  return { page, say: post(table), sayFromOther: post(other) };
}

test("receiver.html opens bets for its own table, closes them on time and shows the result", async () => {
  const { page, say, sayFromOther } = await openReceiver();
  const bet = page.getByRole("button", { name: "Bet on Dragon" });
  const news = page.getByRole("status");
  // The page opened while bets were open.
  await news.filter({ hasText: "Round 10: betting" }).waitFor();
  expect(await bet.isDisabled()).toBe(false);
  await sayFromOther("betting", 15_000);
  await say("waiting", 0);
  await news.filter({ hasText: "Round 11: waiting" }).waitFor();
  expect(await bet.isDisabled()).toBe(true);

  await say("betting", 15_000);
  await bet.click();
  expect(await news.innerText()).toBe("Round 11: bet sent.");
  await page.clock.runFor(14_000);
  expect(await bet.isDisabled()).toBe(false);
  // No further message has arrived.
  await page.clock.runFor(1_000);
  expect(await bet.isDisabled()).toBe(true);

  await say("betting", 0);
  await news.filter({ hasText: "Round 11: betting" }).waitFor();
  expect(await bet.isDisabled()).toBe(true);
  await say("result", 0);
  await news.filter({ hasText: "Round 11: tiger" }).waitFor();
});
