import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { listenOn } from "./free-port.ts";

/** `refuses`: its reply to every recipient, instead of accepting the email. `hangs`: it never acknowledges an email. */
export async function startMailServer(
  options: { refuses?: string; hangs?: boolean; port?: number } = {},
) {
  const { refuses, hangs = false, port = 0 } = options;
  const said: string[] = [];
  const server = createServer((socket) => {
    let isBody = false;
    socket.write("220 ready\r\n");
    const lines = createInterface({ input: socket });
    // A client can disconnect at any time.
    lines
      .on("error", () => {})
      .on("line", (line) => {
        // Clients double a dot at the start of a line.
        said.push(isBody ? line.replace(/^\.\./, ".") : line);
        if (isBody && line !== ".") {
          return;
        }
        if (isBody && hangs) {
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
  onTestFinished(() => void server.close());
  const url = `smtp://127.0.0.1:${await listenOn(server, port)}`;
  const BASE_URL = "https://games.example.com";
  return { said, url, env: { SMTP_URL: url, MAIL_FROM: "games@example.com", BASE_URL } };
}
