import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { parseWebhook } from "tableside/webhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openOperator } from "./operator.mjs";
import { send } from "./sandbox.mjs";

// Replace this with your own receiver, which handles each webhook once.
// This one also records all deliveries.
const received = [];
const handled = [];
let secret;
const receiver = createServer(async (request, response) => {
  const { headers } = request;
  const body = await buffer(request);
  try {
    const webhook = await parseWebhook({ body, headers, secret });
    received.push({ webhook, headers, body });
    if (!handled.some(({ id }) => id === webhook.id)) {
      handled.push(webhook);
    }
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
});

beforeAll(async () => {
  await new Promise((resolve) =>
    receiver.listen(0, "127.0.0.1", resolve),
  );
  const { port } = receiver.address();
  ({ secret } = await send({
    do: "webhook",
    url: `http://127.0.0.1:${port}/`,
  }));
});
beforeEach(() => send({ do: "reset" }));
afterAll(() => receiver.close());

/** The received result webhooks for a Baccarat round. */
function resultsOf(round) {
  return received.filter(
    ({ webhook: { type, data } }) =>
      type === "round.result" &&
      data.game === "baccarat" &&
      data.entry.round === round,
  );
}

/** Plays a tied round, and waits for `count` result webhooks. */
async function playTie(count) {
  const tie = {
    do: "next",
    game: "baccarat",
    outcome: "tie",
    phase: "result",
  };
  const { round } = await send(tie);
  await expect
    .poll(() => resultsOf(round), { timeout: 30_000 })
    .toHaveLength(count);
  return resultsOf(round);
}

test(
  "a webhook that arrives twice is handled once",
  { timeout: 60_000 },
  async () => {
    await send({ do: "failure", name: "duplicate-webhooks", on: true });
    const [first, second] = await playTie(2);
    expect(second.webhook.id).toBe(first.webhook.id);
    expect(
      handled.filter(({ id }) => id === first.webhook.id),
    ).toHaveLength(1);
  },
);

test(
  "a replayed or forged webhook is rejected",
  { timeout: 60_000 },
  async () => {
    const [{ headers, body }] = await playTie(1);
    // Six minutes later.
    const now = Date.now() + 360_000;
    await expect(
      parseWebhook({ body, headers, secret, now }),
    ).rejects.toThrow("too long ago");
    const forged = body.toString().replace('"tie"', '"player"');
    await expect(
      parseWebhook({ body: forged, headers, secret }),
    ).rejects.toThrow("signature");
  },
);

test("a late webhook does not delay payouts", async () => {
  await send({
    do: "failure",
    name: "late-webhooks",
    on: true,
    ms: 600_000,
  });
  const operator = openOperator();
  const { round } = await send({
    do: "next",
    game: "baccarat",
    outcome: "tie",
  });
  await operator.take("baccarat", "player", 100);
  await send({ do: "move", to: "result", game: "baccarat" });
  expect(await operator.settleOpen()).toBe(100);
  expect(resultsOf(round)).toEqual([]);
});
