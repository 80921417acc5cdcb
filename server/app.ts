import { H3 } from "h3";
import type { H3Event } from "h3";
import type { Deps } from "./deps.ts";
import { dayHeader, publishedKeys, roundRecord } from "./http/fairness-api.ts";
import { redirectTo } from "./http/headers.ts";
import { faultResponse, requireWellFormed } from "./http/problem.ts";
import { notFound } from "./http/refusal.ts";
import { results } from "./http/results.ts";
import { current, healthz, schedule } from "./http/state-api.ts";
import { stream } from "./http/stream-api.ts";
import { asset } from "./pages/assets.ts";
import { embed } from "./pages/embed.ts";
import { home, verifyPage } from "./pages/home-and-verify.ts";
import { lobby, lobbyCurrent, lobbyStream } from "./pages/lobby.ts";
import { replay } from "./pages/replay.ts";

/** The service's routes. They use `app.all`, since each route handles every method itself, including with a 405. */
export function createApp(deps: Deps): H3 {
  const app = new H3({
    silent: true,
    onError: (error, event) => faultResponse(error, event, deps.log),
    onResponse(response, event) {
      deps.metrics.countResponse(event.context.matchedRoute?.route, response.status);
    },
  });
  app.use(requireWellFormed);
  app.all("/", home(deps));
  app.all("/healthz", healthz(deps));
  // Matches with and without a trailing slash; without it, the route redirects.
  app.all("/embed/:slug", embed(deps));
  app.all("/embed/:slug/api/current", current(deps));
  app.all("/embed/:slug/api/results", results(deps));
  app.all("/embed/:slug/api/schedule", schedule(deps));
  app.all("/embed/:slug/api/stream", stream(deps));
  app.all("/embed/:slug/api/rounds/:round", roundRecord(deps));
  app.all("/lobby", lobby(deps));
  app.all("/lobby/api/current", lobbyCurrent(deps));
  app.all("/lobby/api/stream", lobbyStream(deps));
  app.all("/verify", verifyPage(deps));
  app.all("/replay/:slug", replay(deps));
  app.all("/replay/:slug/:round", replay(deps));
  app.all("/fairness/keys.json", publishedKeys(deps));
  app.all("/fairness/:slug/:file", dayHeader(deps));
  app.all("/account/**", account(deps));
  app.all("/**", asset(deps));
  return app;
}

/**
 * The account pages, loaded on the first request. If accounts are switched off, all paths respond with 404, except
 * /account/ itself, which the docs link to and which redirects to the instructions for getting a key.
 */
const account = (deps: Deps) => async (event: H3Event) => {
  if (deps.portal === null) {
    if (event.url.pathname === "/account/") {
      return redirectTo("/#key", 302);
    }
    throw notFound();
  }
  const portal = await deps.portal();
  return portal(event);
};
