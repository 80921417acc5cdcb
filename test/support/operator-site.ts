import { onTestFinished } from "vitest";
import type { PhaseMessage } from "../../src/phase-event.ts";
import { listen } from "./running-service.ts";

/** A phase message as a page of an operator received it. */
export interface Heard extends PhaseMessage {
  /** When, by this machine's clock, epoch ms. */
  atMs: number;
  /** Whether the page was seen then: `visible` or `hidden`. */
  visibility: DocumentVisibilityState;
}

/** A page of an operator, and what it tells this process of itself, whoever opened it. */
export interface OperatorPage {
  /** On another site than the service, so that a frame of it has a process of its own. */
  readonly url: string;
  /** All messages of all windows that show the page, in their order. */
  readonly heard: readonly Heard[];
  /** What the page last said of itself; empty before it did. */
  readonly visibility: string;
  end(): void;
}

const SCRIPT = `
  const tell = (what, body) => fetch("/" + what, { method: "POST", body, keepalive: true });
  const look = () => tell("visibility", document.visibilityState);
  addEventListener("message", ({ data }) => {
    const { visibilityState: visibility } = document;
    tell("heard", JSON.stringify({ ...data, atMs: Date.now(), visibility }));
  });
  document.addEventListener("visibilitychange", look);
  look();
`;

/** Serves a page with this body. */
export async function runOperatorPage(body: string): Promise<OperatorPage> {
  const heard: Heard[] = [];
  let visibility = "";
  const { url, end } = await listen(async (request, response) => {
    let told = "";
    for await (const piece of request) {
      told += String(piece);
    }
    if (request.url === "/heard") {
      heard.push(JSON.parse(told) as Heard);
    } else if (request.url === "/visibility") {
      visibility = told;
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
    heard,
    get visibility() {
      return visibility;
    },
    end,
  };
}

/** Serves a page that ends with the test. */
export async function startOperatorPage(body: string): Promise<OperatorPage> {
  const page = await runOperatorPage(body);
  onTestFinished(() => page.end());
  return page;
}
