import { once } from "node:events";
import { connect } from "node:http2";
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from "node:http2";
import { onTestFinished } from "vitest";
import { HOST, type Nginx } from "./nginx.ts";

/** One answer. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A viewer's browser: one HTTP/2 connection at a time, on which it asks for what it likes. */
export interface Http2Client {
  /** Asks and waits for the whole answer. Rejects when it breaks off. */
  ask(path: string, headers?: Record<string, string>): Promise<Answer>;
  /**
   * Asks and hands over each piece as it comes.
   *
   * @returns a promise that resolves when the answer ends or breaks off.
   */
  follow(path: string, onText: (text: string) => void): Promise<void>;
  /** Asks on a new connection from now on; the old one stays open. */
  renew(): void;
}

/** Opens a browser that is closed after the test. */
export async function openHttp2({ port, certificate }: Nginx): Promise<Http2Client> {
  let session: ClientHttp2Session | undefined;
  const sessions: ClientHttp2Session[] = [];
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    for (const opened of sessions) {
      opened.destroy();
    }
  });

  async function request(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<ClientHttp2Stream> {
    if (isOver) {
      throw new Error("The test is over.");
    }
    if (session === undefined) {
      const opened = connect(`https://127.0.0.1:${port}`, { ca: certificate, servername: HOST });
      // After a number of requests a server asks for a new connection.
      opened.on("goaway", () => (session = undefined));
      await once(opened, "connect");
      session = opened;
      sessions.push(opened);
    }
    return session.request({ ":path": path, ":authority": HOST, ...headers }).setEncoding("utf8");
  }

  return {
    async ask(path, headers) {
      const stream = await request(path, headers);
      const { promise: broken, reject } = Promise.withResolvers<never>();
      stream.on("error", reject).on("aborted", () => reject(new Error("The answer broke off.")));
      let text = "";
      stream.on("data", (piece: string) => (text += piece));
      const ended = once(stream, "end");
      const [answer] = (await Promise.race([once(stream, "response"), broken])) as [
        IncomingHttpHeaders & { ":status": number },
      ];
      await Promise.race([ended, broken]);
      return { status: answer[":status"], headers: answer, text };
    },
    async follow(path, onText) {
      const stream = await request(path);
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      stream
        .on("data", onText)
        .on("error", () => {})
        .on("close", resolve);
      await closed;
    },
    renew: () => (session = undefined),
  };
}
