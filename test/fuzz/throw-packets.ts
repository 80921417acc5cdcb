import { connect } from "node:net";
import type { Packet } from "./packets.ts";

export interface Thrown {
  readonly statuses: Readonly<Record<string, number>>;
  /** Packets that caused a fault of ours, as JSON. */
  readonly faults: readonly string[];
}

/** A stream does not end with the client's side; a response arrives much earlier. */
const PATIENCE_MS = 1_000;
/** A fault, as opposed to a refusal with 503. */
const FAULT = /HTTP\/1\.1 (500|501|502|504) /;

export async function throwPackets(
  port: number,
  packets: readonly Packet[],
  atOnce: number,
): Promise<Thrown> {
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const rest = packets.values();
  async function throwSome(): Promise<void> {
    for (const packet of rest) {
      const said = await throwOne(port, packet);
      // In any position: the bytes before it need not end with a line break.
      for (const [, status = ""] of said.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      if (FAULT.test(said)) {
        faults.push(JSON.stringify(packet));
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, throwSome));
  return { statuses, faults };
}

function throwOne(port: number, { text, leaves, cutAt }: Packet): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let said = "";
  const end = setTimeout(() => socket.destroy(), PATIENCE_MS);
  // A reset is a valid end too.
  socket
    .on("error", () => {})
    .once("close", () => {
      clearTimeout(end);
      resolve(said);
    });
  socket.setEncoding("latin1").on("data", (piece: string) => {
    said += piece;
    if (said.includes("text/event-stream")) {
      socket.destroy();
    }
  });
  const bytes = Buffer.from(leaves === "cut" ? text.slice(0, cutAt) : text, "latin1");
  if (leaves === "resets") {
    socket.write(bytes, () => socket.resetAndDestroy());
  } else {
    socket.end(bytes);
  }
  return promise;
}
