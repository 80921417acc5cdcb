import { once } from "node:events";
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import type { RoundState } from "../../src/wire/responses.ts";
import { requireMessage } from "./contract.ts";
import { eventually } from "./eventually.ts";

export interface StreamMessage {
  event: string;
  id: string;
  state: RoundState<Record<string, unknown>>;
}

/** Opens a stream that is closed after the test. Messages that are not in the contract are errors. */
export async function readStream(url: string) {
  const request = get(url, { agent: false });
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  let ended = false;
  response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  response.on("end", () => (ended = true)).on("error", () => {});
  const messages = () => messagesOf(text).map(documented);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    messages,
    async until(count: number) {
      await eventually(() => messages().length >= count);
      return messages();
    },
    ended: () => ended,
    close: () => void request.destroy(),
  };
}

function documented(message: StreamMessage): StreamMessage {
  const { event, id, state } = message;
  requireMessage("stream-message", { event, id, data: state });
  return message;
}

/** The complete messages of a string, parsed as a browser does. */
export function messagesOf(text: string): StreamMessage[] {
  const blocks = text.split("\n\n").slice(0, -1);
  return blocks.flatMap((block) => {
    const fields = new Map(
      block.split("\n").map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const;
      }),
    );
    const data = fields.get("data");
    return data === undefined
      ? []
      : [
          {
            event: fields.get("event") ?? "message",
            id: fields.get("id") ?? "",
            state: JSON.parse(data) as StreamMessage["state"],
          },
        ];
  });
}
