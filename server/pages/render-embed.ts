import type { H3Event } from "h3";
import type { Game } from "../../src/games/contract.ts";
import type { Deps } from "../deps.ts";
import { compressed } from "../http/compress.ts";
import { setHeaders } from "../http/headers.ts";
import { langOf } from "../http/lang-of.ts";
import { embedHeaders } from "../http/page-headers.ts";
import { untilNextRoundS } from "../rounds/closed-reason.ts";
import { readEmbedOptions } from "./embed-options.ts";
import { firstPaint } from "./first-paint.ts";
import { fill } from "./pages.ts";
import { takeSnapshot } from "./table-snapshot.ts";

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
  const snapshot = await takeSnapshot(deps, game);
  const { html: table, styleHashes: own } = await firstPaint(game, snapshot, { ...options, lang });
  const styleHashes = page.styleHashes && [...page.styleHashes, ...own];
  setHeaders(event, embedHeaders({ styleHashes }, frameOrigins));
  if (snapshot.state === null) {
    // The table waits, and comes to life by itself.
    event.res.status = 503;
    event.res.headers.set("retry-after", String(untilNextRoundS(game, snapshot.schedule.now)));
  }
  // Origins as they stand in the policy: they hold no quotes and no spaces.
  return compressed(event, fill(page, { lang, table, sites: frameOrigins.join(" ") }));
}
