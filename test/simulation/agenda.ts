import type { Chance } from "./chance.ts";
import { present } from "./host.ts";
import type { Host } from "./host.ts";
import type { Trace } from "./trace.ts";

/**
 * What happens next in the world, and when. Everything that takes time or waits for somebody is an entry
 * here: one at a time happens, to its end, and of those due at one moment the seed chooses the order.
 */
export interface Agenda {
  /** The world's time, epoch ms. */
  readonly nowMs: number;
  /** Whose entry happens now, or happened last. */
  readonly actor: Host | null;
  readonly length: number;
  /** Is asked before anything of a host happens: the host may crash instead. */
  mayGoOn: (host: Host, label: string) => boolean;
  /** Is called after each entry that happened, and all that it began at once. */
  onStep: () => void;
  /**
   * Has something happen after `ms`, unless the host that it belongs to has crashed by then.
   *
   * @returns what takes it back.
   */
  after(ms: number, label: string, task: () => unknown, host?: Host | null): () => void;
  /** Lets everything up to a time happen. Ends early when `isOver` says so, which is asked after each entry. */
  run(untilMs: number, isOver: () => boolean): Promise<void>;
  /** Lets a host that stood still go on, with all that has come due meanwhile. */
  thaw(host: Host): void;
  /** Lets time pass in which nobody does anything, as when all machines stand still. */
  skip(ms: number): void;
}

interface Entry {
  dueMs: number;
  /** Chosen by the seed: decides between entries that are due at one moment. */
  readonly rank: number;
  readonly label: string;
  readonly task: () => unknown;
  readonly host: Host | null;
  isCancelled: boolean;
}

/** The machine's own, before anything replaces it: all that was begun by an entry has gone on by then. */
const { setImmediate: nextTurn } = globalThis;

export function createAgenda(startMs: number, chance: Chance, trace: Trace): Agenda {
  const heap: Entry[] = [];
  /** What has come due of hosts that stand still. */
  const frozen = new Map<Host, Entry[]>();
  let nowMs = startMs;
  let actor: Host | null = null;

  function push(entry: Entry): void {
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(entry, heap[above] as Entry)) {
        break;
      }
      heap[at] = heap[above] as Entry;
      at = above;
    }
    heap[at] = entry;
  }

  function pop(): Entry {
    const first = heap[0] as Entry;
    const last = heap.pop() as Entry;
    if (heap.length === 0) {
      return first;
    }
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) {
        break;
      }
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Entry, heap[below] as Entry)) {
        below += 1;
      }
      if (!isBefore(heap[below] as Entry, last)) {
        break;
      }
      heap[at] = heap[below] as Entry;
      at = below;
    }
    heap[at] = last;
    return first;
  }

  async function happen({ label, task, host }: Entry): Promise<void> {
    trace.note(`${nowMs.toFixed(3)} ${host?.name ?? "world"} ${label}`);
    actor = host;
    await (host === null ? task() : present.run(host, task));
    await new Promise<void>((resolve) => void nextTurn(resolve));
    agenda.onStep();
  }

  const agenda: Agenda = {
    mayGoOn: () => true,
    onStep: () => {},
    get nowMs() {
      return nowMs;
    },
    get actor() {
      return actor;
    },
    get length() {
      return heap.length;
    },
    after(ms, label, task, host = present.getStore() ?? null) {
      const entry = {
        dueMs: nowMs + Math.max(0, ms),
        rank: chance.real(),
        label,
        task,
        host,
        isCancelled: false,
      };
      push(entry);
      return () => {
        entry.isCancelled = true;
      };
    },
    async run(untilMs, isOver) {
      while (heap.length > 0 && (heap[0] as Entry).dueMs <= untilMs && !isOver()) {
        const entry = pop();
        const { host } = entry;
        if (entry.isCancelled || host?.isAlive === false) {
          continue;
        }
        nowMs = Math.max(nowMs, entry.dueMs);
        if (host?.isFrozen === true) {
          const waiting = frozen.get(host) ?? [];
          waiting.push(entry);
          frozen.set(host, waiting);
          continue;
        }
        if (host === null || agenda.mayGoOn(host, entry.label)) {
          await happen(entry);
        }
      }
      nowMs = Math.max(nowMs, isOver() ? nowMs : untilMs);
    },
    thaw(host) {
      host.isFrozen = false;
      for (const entry of frozen.get(host) ?? []) {
        entry.dueMs = nowMs;
        push(entry);
      }
      frozen.delete(host);
    },
    skip(ms) {
      nowMs += ms;
    },
  };
  return agenda;
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.rank < other.rank);
}
