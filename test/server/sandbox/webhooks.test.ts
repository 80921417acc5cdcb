import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { listen } from "../../support/running-service.ts";
import { startSandbox } from "../../support/sandbox.ts";
import { withStoreOf } from "../../support/service.ts";

/** Long enough for a machine that does much else besides. */
const PATIENCE_MS = 120_000;

interface Received {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A receiver, and what it got so far. */
async function startReceiver() {
  const got: Received[] = [];
  const { url, end } = await listen(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) {
      parts.push(part);
    }
    const headers = request.headers as Record<string, string>;
    got.push({ id: headers["webhook-id"] ?? "", headers, body: Buffer.concat(parts).toString() });
    response.writeHead(204).end();
  });
  onTestFinished(end);
  const results = () => got.filter(({ body }) => body.includes('"round.result"'));
  return { url, got, results };
}

test("a receiver gets the forced round, signed for its own clock however far the sandbox's is", async () => {
  const { tell } = await startSandbox();
  const { url, results } = await startReceiver();
  const { secret } = await tell({ do: "webhook", url });
  const { round } = await tell({ do: "next", game: "baccarat", outcome: "tie", phase: "result" });
  const isIt = ({ body }: Received) =>
    body.includes(`"round":${round},`) && body.includes("player_cards");
  await eventually(() => results().some(isIt));
  const { headers, body } = results().find(isIt) as Received;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "round.result" });
  expect(body).toContain('"result":"tie"');
});

test("duplicates have the same id, and late ones come after all", async () => {
  const { tell } = await startSandbox();
  const { url, results } = await startReceiver();
  await tell({ do: "webhook", url });
  await tell({ do: "trouble", name: "duplicate-webhooks", on: true });
  await tell({ do: "trouble", name: "late-webhooks", on: true, ms: 50 });
  await tell({ do: "move", to: "result", game: "baccarat" });
  await eventually(() => results().length >= 2);
  const [first] = results();
  const again = () => results().filter(({ id }) => id === first?.id);
  await eventually(() => again().length === 2);
  expect(again()[1]?.body).toBe(first?.body);
});

test("a receiver gets the events it chose, tests, and old webhooks again", async () => {
  const { tell } = await startSandbox();
  const { url, got, results } = await startReceiver();
  const { secret } = await tell({
    do: "webhook",
    url,
    games: ["baccarat"],
    events: ["round.result"],
  });
  await tell({ do: "move", to: "result", game: "baccarat" });
  await eventually(() => results().length > 0);
  expect(got.every(({ body }) => JSON.parse(body).data.game === "baccarat")).toBe(true);
  expect(got).toEqual(results());
  const last = got.at(-1) as Received;
  expect(await tell({ do: "replay-webhook", ageMs: 360_000 })).toEqual({ statuses: [204] });
  const again = got.at(-1) as Received;
  expect([again.id, again.body]).toEqual([last.id, last.body]);
  expect(() => new Webhook(secret).verify(again.body, again.headers)).toThrow("too old");
  expect(await tell({ do: "test-webhook" })).toEqual({ statuses: [204] });
  const { headers, body } = got.at(-1) as Received;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "test" });
  const poker = await tell({ do: "webhook", url, games: ["poker"] });
  expect(poker).toMatchObject({ status: 400 });
});

test("await-webhooks is over once duplicates came, and says who got nothing", async () => {
  const { tell } = await startSandbox();
  const { url, results } = await startReceiver();
  await tell({ do: "webhook", url, events: ["round.result"], games: ["baccarat"] });
  await tell({ do: "trouble", name: "duplicate-webhooks", on: true });
  await tell({ do: "move", to: "result", game: "baccarat" });
  expect(await tell({ do: "await-webhooks", ms: PATIENCE_MS })).toEqual({ waiting: 0 });
  await tell({ do: "reset" });
  const ids = results().map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.length).toBe(2 * new Set(ids).size);
  await tell({ do: "webhook", url: "http://127.0.0.1:9/" });
  await tell({ do: "move", to: "result", game: "baccarat" });
  // The one that answers has its webhook when the machine has found the time.
  await eventually(async () => (await tell({ do: "await-webhooks", ms: 50 })).waiting === 1);
});

test("a test or an old webhook goes to one receiver, if it is named", async () => {
  const { tell } = await startSandbox();
  const [one, other] = [await startReceiver(), await startReceiver()];
  await tell({ do: "webhook", url: one.url });
  // What is refused is no receiver.
  expect(await tell({ do: "webhook", url: one.url, games: ["poker"] })).toHaveProperty("detail");
  await tell({ do: "webhook", url: other.url });
  expect(await tell({ do: "test-webhook", url: other.url })).toEqual({ statuses: [204] });
  expect([one.got.length, other.got.length]).toEqual([0, 1]);
  expect(await tell({ do: "test-webhook" })).toEqual({ statuses: [204, 204] });
  const again = { do: "replay-webhook", url: other.url, ageMs: 360_000 };
  expect(await tell(again)).toEqual({ statuses: [204] });
  expect([one.got.length, other.got.length]).toEqual([1, 3]);
  expect(await tell({ ...again, url: "http://127.0.0.1:9/" })).toMatchObject({
    status: 400,
    detail: expect.stringContaining("No receiver is called at http://127.0.0.1:9/"),
  });
});

test("reset drops the webhooks that are held back", async () => {
  const { tell } = await startSandbox();
  const { url, results } = await startReceiver();
  await tell({ do: "webhook", url, games: ["baccarat"], events: ["round.result"] });
  const hold = [
    { do: "trouble", name: "late-webhooks", on: true, ms: 2_000 },
    { do: "move", to: "result", game: "baccarat" },
    { do: "await-webhooks", ms: PATIENCE_MS },
  ];
  await tell([...hold, { do: "reset" }]);
  const { now } = (await tell(hold))[1];
  await eventually(() => results().length > 0);
  // What is held back as long, and longer ago, would have come before.
  const times = results().map(({ body }) => JSON.parse(body).timestamp);
  expect(new Set(times)).toEqual(new Set([now]));
});

test("what is no address of a receiver is refused", async () => {
  const { tell } = await startSandbox();
  expect(await tell({ do: "webhook", url: "ftp://example.com" })).toMatchObject({ status: 400 });
});

// The relay signed whatever came to /0: any page in a browser of this machine could have a false result sent.
test("nothing is signed for whoever finds the relay's port", async () => {
  const { tell, tempDir } = await startSandbox();
  const { url, got } = await startReceiver();
  await tell({ do: "webhook", url, games: ["baccarat"], events: ["round.opened"] });
  const [folder = ""] = await readdir(tempDir);
  const relay = await withStoreOf(join(tempDir, folder), ({ db }) =>
    db.selectFrom("webhook_endpoint").select("url").executeTakeFirstOrThrow(),
  );
  const body = JSON.stringify({ type: "round.result", data: { game: "baccarat", round: 1 } });
  for (const path of ["/0", "/", "/0x0", "//0"]) {
    const { status } = await fetch(new URL(relay.url).origin + path, { method: "POST", body });
    expect(status).toBe(410);
  }
  expect(got.filter((each) => each.body === body)).toEqual([]);
});
