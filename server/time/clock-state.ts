/**
 * What a judgement of the time comes to. A server serves while it is `sure`; `wide`, which is warned of;
 * or `unwitnessed`, when this machine's clock is all there is. It does not serve while the clock is
 * `contradicted`, the bounds are too `vague`, or the time lies `behind` what was published already.
 */
export type ClockVerdict = "sure" | "wide" | "unwitnessed" | "contradicted" | "vague" | "behind";

/** What is made of the time, for logs and metrics. */
export interface ClockState {
  readonly verdict: ClockVerdict;
  /** How far the bounds of the time are apart. */
  readonly widthMs: number;
  /** How many clocks of each kind answer. */
  readonly witnesses: Readonly<Record<WitnessKind, number>>;
}

type WitnessKind = "database" | "chrony" | "servers" | "dates" | "beacons";

/** The witnesses where none answers. */
export const NO_WITNESSES: ClockState["witnesses"] = {
  database: 0,
  chrony: 0,
  servers: 0,
  dates: 0,
  beacons: 0,
};
