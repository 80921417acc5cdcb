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

/** Starts one that takes every mail; if it `refuses`, it answers that to every reader. */
export async function startMailServer({ refuses }: { refuses?: string } = {}): Promise<MailServer> {
  const said: string[] = [];
  const server = createServer((socket) => {
    let isBody = false;
    socket.write("220 ready\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      said.push(line);
      if (isBody && line !== ".") {
        return;
      }
      isBody = line === "DATA";
      const isRefused = refuses !== undefined && line.startsWith("RCPT");
      const answer = isBody ? "354 go on" : line === "QUIT" ? "221 bye" : "250 ok";
      socket.write(`${isRefused ? refuses : answer}\r\n`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { said, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
