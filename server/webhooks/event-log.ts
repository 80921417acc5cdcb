import type { RoundEventType } from "../../src/wire/webhook-payload.ts";
import type { Store } from "../store/store.ts";

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

/** What happened of late in all games, by number and without gaps. */
export interface EventLog {
  /** 0 while there is none. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  has(event: Pick<RoundEvent, "game" | "round" | "type">): boolean;
  /** The event of a number between the first and the last. */
  at(seq: number): RoundEvent;
  /**
   * Adds events in their order, here and in the store.
   *
   * @param isAfterGap whether others between these and the last one are lost. Then a number is left out, and
   * the log begins with these: who had not had all before finds itself cut off.
   * @throws Error when another server has added some meanwhile.
   */
  append(events: readonly Omit<RoundEvent, "seq">[], isAfterGap: boolean): Promise<void>;
}

/**
 * Enough for 1,000 of the rarest events, those of one type of the game of a minute: fifteen a minute in all.
 * Some two megabytes.
 */
const KEPT_EVENTS = 16_000;
/** How many more there may be before the oldest are deleted. */
const SLACK = 200;
/** Rows of one statement. */
const ROWS = 500;

/** Reads the log from the store. One server at a time may add to it. */
export async function openEventLog(store: Store): Promise<EventLog> {
  const rows = await store.db
    .selectFrom("webhook_event")
    .select(["seq", "game", "round", "type", "at as atMs"])
    .orderBy("seq", "desc")
    .limit(KEPT_EVENTS)
    .execute();
  let events: RoundEvent[] = rows.toReversed();
  const names = new Set(events.map(nameOf));

  const firstSeq = () => events[0]?.seq ?? 0;
  const lastSeq = () => events.at(-1)?.seq ?? 0;

  function take(added: readonly RoundEvent[]): void {
    const [first] = added;
    if (first !== undefined && first.seq > lastSeq() + 1) {
      events = [];
      names.clear();
    }
    events.push(...added);
    for (const event of added) {
      names.add(nameOf(event));
    }
    if (events.length > KEPT_EVENTS + SLACK) {
      for (const old of events.slice(0, -KEPT_EVENTS)) {
        names.delete(nameOf(old));
      }
      events = events.slice(-KEPT_EVENTS);
    }
  }

  async function appendRows(added: readonly Omit<RoundEvent, "seq">[], skip: number) {
    const first = lastSeq() + 1 + skip;
    const numbered = added.map((event, index) => ({ ...event, seq: first + index }));
    await store.lazyDb.transaction().execute(async (transaction) => {
      const written = await transaction
        .insertInto("webhook_event")
        .values(numbered.map(({ atMs, ...event }) => ({ ...event, at: atMs })))
        .onConflict((conflict) => conflict.doNothing())
        .returning("seq")
        .execute();
      if (written.length !== numbered.length) {
        throw new Error("Another server has added events: this one has lost its lease.");
      }
      if (skip > 0) {
        await transaction.deleteFrom("webhook_event").where("seq", "<", first).execute();
      }
    });
    const before = firstSeq();
    take(numbered);
    if (before !== 0 && firstSeq() > before) {
      await store.lazyDb.deleteFrom("webhook_event").where("seq", "<", firstSeq()).execute();
    }
  }

  return {
    get firstSeq() {
      return firstSeq();
    },
    get lastSeq() {
      return lastSeq();
    },
    has: (event) => names.has(nameOf(event)),
    at: (seq) => events[seq - firstSeq()] as RoundEvent,
    async append(added, isAfterGap) {
      for (let at = 0; at < added.length; at += ROWS) {
        const skip = at === 0 && isAfterGap ? 1 : 0;
        await appendRows(added.slice(at, at + ROWS), skip);
      }
    },
  };
}

function nameOf({ game, round, type }: Pick<RoundEvent, "game" | "round" | "type">): string {
  return `${game}:${round}:${type}`;
}
