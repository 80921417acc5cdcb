import type { Game } from "../../src/games/contract.ts";
import { StateApi } from "../../src/wire/api.ts";
import { LiveStream } from "../../src/wire/live-stream.ts";
import type { StateStream } from "../../src/wire/live-stream.ts";
import { onPageReturn } from "./page-return.ts";
import { SharedStream } from "./shared-stream.ts";
import { StateFeed } from "./state-feed.ts";

const localNow = () => performance.now();
const { random } = Math;

/**
 * Creates a game's feed for this page, and wakes it whenever the page returns. The feed does nothing until `run` is
 * called.
 *
 * @param base the service URL, ending in a slash.
 */
export function openFeed(
  game: Game,
  base: string,
  onChange: () => void,
  signal: AbortSignal,
): StateFeed {
  const api = new StateApi(base, game.slug, fetch);
  const stream = streamFor(api, base, signal);
  const feed = new StateFeed({ game, api, stream, localNow, random }, onChange);
  onPageReturn((mayHaveMissed) => feed.wake(mayHaveMissed), signal);
  return feed;
}

/**
 * The stream that suits this page. A frame without `allow-same-origin` has an opaque origin and cannot share a stream.
 * Such a frame gets its own stream if that does not need an extra connection, and otherwise none: six such frames would
 * use up all connections that a browser opens to a host.
 */
function streamFor(api: StateApi, base: string, signal: AbortSignal): StateStream {
  const stream = new LiveStream(api, { localNow, random });
  if (globalThis.origin !== "null") {
    const channel = new BroadcastChannel(`tableside ${api.url}`);
    const shared = new SharedStream(stream, { channel, random });
    window.addEventListener("pagehide", () => shared.leave(), { signal });
    return shared;
  }
  return isMultiplexed(base)
    ? stream
    : { run() {}, retryLater() {}, retrySoon() {}, reconnect() {} };
}

/**
 * Whether all streams from a service share one connection, as over HTTP/2 and HTTP/3. A page knows this
 * only about the service that loaded it.
 */
function isMultiplexed(base: string): boolean {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return base.startsWith(location.origin) && /^h[23]/.test(page?.nextHopProtocol ?? "");
}
