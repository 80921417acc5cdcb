import type { Game } from "../../src/games/contract.ts";
import { StateApi } from "./api.ts";
import { LiveStream } from "./live-stream.ts";
import type { StateStream } from "./live-stream.ts";
import { onReturn } from "./page-return.ts";
import { SharedStream } from "./shared-stream.ts";
import { StateFeed } from "./state-feed.ts";

const localNow = () => performance.now();
const { random } = Math;

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
  const api = new StateApi(base, game.slug, fetch);
  const stream = streamOf(api, base, signal);
  const feed = new StateFeed({ game, api, stream, localNow, random }, onChange);
  onReturn((mayHaveMissed) => feed.wake(mayHaveMissed), signal);
  return feed;
}

/**
 * The stream that fits this page. A frame without `allow-same-origin` is an origin of its own and can
 * share nothing: there each has its own stream where that costs no connection, and none elsewhere, or
 * six frames would hold all that a browser opens to a host.
 */
function streamOf(api: StateApi, base: string, signal: AbortSignal): StateStream {
  const own = new LiveStream(api, { localNow, random });
  if (globalThis.origin !== "null") {
    const channel = new BroadcastChannel(`tableside ${api.address}`);
    const shared = new SharedStream(own, { channel, random });
    window.addEventListener("pagehide", () => shared.leave(), { signal });
    return shared;
  }
  return isMultiplexed(base) ? own : { run() {}, drop() {}, hasten() {}, renew() {} };
}

/**
 * Whether any number of streams from a service take one connection, as over HTTP/2 and 3. Known only
 * of the service that the page itself came from.
 */
function isMultiplexed(base: string): boolean {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return base.startsWith(location.origin) && /^h[23]/.test(page?.nextHopProtocol ?? "");
}
