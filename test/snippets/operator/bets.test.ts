import { expect, test } from "vitest";
import { startOperator, wager } from "./operator.ts";

const GRANT = 100_000;
/** Time from the start of the tests until bets close. */
const UNTIL_CLOSE_MS = 12_000;

// The service's clock determines this, not the phase in the browser.
test("the example operator stops taking bets the moment they close", async () => {
  const operator = await startOperator();
  const player = await operator.player();
  const round = operator.round();
  operator.advance(UNTIL_CLOSE_MS - 1);
  expect(await player.post("/api/bets", wager(round))).toMatchObject({ status: 200 });
  operator.advance(1);
  // The cached state still says `betting`.
  expect(await player.post("/api/bets", wager(round))).toMatchObject({
    status: 409,
    code: "round_closed",
  });
  operator.advance(5_000);
  expect(await player.post("/api/bets", wager(round))).toMatchObject({ status: 409 });
  expect((await player.overview()).balance).toBe(GRANT - 1_000);
});

test("the example operator takes no bets while the service does not respond", async () => {
  const operator = await startOperator();
  const player = await operator.player();
  operator.tableside.server.closeAllConnections();
  operator.tableside.server.close();
  expect(await player.post("/api/bets", wager(operator.round()))).toMatchObject({
    status: 503,
    code: "table_closed",
  });
  expect((await player.overview()).bets).toEqual([]);
});

test("the example operator refuses bets that could never be settled", async () => {
  const operator = await startOperator();
  const player = await operator.player();
  const wrong = [
    ...[-1_000, 0, 0.5, 50_001, 1e300, "1000", null, true].map((stake) => ({ stake })),
    { market: "phoenix" },
    { game: "roulette" },
    { teams: ["rovers"] },
    { id: undefined },
    { id: "'; DROP TABLE bet; --" },
  ];
  for (const changes of wrong) {
    const response = await player.post("/api/bets", wager(operator.round(), changes));
    expect(response, `${JSON.stringify(changes)}`).toMatchObject({ status: 400, code: "bad_bet" });
  }
  expect(await player.overview()).toEqual({ balance: GRANT, bets: [] });
});

test("the example operator counts a repeated request as one bet", async () => {
  const operator = await startOperator();
  const player = await operator.player();
  const bet = wager(operator.round());
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => player.post("/api/bets", bet)),
  );
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  operator.advance(60_000);
  expect(await player.post("/api/bets", bet)).toMatchObject({
    status: 200,
    balance: GRANT - 1_000,
  });
  expect(await player.post("/api/bets", { ...bet, stake: 2_000 })).toMatchObject({
    status: 409,
    code: "id_taken",
  });
  expect((await player.overview()).bets).toHaveLength(1);
});

test("the example operator lets two tabs stake no more than one balance", async () => {
  const operator = await startOperator();
  const player = await operator.player();
  const tabs = await Promise.all(
    Array.from({ length: 5 }, () =>
      player.post("/api/bets", wager(operator.round(), { stake: 40_000 })),
    ),
  );
  expect(tabs.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(tabs.filter(({ code }) => code === "no_funds")).toHaveLength(3);
  expect((await player.overview()).balance).toBe(GRANT - 80_000);
});

test("the example operator identifies a player only by the cookie", async () => {
  const operator = await startOperator();
  const [one, other] = [await operator.player(), await operator.player()];
  const bet = wager(operator.round());
  await one.post("/api/bets", bet);
  const victim = operator.db.prepare("SELECT player FROM bet").get() as { player: string };
  // Another player's same id is another bet, paid from another balance.
  expect(await other.post("/api/bets", { ...bet, player: victim.player })).toMatchObject({
    status: 200,
    balance: GRANT - 1_000,
  });
  expect((await one.overview()).bets).toHaveLength(1);
  expect((await other.overview()).bets).toHaveLength(1);
  for (const cookie of ["", `operator_session=${"0".repeat(64)}`, "operator_session=' OR 1=1"]) {
    expect(await one.post("/api/bets", wager(operator.round()), { cookie })).toMatchObject({
      status: 401,
      code: "no_session",
    });
  }
});

test("the example operator does not take bets from another site's page", async () => {
  const operator = await startOperator();
  const player = await operator.player();
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "content-type": "text/plain" },
  ]) {
    const sent = headers as unknown as Record<string, string>;
    expect(await player.post("/api/bets", wager(operator.round()), sent)).toMatchObject({
      status: 403,
      code: "wrong_origin",
    });
  }
  expect((await player.overview()).bets).toEqual([]);
});
