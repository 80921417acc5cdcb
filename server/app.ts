import { H3 } from "h3";
import type { Deps } from "./deps.ts";
import { faultResponse, requireWellFormed } from "./http/problem.ts";
import { account } from "./routes/account.ts";
import { asset } from "./routes/asset.ts";
import { current } from "./routes/current.ts";
import { dayHeader } from "./routes/day-header.ts";
import { embed } from "./routes/embed.ts";
import { healthz } from "./routes/healthz.ts";
import { home } from "./routes/home.ts";
import { lobby, lobbyCurrent, lobbyStream } from "./routes/lobby.ts";
import { publishedKeys } from "./routes/published-keys.ts";
import { replay } from "./routes/replay.ts";
import { results } from "./routes/results.ts";
import { roundRecord } from "./routes/round-record.ts";
import { schedule } from "./routes/schedule.ts";
import { stream } from "./routes/stream.ts";
import { verifyPage } from "./routes/verify.ts";

/**
 * The service: its table of addresses. `app.all` throughout, since each route answers every method
 * itself, 405 included.
 */
export function createApp(deps: Deps): H3 {
  const app = new H3({
    silent: true,
    onError: (error, event) => faultResponse(error, event, deps.log),
    onResponse(response, event) {
      deps.metrics.countAnswer(event.context.matchedRoute?.route, response.status);
    },
  });
  app.use(requireWellFormed);
  app.all("/", home(deps));
  app.all("/healthz", healthz(deps));
  // Matches with and without the slash at the end; the route redirects the latter.
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
