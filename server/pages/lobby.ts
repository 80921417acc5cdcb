import { render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import type { H3Event } from "h3";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { listedGames } from "../../src/hud/lobby/listed-games.ts";
import { lobby as lobbyTemplate, tileRounds } from "../../src/hud/lobby/lobby-hud.ts";
import { lobbyStyles } from "../../src/hud/lobby/lobby-styles.ts";
import { viewOf } from "../../src/hud/table/snapshot.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import { lobbyWordsOf } from "../../src/i18n/index.ts";
import type { Lang } from "../../src/i18n/langs.ts";
import type { LobbyTable } from "../../src/wire/responses.ts";
import type { Deps } from "../deps.ts";
import { compressed, prepare } from "../http/compress.ts";
import { inlineHash } from "../http/content-security-policy.ts";
import { redirectTo, setHeaders } from "../http/headers.ts";
import { inlineJson } from "../http/html.ts";
import { langOf } from "../http/lang-of.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { clockUnreliable } from "../http/refusal.ts";
import { json, readOnly } from "../http/route.ts";
import { streamResponse } from "../http/stream-api.ts";
import { visibleState } from "../oracle/closed-reason.ts";
import { LOBBY } from "../oracle/streams.ts";
import { readEmbedOptions } from "./embed-options.ts";
import type { EmbedOptions } from "./embed-options.ts";
import { appearanceOf, withoutMarkers } from "./first-paint.ts";
import { requirePageAccess } from "./page-access.ts";
import { fill } from "./pages.ts";
import { takeSnapshot } from "./table-snapshot.ts";

/**
 * GET /lobby/?key=…: all tables as small tiles, for an iframe. 503 while the time is unknown, and the refusals of
 * `requirePageAccess`; a tile shows its table's maintenance. Without the slash it redirects, keeping the query.
 */
export const lobby = (deps: Deps) =>
  readOnly(async (event) => {
    if (!event.url.pathname.endsWith("/")) {
      return redirectTo(`/lobby/${event.url.search}`, 308);
    }
    const closedRefusal = deps.clock.fault() === null ? null : clockUnreliable();
    const frameOrigins = await requirePageAccess(deps, event, { name: "lobby", closedRefusal });
    if (closedRefusal !== null) {
      throw closedRefusal;
    }
    return lobbyPage(deps, event, frameOrigins);
  });

/** GET /lobby/api/current: the states and schedules of all tables. 503 while the time is unknown. */
export const lobbyCurrent = (deps: Deps) =>
  readOnly((event) => {
    if (deps.clock.fault() !== null) {
      throw clockUnreliable();
    }
    const time = deps.clock.time();
    const tables = games.map((game): LobbyTable => ({
      ...visibleState(deps, game, time),
      schedule: deps.oracle.schedule(game, time.earliestMs),
    }));
    return json(event, tables);
  });

/**
 * GET /lobby/api/stream: the state of each table now and on every change, as server-sent events. 503 while the time is
 * unknown, or if too many streams are open.
 */
export const lobbyStream = (deps: Deps) =>
  readOnly((event) => {
    if (deps.clock.fault() !== null) {
      deps.metrics.streamsRefused.inc({ reason: "clock" });
      throw clockUnreliable();
    }
    return streamResponse(deps, event, LOBBY);
  });

const style = lobbyStyles.replace(/\/\*[\s\S]*?\*\/\s*/g, "");
const styleHash = inlineHash(style);

/** @param frameOrigins the origins that may frame the page. */
async function lobbyPage(deps: Deps, event: H3Event, frameOrigins: readonly string[]) {
  const { searchParams: query } = event.url;
  const lang = langOf(event);
  const page = await deps.pages.lobby();
  const options = { ...readEmbedOptions(query), lang };
  const styleHashes = page.styleHashes && [...page.styleHashes, styleHash];
  setHeaders(event, pageHeaders("embed", { styleHashes }, frameOrigins));
  const listed = listedGames(query.get("games") ?? "");
  const snapshots = await Promise.all(
    listed.map((game) => takeSnapshot(deps, game, tileRounds(game))),
  );
  const drawn = firstPaint(listed, snapshots, options);
  // Origins in the policy's format contain no quotes or spaces.
  const html = fill(page, { lang, lobby: drawn, sites: frameOrigins.join(" ") });
  return compressed(event, prepare(html, "often"));
}

function firstPaint(
  listed: readonly Game[],
  snapshots: readonly Snapshot[],
  options: EmbedOptions & { lang: Lang },
): string {
  const { lang } = options;
  // The slugs do not need escaping, since they come from our own list.
  const slugs = listed.map(({ slug }) => slug).join(" ");
  const tables = listed.map((game, index) => viewOf(snapshots[index] as Snapshot, game, lang));
  const drawn = collectResultSync(render(lobbyTemplate({ tables, words: lobbyWordsOf(lang) })));
  return (
    `<game-lobby games="${slugs}" ${appearanceOf(options)}>` +
    `<template shadowrootmode="open"><style>${style}</style>${withoutMarkers(drawn)}</template>` +
    `<script type="application/json">${inlineJson(snapshots)}</script></game-lobby>`
  );
}
