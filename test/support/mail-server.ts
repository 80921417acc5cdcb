import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** A mail server that lives as long as the test. */
export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Every line that was said to it. */
  readonly said: readonly string[];
}

/** What one is started with. */
export interface MailServerOptions {
  /** What it answers to every reader, instead of taking the mail. */
  readonly refuses?: string;
  /** Whether it reads mails and never says that it has taken them. */
  readonly hangs?: boolean;
  /** Whether it says a line of its first answer now and then, and never the last one. */
  readonly drips?: boolean;
  /** A free one if absent. */
  readonly port?: number;
}

const DRIP_MS = 20;

/** It speaks no TLS. */
const ANSWERS: Readonly<Record<string, string>> = { STARTTLS: "502 no such command" };

/** Starts one that takes every mail by default. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { refuses, hangs = false, drips = false, port = 0 } = options;
  const said: string[] = [];
  const server = createServer((socket) => {
    let isBody = false;
    socket.write("220 ready\r\n");
    const lines = createInterface({ input: socket });
    // A client may go away at any time.
    lines
      .on("error", () => {})
      .on("line", (line) => {
        said.push(line);
        if (isBody && line !== ".") {
          return;
        }
        if (isBody && hangs) {
          return;
        }
        if (drips) {
          const timer = setInterval(() => socket.write("250-more\r\n"), DRIP_MS);
          socket.on("close", () => clearInterval(timer));
          return;
        }
        isBody = line === "DATA";
        const isRefused = refuses !== undefined && line.startsWith("RCPT");
        const answer = isBody
          ? "354 go on"
          : line === "QUIT"
            ? "221 bye"
            : (ANSWERS[line] ?? "250 ok");
        socket.write(`${isRefused ? refuses : answer}\r\n`);
      });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { said, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
