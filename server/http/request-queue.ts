import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { DeferWork } from "../runtime/loop-turns.ts";

/**
 * The reason to refuse a request (`waiting`: too many waiting requests) or to cut a response (`unread`: too many unread
 * response bytes).
 */
export type OverloadReason = "waiting" | "unread";

export interface RequestQueueOptions {
  readonly handle: RequestListener;
  readonly refuse: RequestListener;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly onRefusal: (reason: OverloadReason) => void;
  /** Shared with other work that is done one piece per turn. */
  readonly deferWork: DeferWork;
  readonly limits?: Partial<QueueLimits>;
}

/** Ten seconds of the costliest pages, about 20 KB each, and two seconds for one IP address. */
const LIMITS = {
  waiting: 2_000,
  /** Waiting requests from one IP address. */
  waitingEach: 400,
  /** Response bytes that no client has read. Above this limit, the oldest responses are cut. */
  unreadBytes: 40_000_000,
};

export type QueueLimits = typeof LIMITS;

type Exchange = Parameters<RequestListener>;

/**
 * Starts one request in each turn of the event loop, so that a response outside the queue (the current round, stream
 * messages) waits for one request at most. IP addresses take turns. Above the limits, the newest request is refused,
 * and unread responses are cut.
 */
export function requestQueue(options: RequestQueueOptions): RequestListener {
  const { handle, refuse, addressOf, onRefusal, deferWork } = options;
  const limits = { ...LIMITS, ...options.limits };
  /** Waiting requests by IP address, next first. */
  const queues = new Map<string, Exchange[]>();
  const unread = new Map<ServerResponse, number>();
  let waiting = 0;
  let unreadBytes = 0;
  let isBusy = false;

  function discount(response: ServerResponse): void {
    unreadBytes -= unread.get(response) ?? 0;
    unread.delete(response);
  }

  /** Counts the bytes of a finished response that the operating system has not yet accepted. */
  function countUnread(response: ServerResponse): void {
    const bytes = response.socket?.writableLength ?? 0;
    if (bytes === 0) {
      return;
    }
    unread.set(response, bytes);
    unreadBytes += bytes;
    response.once("close", () => discount(response));
    for (const [oldest] of unread) {
      if (unreadBytes <= limits.unreadBytes) {
        break;
      }
      // Cuts the oldest: otherwise a few clients that read nothing would lock out all others.
      onRefusal("unread");
      discount(oldest);
      oldest.destroy();
    }
  }

  function begin([request, response]: Exchange): void {
    isBusy = true;
    deferWork(next);
    response.once("prefinish", () => countUnread(response));
    handle(request, response);
  }

  function next(): void {
    let first = dequeue();
    while (first?.[0].socket.destroyed === true) {
      first = dequeue();
    }
    if (first === undefined) {
      isBusy = false;
    } else {
      begin(first);
    }
  }

  function dequeue(): Exchange | undefined {
    const [entry] = queues;
    if (entry === undefined) {
      return undefined;
    }
    const [address, queue] = entry;
    const first = queue.shift();
    // Moves the address to the end of the queue.
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
    if (waiting >= limits.waiting || queue.length >= limits.waitingEach) {
      onRefusal("waiting");
      refuse(request, response);
    } else if (isBusy) {
      queue.push([request, response]);
      queues.set(address, queue);
      waiting += 1;
    } else {
      begin([request, response]);
    }
  };
}
