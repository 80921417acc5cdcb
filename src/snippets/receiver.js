// Follows one table: says when to open and close the betting, and reports each result once.
// Only a message of the table opens the betting: a frame that shows no table (a wrong key, maintenance)
// posts none, and a table posts its first at its first change of phase. What came out is fetched, never
// read from a message.

const TYPES = {
  dragontiger: "dragontiger_phase",
  baccarat: "baccarat_phase",
  bigsixball: "bigsix_phase",
};
const PHASES = ["betting", "revealing", "result", "waiting"];
const QUIET_MS = 8_000; // Overdue by this much, messages are given up on and the API is asked.
const POLL_MS = 2_000;
const PAGE = 500; // The most rounds that one answer of the history holds.

export function followTable(frame, { onOpen, onClose, onResult }) {
  const { origin, pathname } = new URL(frame.src);
  const slug = pathname.split("/")[2];
  const stopping = new AbortController();
  let latest = 0; // The newest phase received, as a number that only grows.
  let finished = 0; // The newest round that is over…
  let settled = null; // …and the newest one reported.
  const late = []; // Older ones that had no result yet: a round may be decided after its end.
  let closesAt = 0;
  let quietUntil = 0;
  let closing;
  let busy = false;

  function listen(event) {
    // Any window can post to this page: let nothing but the table's own messages through.
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    if (event.data?.type !== TYPES[slug]) return;
    quietUntil = Date.now() + event.data.remainMs + QUIET_MS;
    notice(event.data, true);
    tick();
  }

  function notice({ round, phase, remainMs }, isMessage) {
    // Betting that only the API reports opens nothing: the table's message may follow.
    const opens = phase === "betting" && isMessage;
    const moment = round * PHASES.length + (opens ? 0 : PHASES.indexOf(phase) || -1);
    if (moment <= latest) return; // A repeated message, or one that was overtaken.
    latest = moment;
    finished = phase === "result" || phase === "waiting" ? round : round - 1;
    settled ??= round - 1;
    close();
    if (opens && remainMs > 0 && !stopping.signal.aborted) {
      closesAt = Date.now() + remainMs;
      closing = setTimeout(close, remainMs); // Bets end with the time, not with the next message.
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

  // What your function throws is reported as any error of your page, and not tried again: a result
  // counts as reported once `onResult` was called, so that no round is ever handled twice.
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
    } catch (error) {
      if (!stopping.signal.aborted) {
        console.warn("The table's service did not answer; trying again.", error);
      }
    }
    busy = false;
  }

  async function poll() {
    notice(await get("current"), false);
  }

  // Reports every round that is over, oldest first, however many a tab asleep or offline missed.
  async function settle() {
    while (settled < finished) {
      const fresh = (await nextResults()).filter(({ round }) => round > settled);
      if (fresh.length === 0) return; // Not confirmed yet: the next tick asks again.
      for (const entry of fresh.toReversed()) {
        while (++settled < entry.round) late.push(settled);
        call(onResult, entry);
      }
    }
  }

  // Reports a late round when it is decided. One is asked for at a time, each in turn.
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
      if (state.round === settled + 1 && state.phase === "result") return [state];
    }
    const limit = Math.min(missing, PAGE);
    return get(`results?limit=${limit}&before=${settled + 1 + limit}`);
  }

  async function get(path) {
    const response = await fetch(`${origin}/embed/${slug}/api/${path}`, {
      cache: "no-store",
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(5_000)]),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  }

  addEventListener("message", listen, { signal: stopping.signal });
  const ticking = setInterval(tick, POLL_MS);
  tick();

  return {
    // Ask this at the moment of a bet: in a hidden tab the timer may be late.
    isOpen: () => Date.now() < closesAt,
    // Closes the betting and calls none of your functions again.
    stop() {
      stopping.abort();
      clearInterval(ticking);
      clearTimeout(closing);
      closesAt = 0;
    },
  };
}
