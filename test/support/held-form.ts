import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

/** A form sent except for its last byte. */
export interface HeldForm {
  /** Sends the last byte. Returns the answer's status and location. */
  finish(): Promise<{ status: number; location: string | undefined }>;
  /** Disconnects without it. */
  abandon(): void;
}

/** Begins to send a form on its own socket; returns once the server has its head. */
export async function holdForm(
  url: string,
  path: string,
  { cookie = "", fields = {} }: { cookie?: string; fields?: Readonly<Record<string, string>> },
): Promise<HeldForm> {
  const { hostname, port, host } = new URL(url);
  const body = String(new URLSearchParams({ ...fields, last: "x" }));
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  const closed = once(socket, "close");
  await once(socket, "connect");
  let text = "";
  socket.setEncoding("latin1").on("data", (data: string) => (text += data));
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    `Cookie: ${cookie}`,
    "Connection: close",
    // Makes the server confirm that it has read the head.
    "Expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  while (!text.includes("100 Continue")) {
    await once(socket, "data");
  }
  socket.write(body.slice(0, -1));
  return {
    async finish() {
      socket.write(body.slice(-1));
      await closed;
      const answer = text.slice(text.indexOf("\r\n\r\n") + 4);
      return {
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
        location: /^location: (.*)$/im.exec(answer)?.[1],
      };
    },
    abandon: () => void socket.destroy(),
  };
}
