import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly said: readonly string[];
}

export interface MailServerOptions {
  /** Its reply to every recipient, instead of accepting the email. */
  readonly refuses?: string;
  /** Whether it reads emails but never acknowledges them. */
  readonly hangs?: boolean;
  /** Whether it sends its first reply slowly, and never its last line. */
  readonly drips?: boolean;
  /** A free port by default. */
  readonly port?: number;
}

const DRIP_MS = 20;

/** Starts a mail server, which accepts every email by default. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { refuses, hangs = false, drips = false, port = 0 } = options;
  const said: string[] = [];
  const server = createServer((socket) => {
    let isBody = false;
    socket.write("220 ready\r\n");
    const lines = createInterface({ input: socket });
    // A client may disconnect at any time.
    lines
      .on("error", () => {})
      .on("line", (line) => {
        // Clients double a dot that starts a line of an email.
        said.push(isBody ? line.replace(/^\.\./, ".") : line);
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
        const reply = isBody
          ? "354 go on"
          : line === "QUIT"
            ? "221 bye"
            : line === "STARTTLS"
              ? "502 no such command"
              : "250 ok";
        socket.write(`${isRefused ? refuses : reply}\r\n`);
      });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { said, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
