// Follows one table: reports when to open and close betting, each result
// once, and whether the table is stale. Only a message of the table
// opens betting: a frame without a table (wrong key, maintenance) does
// not send any, and a table sends its first message at its first change
// of phase. Results are fetched, never read from messages.

const TYPES = {
  dragontiger: "dragontiger_phase",
  baccarat: "baccarat_phase",
  bigsixball: "bigsix_phase",
};
const PHASES = ["betting", "revealing", "result", "waiting"];
// If an expected message is later than this, the API is polled.
const QUIET_MS = 8_000;
const POLL_MS = 2_000;
const PAGE = 500; // Rounds per request.

export function followTable(frame, callbacks) {
  const { onOpen, onClose, onResult, onStale } = callbacks;
  const { origin, pathname } = new URL(frame.src);
  const slug = pathname.split("/")[2];
  const stopping = new AbortController();
  let latest = 0; // The newest phase received, as an increasing number.
  let finished = 0; // The newest finished round.
  let settled = null; // The newest reported round.
  // Skipped rounds without a result, which may be decided later.
  const late = [];
  let closesAt = 0;
  let quietUntil = 0;
  // The table's newest phase; until its first message, the API's.
  let heard = 0;
  let behind = 0; // Polls in a row that found the API ahead of `heard`.
  let port = null;
  let frameIsStale = false; // As the frame reports on the port.
  let isStale = false;
  let closing;
  let busy = false;

  function listen(event) {
    // Any window can post to this page, so accept only the table's own
    // messages.
    if (event.origin !== origin || event.source !== frame.contentWindow)
      return;
    if (event.data?.type !== TYPES[slug]) return;
    if (port === null) connect(); // The frame loaded before we listened.
    quietUntil = Date.now() + event.data.remainMs + QUIET_MS;
    heard = momentOf(event.data);
    behind = 0;
    notice(event.data, true);
    tick();
  }

  // On this port, the frame reports whether it is up to date.
  function connect() {
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data: { type, code } }) => {
      const isLost =
        type === "stale" || (type === "error" && code !== "picture");
      if (isLost || type === "ready" || type === "fresh") {
        frameIsStale = isLost;
        reportStale(isLost);
      }
    };
    const message = { type: "tableside:connect", version: 1 };
    frame.contentWindow.postMessage(message, origin, [channel.port2]);
  }

  function momentOf({ round, phase }) {
    return round * PHASES.length + PHASES.indexOf(phase);
  }

  function notice({ round, phase, remainMs }, isMessage) {
    // Betting reported only by the API opens nothing; the table's
    // message may still follow.
    const opens = phase === "betting" && isMessage;
    const moment =
      round * PHASES.length + (opens ? 0 : PHASES.indexOf(phase) || -1);
    if (moment <= latest) return; // A repeated or outdated message.
    latest = moment;
    finished =
      phase === "result" || phase === "waiting" ? round : round - 1;
    settled ??= round - 1;
    close();
    if (opens && remainMs > 0 && !stopping.signal.aborted) {
      closesAt = Date.now() + remainMs;
      // Betting ends on time, without waiting for a message.
      closing = setTimeout(close, remainMs);
      call(onOpen, round);
    }
  }

  function close() {
    clearTimeout(closing);
    if (closesAt > 0) {
      closesAt = 0;
      call(onClose);
    }
  }

  // An error of your function is reported like any error of your page,
  // and not retried: a result counts as reported once `onResult` was
  // called, so that no round is handled twice.
  function call(callback, ...args) {
    if (stopping.signal.aborted) return;
    try {
      callback(...args);
    } catch (error) {
      reportError(error);
    }
  }

  async function tick() {
    if (busy) return;
    busy = true;
    try {
      await settle();
      if (Date.now() > quietUntil) await poll();
      await settle();
      await settleLate();
      // After an outage, only the table itself can show that it is back.
      reportStale(frameIsStale || behind > (isStale ? 0 : 1));
    } catch (error) {
      if (!stopping.signal.aborted) {
        reportStale(true);
        console.warn(
          "The table's service did not respond; trying again.",
          error,
        );
      }
    }
    busy = false;
  }

  function reportStale(isNow) {
    if (isNow === isStale) return;
    isStale = isNow;
    call(onStale, isStale);
  }

  async function poll() {
    const state = await get("current");
    notice(state, false);
    if (!isStale) heard ||= momentOf(state);
    behind = momentOf(state) > heard ? behind + 1 : 0;
  }

  // Reports all finished rounds, oldest first, including those missed
  // while asleep or offline.
  async function settle() {
    while (settled < finished) {
      const fresh = (await nextResults()).filter(
        ({ round }) => round > settled,
      );
      if (fresh.length === 0) return; // The next tick tries again.
      for (const entry of fresh.toReversed()) {
        while (++settled < entry.round) late.push(settled);
        call(onResult, entry);
      }
    }
  }

  // Reports a late round once it is decided. Each call checks one late
  // round, in turn.
  async function settleLate() {
    const round = late.shift();
    if (round === undefined) return;
    late.push(round);
    const [entry] = await get(`results?limit=1&before=${round + 1}`);
    if (entry?.round !== round) return;
    late.pop();
    call(onResult, entry);
  }

  async function nextResults() {
    const missing = finished - settled;
    if (missing === 1) {
      const state = await get("current");
      if (state.round === settled + 1 && state.phase === "result")
        return [state];
    }
    const limit = Math.min(missing, PAGE);
    return get(`results?limit=${limit}&before=${settled + 1 + limit}`);
  }

  async function get(path) {
    const response = await fetch(
      `${origin}/embed/${slug}/api/${path}`,
      {
        cache: "no-store",
        signal: AbortSignal.any([
          stopping.signal,
          AbortSignal.timeout(5_000),
        ]),
      },
    );
    if (!response.ok)
      throw new Error(`${path} responded with ${response.status}`);
    return response.json();
  }

  const { signal } = stopping;
  addEventListener("message", listen, { signal });
  frame.addEventListener("load", connect, { signal });
  const ticking = setInterval(tick, POLL_MS);
  tick();

  return {
    // Check this when a bet is placed, because timers of a hidden tab
    // may be late.
    isOpen: () => !isStale && Date.now() < closesAt,
    // Closes betting, and never calls your functions again.
    stop() {
      stopping.abort();
      port?.close();
      clearInterval(ticking);
      clearTimeout(closing);
      closesAt = 0;
    },
  };
}
