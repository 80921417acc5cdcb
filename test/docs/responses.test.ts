import { expect, test } from "vitest";
import { createPayloads } from "../../server/webhooks/payloads.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { phaseStartMs } from "../../src/round/phases.ts";
import type { RoundResult } from "../../src/wire/webhook-payload.ts";
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
  async ({ text }) => {
    const shown = JSON.parse(text) as RoundResult;
    const { game: slug, entry } = shown.data;
    const { round } = entry;
    const [listed] = (await service().read(`/embed/${slug}/api/results?round=${round}`)) as [
      RoundResult["data"]["entry"],
    ];
    const parts = { oracle: { opening: neverAsked }, entryOf: () => Promise.resolve(listed) };
    const atMs = phaseStartMs(round, "result", findGame(slug) as Game);
    const event = { seq: 1, game: slug, round, type: "round.result", atMs } as const;
    expect(shown).toEqual(await createPayloads(parts, EXAMPLE_HOST).forEvent(event, atMs));
  },
);

function neverAsked(): never {
  throw new Error("A result does not need the opening.");
}
