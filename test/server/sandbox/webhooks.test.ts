import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { startSandbox } from "../../support/sandbox.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import type { Received } from "../../support/webhook-receiver.ts";

async function openReceiver() {
  const { url, received } = await startReceiver();
  const results = () => received.filter(({ payload }) => payload.type === "round.result");
  return { url, received, results };
}

test("a forced round's webhook is signed with the real time, not the sandbox's", async () => {
  const { tell } = await startSandbox();
  const { url, results } = await openReceiver();
  const { secret } = await tell({ do: "webhook", url });
  const { round } = await tell({ do: "next", game: "baccarat", outcome: "tie", phase: "result" });
  const isForced = ({ text }: Received) =>
    text.includes(`"round":${round},`) && text.includes("player_cards");
  await eventually(() => results().some(isForced));
  const { headers, text } = results().find(isForced) as Received;
  expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toMatchObject({
    type: "round.result",
  });
  expect(text).toContain('"result":"tie"');
});

test("a webhook that is sent twice has the same id", async () => {
  const { tell } = await startSandbox();
  const { url, results } = await openReceiver();
  await tell({ do: "webhook", url });
  await tell({ do: "failure", name: "duplicate-webhooks", on: true });
  await tell({ do: "failure", name: "late-webhooks", on: true, ms: 50 });
  await tell({ do: "move", to: "result", game: "baccarat" });
  await eventually(() => results().length >= 2);
  const [first] = results();
  const again = () => results().filter(({ id }) => id === first?.id);
  await eventually(() => again().length === 2);
  expect(again()[1]?.text).toBe(first?.text);
});

test("a receiver gets only the events that it chose", async () => {
  const { tell } = await startSandbox();
  const { url, received, results } = await openReceiver();
  await tell({ do: "webhook", url, games: ["baccarat"], events: ["round.result"] });
  await tell({ do: "move", to: "result", game: "baccarat" });
  await eventually(() => results().length > 0);
  expect(received.every(({ text }) => JSON.parse(text).data.game === "baccarat")).toBe(true);
  expect(received).toEqual(results());
  const poker = await tell({ do: "webhook", url, games: ["poker"] });
  expect(poker).toMatchObject({ status: 400 });
});
