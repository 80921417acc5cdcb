import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { listen } from "../../support/running-service.ts";
import { startSandbox } from "../../support/sandbox.ts";
import { withStoreOf } from "../../support/service.ts";

interface Received {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A receiver, and its webhooks so far. */
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

test("a receiver gets the forced round, signed for its own clock", async () => {
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

test("duplicates have the same id", async () => {
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

test("a receiver gets the events it chose", async () => {
  const { tell } = await startSandbox();
  const { url, got, results } = await startReceiver();
  await tell({ do: "webhook", url, games: ["baccarat"], events: ["round.result"] });
  await tell({ do: "move", to: "result", game: "baccarat" });
  await eventually(() => results().length > 0);
  expect(got.every(({ body }) => JSON.parse(body).data.game === "baccarat")).toBe(true);
  expect(got).toEqual(results());
  const poker = await tell({ do: "webhook", url, games: ["poker"] });
  expect(poker).toMatchObject({ status: 400 });
});

// The relay once signed everything sent to /0, so any page in a browser on this machine could forge a result.
test("nothing is signed for a program that finds the relay's port", async () => {
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
