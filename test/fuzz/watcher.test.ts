import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { StartError } from "../../server/runtime/start-error.ts";
import { games } from "../../src/games/index.ts";
import { times } from "../support/effort.ts";
import { listen } from "../support/running-service.ts";
import { startService } from "../support/service.ts";
import { SIGNING, watchHouse } from "../support/watched-house.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { likeJson, likeText, oddPlaced } from "./mutations.ts";

const LOOKS = times(120, 6_000);
/** By the house's clock, so that each kind of look has its turn. */
const STEP_MS = 4_700;

/*
 * A house that wants to be rid of whoever watches it had only to show something for its keys that is no list of keys,
 * a record with a list in it that is some thousand levels deep, or an object for a number: the watcher ended.
 */
test(`whatever a house shows, whoever watches it goes on, seed ${fuzzSeed}`, async () => {
  const service = await startService({ env: SIGNING });
  let seed = fuzzSeed;
  let isHonest = true;
  const drawn = (texts: fc.Arbitrary<string>) => fc.sample(texts, { seed: seed++, numRuns: 1 })[0];
  function oddly(text: string): string {
    if (!/^[[{]/.test(text)) {
      return drawn(likeText(text)) ?? "";
    }
    const json = JSON.parse(text) as unknown;
    const like = likeJson(json).map((value) => JSON.stringify(value));
    const nothing = fc.constantFrom(
      "null",
      "[]",
      "{}",
      "5",
      `${"[".repeat(9_000)}${"]".repeat(9_000)}`,
    );
    return drawn(fc.oneof(oddPlaced(json), like, nothing)) ?? "";
  }
  const { url, end } = await listen((request, response) => {
    void service.ask(request.url ?? "").then(async (answer) => {
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isTold = isHonest || answer.status !== 200 || seed++ % 3 === 0;
      response.statusCode = answer.status;
      response.end(isTold ? bytes : oddly(bytes.toString("utf8")));
    });
  });
  onTestFinished(end);
  const house = { url, service, lie() {} };
  const watcher = await watchHouse(house, { games: [games[0]!, games[1]!] });
  const refused: unknown[] = [];
  for (let look = 0; look < LOOKS; look++) {
    // It begins with the truth, and comes back to it.
    isHonest = look < 8 || look % 16 === 0;
    service.clock.nowMs += STEP_MS;
    await service.catchUp();
    await watcher.look().catch((error: unknown) => void refused.push(error));
  }
  // What cannot be read at all is said in words, and looked at again.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((error) => !(error instanceof StartError))).toEqual([]);
  expect(watcher.alarms.length).toBeGreaterThan(0);
  // It still has the keys that it saw first, and gets on.
  expect(watcher.memory.keys()).toHaveLength(1);
  expect(watcher.memory.checkedTo(games[1]!.slug)).toBeGreaterThan(0);
});
