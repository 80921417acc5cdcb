import type { RoundEventType } from "../../src/webhooks/payload.ts";

/** Something that happened in a round. */
export interface RoundEvent {
  /** Its number in the log. */
  readonly seq: number;
  /** A slug. */
  readonly game: string;
  readonly round: number;
  readonly type: RoundEventType;
  /** When it happened by the schedule, epoch ms. */
  readonly atMs: number;
}

/** The id of a webhook of an event, always the same: by it receivers know what they have had. */
export function messageId(endpointId: string, { game, round, type }: RoundEvent): string {
  return `${endpointId}-${game}-${round}-${type.replace("round.", "")}`;
}
