import type { H3Event } from "h3";
import type { Game } from "../../src/games/contract.ts";
import { BOARD_ROUNDS } from "../../src/roads/board.ts";
import type { Snapshot } from "../../src/table/snapshot.ts";
import type { Deps } from "../deps.ts";
import { compressed } from "../http/compress.ts";
import { setHeaders } from "../http/headers.ts";
import { langOf } from "../http/lang-of.ts";
import { embedHeaders } from "../http/page-headers.ts";
import { untilNextRoundS } from "../rounds/require-open.ts";
import { readEmbedOptions } from "./embed-options.ts";
import { firstPaint, hudStyleHash } from "./first-paint.ts";
import { fill } from "./pages.ts";

/** A game's page for a frame, with the options in the address. @param frameOrigins who may frame it. */
export async function tablePage(
  deps: Deps,
  event: H3Event,
  game: Game,
  frameOrigins: readonly string[],
): Promise<string | Uint8Array<ArrayBuffer>> {
  const options = readEmbedOptions(event.url.searchParams);
  const lang = langOf(event);
  const page = await deps.pages.embed(game.slug);
  const styleHashes = page.styleHashes && [...page.styleHashes, hudStyleHash];
  setHeaders(event, embedHeaders({ styleHashes }, frameOrigins));
  const snapshot = await takeSnapshot(deps, game);
  if (snapshot.state === null) {
    // The table waits, and comes to life by itself.
    event.res.status = 503;
    event.res.headers.set("retry-after", String(untilNextRoundS(game, snapshot.schedule.now)));
  }
  const table = firstPaint(game, snapshot, { ...options, lang });
  // Origins as they stand in the policy: they hold no quotes and no spaces.
  return compressed(event, fill(page, { lang, table, sites: frameOrigins.join(" ") }));
}

async function takeSnapshot(deps: Deps, game: Game): Promise<Snapshot> {
  const { oracle, withPastBeacons, time } = deps;
  const board = { last: oracle.lastFinished(game, time().earliestMs), limit: BOARD_ROUNDS };

  function take(): Snapshot {
    const now = time();
    const isOpen = oracle.standing(game, now) !== null;
    return {
      schedule: oracle.schedule(game, now.earliestMs),
      state: isOpen ? oracle.current(game, now) : null,
      results: oracle.results(game, now.earliestMs, { limit: BOARD_ROUNDS }),
    };
  }

  return withPastBeacons(game, board, take);
}
