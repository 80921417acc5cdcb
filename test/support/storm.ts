import type { Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection, and its responses. */
export interface StormClient {
  readonly socket: Socket;
  readonly said: () => string;
}

/** Opens a connection and sends these bytes on it. */
export type Dial = (sends: string, options?: { readonly reads?: boolean }) => StormClient;

/** One more than the maximum of unanswered requests on a connection. */
const UNANSWERED = 65;
export const STREAM = "/embed/baccarat/api/stream";
export const CURRENT = "/embed/baccarat/api/current";

/** A page of old rounds, a different one for each number. */
export const historyPage = (index: number): string =>
  `/embed/baccarat/api/results?limit=500&before=${300_000 - index * 500}`;

export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A client on a socket that is closed after the test. One that does not read leaves all responses unread. */
export function clientOn(socket: Socket, sends: string, { reads = true } = {}): StormClient {
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let said = "";
  if (reads) {
    socket.setEncoding("latin1").on("data", (text: string) => (said += text));
  } else {
    socket.pause();
  }
  socket.write(sends);
  return { socket, said: () => said };
}

/** A simultaneous mix of all attacks on a service. */
export interface Storm {
  readonly streams: readonly StormClient[];
  /** Whether all clients have a response, or will get none. */
  isAnswered(): boolean;
  /** The first response that is a fault, or a refusal without a time to retry; undefined for none. */
  readonly fault: string | undefined;
  end(): void;
}

/** A proper response: a result, or a refusal with a time to retry. */
const IN_WORDS = /^HTTP\/1\.1 ((200|303|429|408) |503 [^]*?\r\nretry-after: \d+\r\n)/i;

/**
 * Costly pages that are never read, silent connections, unread long responses, and floods of sign-ins, pages and
 * streams.
 *
 * @param origin the service's own, such as https://games.example.com.
 */
export function startStorm(
  dial: Dial,
  origin: string,
  counts: { readonly idle: number; readonly streams: number },
): Storm {
  const { host } = new URL(origin);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const signIn = (index: number) => {
    const body = `email=eve${index}@example.com&password=correct+horse+battery`;
    return `POST /account/sign-in/ HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const silent = [
    ...many(40, (client) =>
      dial(many(UNANSWERED, (n) => get(historyPage(client * UNANSWERED + n))).join(""), {
        reads: false,
      }),
    ),
    ...many(counts.idle, () => dial("")),
    ...many(200, () => dial(get("/v1/game-table.js"), { reads: false })),
  ];
  const signIns = many(12, (n) => dial(signIn(n)));
  const pages = many(40, (n) => dial(get(["/account/sign-in/", historyPage(n)][n % 2] ?? "")));
  const streams = many(counts.streams, () => dial(get(STREAM)));
  const asked = [...signIns, ...pages, ...streams];
  return {
    streams,
    // On a busy machine some requests are read after their deadline, and cut.
    isAnswered: () => asked.every(({ socket, said }) => said() !== "" || socket.destroyed),
    get fault() {
      return asked.map(({ said }) => said()).find((text) => text !== "" && !IN_WORDS.test(text));
    },
    end() {
      for (const { socket } of [...silent, ...asked]) {
        socket.destroy();
      }
    },
  };
}
