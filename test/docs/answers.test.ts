import { expect, test } from "vitest";
import { sharedService } from "../support/service.ts";
import { allBlocks, EXAMPLE_HOST } from "./blocks.ts";

/** The card games have their result then; the race takes bets. */
const service = sharedService({ nowMs: Date.UTC(2026, 6, 1, 12, 0, 26) });

const answers = (await allBlocks()).filter(({ lang }) => lang === "json");

test.each(answers)("the answer at $place is the service's own", async ({ text, before }) => {
  const [, address = ""] = /^curl "([^"]+)"$/m.exec(before) ?? [];
  expect(address).toContain(EXAMPLE_HOST);
  const path = address.slice(EXAMPLE_HOST.length);
  expect(JSON.parse(text)).toEqual(await service().read(path));
});
