import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSecret } from "../../../server/fairness/secret.ts";
import { verify } from "../../../src/fairness/check-round.ts";
import type { SignedHeader } from "../../../src/fairness/header.ts";
import { entryPath, headerPath, recordPath } from "../../../src/fairness/paths.ts";
import { dayAt } from "../../../src/fairness/utc-day.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { games } from "../../../src/games/index.ts";
import { roundAt } from "../../../src/round/phases.ts";
import { NOW_MS, SECRET_HEX, startService } from "../../support/service.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";
import { proofOf, SIGNING_KEY } from "../../support/test-proofs.ts";

const DAY_MS = 86_400_000;

test("days that an earlier version of the service has published stay as they are, and later ones get receipts", async () => {
  const DATA_DIR = await tempFolder();
  const { store } = await tempStore({ file: join(DATA_DIR, "tableside.sqlite") });
  await loadSecret({ dataDir: DATA_DIR, given: SECRET_HEX }, store);
  for (const game of games) {
    for (const day of [dayAt(NOW_MS), dayAt(NOW_MS) + 1]) {
      const round = roundAt(day * DAY_MS, game.intervalMs);
      const { header } = proofOf(game, round, null, "tbs/1");
      await store.db
        .insertInto("day_header")
        .values({ game: game.slug, day, header: JSON.stringify(header) })
        .execute();
    }
  }
  await store.close();
  const service = await startService({
    env: {
      SIGNING_KEY: Buffer.from(SIGNING_KEY).toString("hex"),
      DATA_DIR,
    },
  });

  async function judged(round: number) {
    const record = await service.read(recordPath(baccarat.slug, round));
    const path = headerPath({ game: baccarat.slug, round });
    const header = (await service.read(path)) as SignedHeader;
    const [entry] = (await service.read(entryPath(baccarat.slug, round))) as unknown[];
    const keys = { pinned: [header.key], shown: [] };
    const { verdict } = verify({ record, header, keys, chains: [], entry });
    return {
      verdict,
      version: header.version,
      hasReceipt: Object.hasOwn(Object(record), "receipt"),
    };
  }

  const old = roundAt(NOW_MS, baccarat.intervalMs);
  service.clock.nowMs = NOW_MS + 30_000;
  expect(await judged(old)).toEqual({ verdict: "consistent", version: "tbs/1", hasReceipt: false });
  const dayAfter = NOW_MS + 2 * DAY_MS;
  service.clock.nowMs = NOW_MS + DAY_MS;
  await service.catchUp();
  service.clock.nowMs = dayAfter + 30_000;
  await service.catchUp();
  const late = roundAt(dayAfter, baccarat.intervalMs);
  expect(await judged(late)).toEqual({ verdict: "consistent", version: "tbs/2", hasReceipt: true });
});
