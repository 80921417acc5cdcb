import { expect, test } from "vitest";
import { createPayloads } from "../../server/webhooks/payloads.ts";
import type { Missed } from "../../src/wire/webhook-payload.ts";
import { sharedService } from "../support/service.ts";
import { allBlocks, EXAMPLE_HOST } from "./blocks.ts";

/** The card games are in their result; the race takes bets. */
const service = sharedService({ nowMs: Date.UTC(2026, 6, 1, 12, 0, 26) });

const json = (await allBlocks()).filter(({ lang }) => lang === "json");
const isWebhook = ({ place }: { readonly place: string }) => place.includes("/webhooks.md:");
const responses = json.filter((block) => !isWebhook(block));

test.each(responses)(
  "the example response at $place matches the service",
  async ({ text, before }) => {
    const [, address = ""] = /^curl "([^"]+)"$/m.exec(before) ?? [];
    expect(address).toContain(EXAMPLE_HOST);
    const path = address.slice(EXAMPLE_HOST.length);
    expect(JSON.parse(text)).toEqual(await service().read(path));
  },
);

test.each(json.filter(isWebhook))(
  "the example webhook at $place matches the service",
  ({ text }) => {
    const shown = JSON.parse(text) as Missed;
    const parts = { oracle: { opening: neverAsked }, entryOf: neverAsked };
    const { missed } = createPayloads(parts, EXAMPLE_HOST);
    const rounds = shown.data.rounds.map(({ game, from, to }) => ({ game, from, to }));
    expect(shown).toEqual(missed(rounds, Date.parse(shown.timestamp)));
  },
);

function neverAsked(): never {
  throw new Error("A notice of dropped webhooks contains no round.");
}
