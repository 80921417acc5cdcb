import { expect, test } from "vitest";
import { sharedService } from "../support/service.ts";
import { allBlocks, EXAMPLE_HOST } from "./blocks.ts";

/** The card games have their result then; the race takes bets. */
const service = sharedService({ nowMs: Date.UTC(2026, 6, 1, 12, 0, 26) });

/** Those of the API reference are held against the service by test/contract. */
const answers = (await allBlocks()).filter(
  ({ lang, place }) => lang === "json" && !place.includes("/api.md:"),
);

test.each(answers)("the answer at $place is the service's own", async ({ text, before }) => {
  const [, address = ""] = /^curl "([^"]+)"$/m.exec(before) ?? [];
  expect(address).toContain(EXAMPLE_HOST);
  const path = address.slice(EXAMPLE_HOST.length);
  expect(JSON.parse(text)).toEqual(await service().read(path));
});
