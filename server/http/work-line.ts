import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { InOwnTurn } from "../runtime/loop-turns.ts";

/** Why a request is refused: too many wait, or wait too long. Or why one is cut: too much lies here that nobody takes. */
export type OverloadReason = "waiting" | "unread";

/** How much may be open at once in this process. */
export interface WorkLimits {
  /** Requests that wait in line. */
  readonly waiting: number;
  /** How long the first request of an address may wait before its next one is refused, ms. */
  readonly waitMs: number;
  /** Bytes of answers that neither client nor machine has taken. Beyond them the oldest are cut. */
  readonly unreadBytes: number;
}

export interface WorkLineOptions {
  readonly handle: RequestListener;
  readonly refuse: RequestListener;
  /** The client that a request counts for. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly onRefusal: (reason: OverloadReason) => void;
  /** Shared with other work that is done a piece a turn. */
  readonly inOwnTurn: InOwnTurn;
  /** A clock that nobody sets, ms. */
  readonly steady: () => number;
  readonly limits?: Partial<WorkLimits>;
}

/** Ten seconds of the costliest pages, and some 20 KB each. */
const LIMITS: WorkLimits = { waiting: 2_000, waitMs: 2_000, unreadBytes: 40_000_000 };

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sinceMs: number;
}

/**
 * Begins one request in each turn of the event loop, so that whatever is answered beside the line (the
 * running round, messages of streams) waits for one of them at most, however many come. Addresses take turns. Beyond
 * the limits the newest request is refused, and answers that nobody takes are cut.
 */
export function workLine(options: WorkLineOptions): RequestListener {
  const { handle, refuse, addressOf, onRefusal, inOwnTurn, steady } = options;
  const limits = { ...LIMITS, ...options.limits };
  /** Requests that wait, by address; the address that is served next comes first. */
  const queues = new Map<string, Waiting[]>();
  /** How many bytes of each answer are not read yet, the oldest first. */
  const unread = new Map<ServerResponse, number>();
  let waiting = 0;
  let unreadBytes = 0;
  let isBusy = false;

  function forget(response: ServerResponse): void {
    unreadBytes -= unread.get(response) ?? 0;
    unread.delete(response);
  }

  /** The answer is made. What the machine has not taken of it lies here until the client reads. */
  function countUnread(response: ServerResponse): void {
    const bytes = response.socket?.writableLength ?? 0;
    if (bytes === 0) {
      return;
    }
    unread.set(response, bytes);
    unreadBytes += bytes;
    response.once("close", () => forget(response));
    for (const [oldest] of unread) {
      if (unreadBytes <= limits.unreadBytes) {
        break;
      }
      // Not the newest: a few that read nothing would keep everybody else out.
      onRefusal("unread");
      forget(oldest);
      oldest.destroy();
    }
  }

  function begin(request: IncomingMessage, response: ServerResponse): void {
    isBusy = true;
    inOwnTurn(next);
    response.once("prefinish", () => countUnread(response));
    handle(request, response);
  }

  function next(): void {
    let first = takeFirst();
    while (first?.request.socket.destroyed === true) {
      first = takeFirst();
    }
    if (first === undefined) {
      isBusy = false;
    } else {
      begin(first.request, first.response);
    }
  }

  function takeFirst(): Waiting | undefined {
    const [entry] = queues;
    if (entry === undefined) {
      return undefined;
    }
    const [address, queue] = entry;
    const first = queue.shift();
    // To the end of the line.
    queues.delete(address);
    if (queue.length > 0) {
      queues.set(address, queue);
    }
    waiting -= 1;
    return first;
  }

  return (request, response) => {
    const address = addressOf(request);
    const queue = queues.get(address) ?? [];
    const [first] = queue;
    const isLate = first !== undefined && steady() - first.sinceMs > limits.waitMs;
    if (waiting >= limits.waiting || isLate) {
      onRefusal("waiting");
      refuse(request, response);
    } else if (isBusy) {
      queue.push({ request, response, sinceMs: steady() });
      queues.set(address, queue);
      waiting += 1;
    } else {
      begin(request, response);
    }
  };
}
