import type { Deps } from "../deps.ts";
import { HEADERS } from "../http/headers.ts";
import { clockAstray } from "../http/refusal.ts";
import { lobbyPage } from "../pages/render-lobby.ts";
import { lobbyTables } from "../rounds/lobby-tables.ts";
import { requirePageAccess } from "./page-access.ts";
import { json, readOnly } from "./request.ts";
import { answerStream } from "./stream.ts";

/**
 * GET /lobby/?key=…: all tables in small, to be shown in an iframe. 503 while the time is unknown, and what
 * `requirePageAccess` refuses; a table in maintenance says so itself. Without the slash it redirects, query
 * kept.
 */
export const lobby = (deps: Deps) =>
  readOnly(async (event) => {
    if (!event.url.pathname.endsWith("/")) {
      const headers = { location: `/lobby/${event.url.search}`, ...HEADERS.redirect };
      return new Response(null, { status: 308, headers });
    }
    const keyTexts = event.url.searchParams.getAll("key");
    const access = await deps.keyChecker.check(keyTexts, deps.now());
    const isClosed = deps.clock.fault() !== null;
    // A clock that is not to be relied on cannot judge an end.
    if (isClosed && access.verdict === "expired") {
      throw clockAstray();
    }
    const frameOrigins = requirePageAccess(deps, event, { access, name: "lobby", isClosed });
    if (isClosed) {
      throw clockAstray();
    }
    return lobbyPage(deps, event, frameOrigins);
  });

/** GET /lobby/api/current: how all tables stand, and their clocks. 503 while the time is unknown. */
export const lobbyCurrent = (deps: Deps) =>
  readOnly((event) => {
    if (deps.clock.fault() !== null) {
      throw clockAstray();
    }
    return json(event, lobbyTables(deps, deps.clock.time()));
  });

/**
 * GET /lobby/api/stream: how each table stands now and at every change, as server-sent events. 503 while the
 * time is unknown, or for too many streams.
 */
export const lobbyStream = (deps: Deps) =>
  readOnly((event) => {
    if (deps.clock.fault() !== null) {
      deps.metrics.streamsRefused.inc({ reason: "clock" });
      throw clockAstray();
    }
    return answerStream(deps, event, (response, address) =>
      deps.streams.openLobby(response, address),
    );
  });
