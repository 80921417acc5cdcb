import { onTestFinished } from "vitest";
import type { PhaseMessage } from "../../src/wire/phase-event.ts";
import { listen } from "./running-service.ts";

/** A phase message as an operator's page received it. */
export interface Received extends PhaseMessage {
  /** When, by this machine's clock, epoch ms. */
  atMs: number;
  /** The page's visibility at the time. */
  visibility: DocumentVisibilityState;
}

/** An operator's page, and its reports to this process, however it was opened. */
export interface OperatorPage {
  /** On a different site from the service, so that a frame of it has its own process. */
  readonly url: string;
  /** All messages of all windows that show the page, in order. */
  readonly received: readonly Received[];
  /** The page's last reported visibility; empty before the first report. */
  readonly visibility: string;
  end(): void;
}

const SCRIPT = `
  const report = (what, body) => fetch("/" + what, { method: "POST", body, keepalive: true });
  const look = () => report("visibility", document.visibilityState);
  addEventListener("message", ({ data }) => {
    const { visibilityState: visibility } = document;
    report("heard", JSON.stringify({ ...data, atMs: Date.now(), visibility }));
  });
  document.addEventListener("visibilitychange", look);
  look();
`;

/** Serves a page with this body. */
async function runOperatorPage(body: string): Promise<OperatorPage> {
  const received: Received[] = [];
  let visibility = "";
  const { url, end } = await listen(async (request, response) => {
    let published = "";
    for await (const piece of request) {
      published += String(piece);
    }
    if (request.url === "/heard") {
      received.push(JSON.parse(published) as Received);
    } else if (request.url === "/visibility") {
      visibility = published;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      request.method === "POST"
        ? ""
        : `<!doctype html><title>Operator</title><script>${SCRIPT}</script>${body}`,
    );
  });
  return {
    url: url.replace("127.0.0.1", "localhost"),
    received,
    get visibility() {
      return visibility;
    },
    end,
  };
}

/** Serves a page for the duration of the test. */
export async function startOperatorPage(body: string): Promise<OperatorPage> {
  const page = await runOperatorPage(body);
  onTestFinished(() => page.end());
  return page;
}
