import type { ClockVerdict } from "./clock-state.ts";
import { aheadMs, pointAt } from "./offset.ts";
import { TOLERATED_MS, vote } from "./vote.ts";
import type { Span } from "./vote.ts";

/** Wider bounds are warned of, in ms; beyond what is tolerated they are unusable. */
const NARROW_MS = 250;

/** What all clocks say, each by its offset from the steady clock of this process, in ms. */
export interface ClockReports {
  /** This machine's clock. */
  readonly ownMs: number;
  readonly database?: Span | undefined;
  /** True time by chrony, which keeps this machine's clock. */
  readonly chrony?: Span | undefined;
  /** The clocks of the other servers on the same store. */
  readonly peers: readonly Span[];
  /** Clocks of other hosts, in whole seconds: they can contradict, and confirm nothing. */
  readonly dates: readonly Span[];
  /** True time is this at least, since a beacon was seen; -Infinity for none. */
  readonly provenMs: number;
}

export interface Judgement {
  readonly verdict: Exclude<ClockVerdict, "behind">;
  /** The bounds by the witnesses alone, without this machine's clock. No witness: Infinity, -Infinity. */
  readonly leastMs: number;
  readonly mostMs: number;
  /** The single best clock: the database's or chrony's; null for this machine's. */
  readonly best: Span | null;
  /** Why the server may not serve, in words; null when it may. */
  readonly reason: string | null;
}

/**
 * Judges the time. The clocks that all servers see are put to a vote, so the servers that pass agree with
 * each other. A clock that only this server sees can stop it, and never lets it pass.
 */
export function judge(reports: ClockReports): Judgement {
  const { ownMs, database, chrony, peers, dates, provenMs } = reports;
  const own = pointAt(ownMs);
  const found = vote({ own, database, peers });
  const hasShared = found.hasDatabase || found.peers.length > 0;
  const independent = [...dates, ...(chrony === undefined ? [] : [chrony])];
  const refuting = independent.filter((span) => Math.abs(aheadMs(own, span)) > TOLERATED_MS);
  // One voice from outside does not outweigh the store's; but servers on one file have one machine's clock.
  const storeVoices = hasShared && database !== undefined ? 1 : 0;
  const isRefuted = refuting.length > independent.length - refuting.length + storeVoices;
  const best = (found.hasDatabase ? database : chrony) ?? null;

  const reason = !found.passes
    ? database !== undefined && found.hasDatabase
      ? against(own, database, "the database's clock")
      : "The clocks of the servers on this store contradict each other."
    : isRefuted
      ? against(own, refuting[0] ?? own, "the clocks of those it talks to")
      : ownMs < provenMs - TOLERATED_MS
        ? `This server's clock is ${inSeconds(provenMs - ownMs)} behind what a beacon proves.`
        : null;
  // While there is a fault, nothing is published before all clocks say so.
  const all =
    reason === null ? found.peers : [...peers, ...refuting, ...(database ? [database] : [])];
  const spans = [
    ...(best === null ? [] : [best]),
    ...(best !== null && reason === null ? [] : all.map((span) => nearest(own, span))),
  ];
  const leastMs = Math.min(...spans.map((span) => span.leastMs));
  const mostMs = Math.max(provenMs, ...spans.map((span) => span.mostMs));
  const widthMs = Math.max(ownMs, mostMs) - Math.min(ownMs, leastMs);
  if (reason !== null) {
    return { verdict: "contradicted", leastMs, mostMs, best, reason };
  }
  if (widthMs > TOLERATED_MS) {
    const words = `The time is known to ${inSeconds(widthMs)} only, and it takes one second.`;
    return { verdict: "vague", leastMs, mostMs, best, reason: words };
  }
  const isAlone = best === null && !hasShared;
  const verdict = widthMs > NARROW_MS ? "wide" : isAlone ? "unwitnessed" : "sure";
  return { verdict, leastMs, mostMs, best, reason: null };
}

/** The near end of a clock's span: a vague clock must not widen the bounds by being vague. */
function nearest(own: Span, span: Span): Span {
  return {
    leastMs: Math.min(own.leastMs, span.mostMs),
    mostMs: Math.max(own.mostMs, span.leastMs),
  };
}

function against(own: Span, other: Span, whose: string): string {
  const byMs = aheadMs(own, other);
  const where = byMs > 0 ? "ahead of" : "behind";
  return `This server's clock is ${inSeconds(byMs)} ${where} ${whose}.`;
}

function inSeconds(ms: number): string {
  return `${(Math.abs(ms) / 1_000).toFixed(1)} s`;
}
