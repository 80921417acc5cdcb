import { PHASES } from "../round/phases.ts";
import type { Phase } from "../round/phases.ts";
import type { CommonFields } from "./responses.ts";

/** The `type` of a phase message. */
export type PhaseType = `${string}_phase`;

/**
 * The message that the embed page posts to its parent on every phase change, with only these five fields.
 *
 * @typeParam Type - the `type` of one game, or the union of all.
 */
export interface PhaseMessage<Type extends PhaseType = PhaseType> extends Pick<
  CommonFields,
  "round" | "daily_round" | "remainMs"
> {
  /** Names the game, such as `dragontiger_phase`. */
  type: Type;
  /** The phase that began. */
  phase: Phase;
}

/** The message that announces a state, built field by field so that it never contains a card. */
export function toPhaseMessage<Type extends PhaseType>(
  type: Type,
  state: CommonFields,
): PhaseMessage<Type> {
  return {
    type,
    round: state.round,
    daily_round: state.daily_round,
    phase: state.phase,
    remainMs: state.remainMs,
  };
}

/**
 * Whether the data of a window message is a phase message, even of a future game. Also check its origin and source.
 */
export function isPhaseMessage(data: unknown): data is PhaseMessage {
  if (typeof data !== "object" || data === null) {
    return false;
  }
  const message = data as Partial<Record<keyof PhaseMessage, unknown>>;
  return (
    typeof message.type === "string" &&
    message.type.endsWith("_phase") &&
    Number.isInteger(message.round) &&
    Number.isInteger(message.daily_round) &&
    Number.isInteger(message.remainMs) &&
    PHASES.some((phase) => phase === message.phase)
  );
}
