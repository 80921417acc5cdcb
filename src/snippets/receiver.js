// Follows one table: says when to open and close the betting, and reports each result once.
// A message only says that something changed. What came out is fetched, never read from it.

const TYPES = {
  dragontiger: "dragontiger_phase",
  baccarat: "baccarat_phase",
  bigsixball: "bigsix_phase",
};
const PHASES = ["betting", "revealing", "result", "waiting"];
const QUIET_MS = 8_000; // Overdue by this much, messages are given up on and the API is asked.
const POLL_MS = 2_000;

export function followTable(frame, { onOpen, onClose, onResult }) {
  const { origin, pathname } = new URL(frame.src);
  const slug = pathname.split("/")[2];
  let latest = 0; // The newest phase heard of, as a number that only grows.
  let finished = 0; // The newest round that is over…
  let settled = null; // …and the newest one reported.
  let closesAt = 0;
  let quietUntil = 0;
  let closing;
  let busy = false;

  function listen(event) {
    // Any window can post to this page: let nothing but the table's own messages through.
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    if (event.data?.type !== TYPES[slug]) return;
    quietUntil = Date.now() + event.data.remainMs + QUIET_MS;
    notice(event.data);
    tick();
  }

  function notice({ round, phase, remainMs }) {
    const moment = round * PHASES.length + PHASES.indexOf(phase);
    if (moment <= latest) return; // A repeated message, or one that was overtaken.
    latest = moment;
    finished = phase === "result" || phase === "waiting" ? round : round - 1;
    settled ??= round - 1;
    close();
    if (phase === "betting" && remainMs > 0) {
      closesAt = Date.now() + remainMs;
      closing = setTimeout(close, remainMs); // Bets end with the time, not with the next message.
      onOpen(round);
    }
  }

  function close() {
    clearTimeout(closing);
    if (closesAt > 0) {
      closesAt = 0;
      onClose();
    }
  }

  async function tick() {
    if (busy) return;
    busy = true;
    try {
      await settle();
      if (Date.now() > quietUntil) await poll();
      await settle();
    } catch (error) {
      console.warn("The table's service did not answer; trying again.", error);
    }
    busy = false;
  }

  async function poll() {
    const asked = Date.now();
    const state = await get("current");
    // The answer aged on its way: count the whole journey as betting time that is gone.
    notice({ ...state, remainMs: state.remainMs - (Date.now() - asked) });
  }

  async function settle() {
    const missing = finished - settled;
    if (missing < 1) return;
    const state = missing === 1 ? await get("current") : undefined;
    const isResult = state?.round === finished && state.phase === "result";
    // A round that was missed, in a tab asleep or offline, is still in the history. Ask for a few
    // more: another round may be over by now.
    const rounds = isResult ? [state] : await get(`results?limit=${Math.min(missing + 20, 500)}`);
    for (const entry of rounds.toReversed()) {
      if (entry.round > settled) {
        settled = entry.round;
        onResult(entry);
      }
    }
  }

  async function get(path) {
    const address = `${origin}/embed/${slug}/api/${path}`;
    const response = await fetch(address, {
      cache: "no-store",
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  }

  addEventListener("message", listen);
  const ticking = setInterval(tick, POLL_MS);
  tick();

  return {
    // Ask this at the moment of a bet: in a hidden tab the timer may be late.
    isOpen: () => Date.now() < closesAt,
    stop() {
      removeEventListener("message", listen);
      clearInterval(ticking);
      clearTimeout(closing);
    },
  };
}
