import type { Game } from "../../src/games/game.ts";
import { StateApi } from "./api.ts";
import { LiveStream } from "./live-stream.ts";
import { onReturn } from "./returns.ts";
import { SharedStream } from "./shared-stream.ts";
import { StateFeed } from "./state-feed.ts";

/**
 * The feed of a game in this browser, which looks up when the page comes back. `base` is the address
 * of the service, with the slash at its end.
 */
export function openFeed(
  game: Game,
  base: string,
  onChange: () => void,
  signal: AbortSignal,
): StateFeed {
  const localNow = () => performance.now();
  const { random } = Math;
  const api = new StateApi(base, game.slug, fetch);
  const stream = new SharedStream(
    `tableside ${api.address}`,
    new LiveStream(api, { localNow, random }),
    { locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name), random },
    () => isMultiplexed(base),
  );
  const feed = new StateFeed({ game, api, stream, localNow, random }, onChange);
  onReturn((mayHaveMissed) => feed.wake(mayHaveMissed), signal);
  return feed;
}

/**
 * Whether any number of streams from a service take one connection, as over HTTP/2 and 3. Known only
 * of the service that the page itself came from.
 */
function isMultiplexed(base: string): boolean {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return base.startsWith(location.origin) && /^h[23]/.test(page?.nextHopProtocol ?? "");
}
