import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { BECAME_STREAM } from "./work-line.ts";

/**
 * Requests that may wait behind others of their connections: of one connection, and in all. Each takes some 10 KB, and
 * Node makes an error with a stack for each that waits when its connection ends. Clients that send a request before
 * the last one is answered are rare, so only a flood gets here.
 */
const LIMITS = { ofOne: 64, inAll: 2_000 } as const;

/** The requests of one connection that wait behind the one in work. */
interface Line {
  length: number;
  isPausing: boolean;
  /** The one in work never ends by itself. */
  isStream: boolean;
}

/**
 * Answers the pipelined requests of a connection one after the other, and reads nothing more from it while
 * any wait. Node hands over every request of a packet at once, and would have a client's thousands
 * of answers made before it has taken the first. A connection with too many that wait is cut, and while too many wait
 * in all each that adds one; so is one that asks behind a stream, where nothing is answered, and where it could not be
 * seen that its client left.
 */
export function serializePipelined(
  handle: RequestListener,
  limits: { readonly ofOne: number; readonly inAll: number } = LIMITS,
): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  let waiting = 0;

  function lineOf(socket: Socket): Line {
    let line = lines.get(socket);
    if (line === undefined) {
      const opened = { length: 0, isPausing: false, isStream: false };
      line = opened;
      lines.set(socket, line);
      socket.once("close", () => leave(opened, opened.length));
    }
    return line;
  }

  function leave(line: Line, count: number): void {
    line.length -= count;
    waiting -= count;
  }

  /** Once the packet is read: at the end of each request in it Node resumes the connection. */
  function pauseSoon(line: Line, socket: Socket): void {
    if (line.isPausing) {
      return;
    }
    line.isPausing = true;
    process.nextTick(() => {
      line.isPausing = false;
      if (line.length > 0) {
        socket.pause();
      }
    });
  }

  function wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) {
      return;
    }
    const line = lineOf(socket);
    if (line.length >= limits.ofOne || waiting >= limits.inAll || line.isStream) {
      socket.destroy();
      return;
    }
    line.length += 1;
    waiting += 1;
    pauseSoon(line, socket);
    // It is given the connection when all bytes of the answer before it are out.
    response.once("socket", () => setImmediate(next, request, response, line));
  }

  /** In a turn of the event loop of its own: a packet holds thousands of requests, and others wait. */
  function next(request: IncomingMessage, response: ServerResponse, line: Line): void {
    const { socket } = request;
    if (socket.destroyed) {
      return;
    }
    leave(line, 1);
    if (line.length === 0) {
      socket.resume();
    }
    begin(request, response);
  }

  function begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    response.once(BECAME_STREAM, () => {
      const line = lineOf(socket);
      line.isStream = true;
      if (line.length > 0) {
        socket.destroy();
      }
    });
    handle(request, response);
  }

  return (request, response) => {
    if (response.socket === null) {
      wait(request, response);
    } else {
      begin(request, response);
    }
  };
}
