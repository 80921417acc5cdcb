import { request } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { Duplex } from "node:stream";
import type { Agenda } from "./agenda.ts";
import type { Chance } from "./chance.ts";
import { present } from "./host.ts";
import type { Host } from "./host.ts";

/** The network between all hosts, and how it is now. */
export interface Network {
  readonly agenda: Agenda;
  readonly chance: Chance;
  /** How long a packet takes at most, ms. */
  slowMs: number;
  /** Hosts that nothing reaches and that reach nobody. */
  readonly cutOff: Set<Host>;
  /** How probable it is that a question to a peer, or its answer, is lost. */
  loss: number;
  /** How probable it is that an answer is lost on its way and its question asked again. */
  repeats: number;
  /** Whom hosts ask by `fetch`, by the name of the host in the address. */
  readonly peers: Map<string, Peer>;
}

/** Somebody outside, who answers HTTP. */
export type Peer = (asked: {
  url: URL;
  method: string;
  headers: Headers;
  body: string;
}) => PeerAnswer;

/** What a peer answers; null: nothing at all. */
export type PeerAnswer = { status: number; body: string; headers?: Record<string, string> } | null;

const LEAST_MS = 0.2;

/** One end of a connection. What is written to it comes out of the other one, later and in order. */
class Wire extends Duplex {
  readonly #network: Network;
  readonly #host: Host;
  #far: Wire | undefined;
  readonly remoteAddress: string;
  readonly remotePort = 40_000;
  readonly encrypted = false;
  bytesRead = 0;
  /** When the last of what was sent so far comes out. */
  #busyUntilMs = 0;

  constructor(network: Network, host: Host, remoteAddress: string) {
    super({ allowHalfOpen: true, highWaterMark: 65_536 });
    this.#network = network;
    this.#host = host;
    this.remoteAddress = remoteAddress;
    host.sockets.add(this);
    this.once("close", () => host.sockets.delete(this));
    this.on("error", () => {});
  }

  static pair(network: Network, near: Host, far: Host, address: string): [Wire, Wire] {
    const client = new Wire(network, near, "203.0.113.1");
    const server = new Wire(network, far, address);
    client.#far = server;
    server.#far = client;
    return [client, server];
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  override _read(): void {}

  /** Has something happen at the other end, after all that was sent before. */
  #send(label: string, task: (far: Wire) => void): void {
    const { agenda, chance, slowMs } = this.#network;
    const far = this.#far as Wire;
    const dueMs = Math.max(this.#busyUntilMs, agenda.nowMs + chance.between(LEAST_MS, slowMs));
    this.#busyUntilMs = dueMs + 0.001;
    agenda.after(
      dueMs - agenda.nowMs,
      `wire ${label}`,
      () => {
        const { cutOff } = this.#network;
        if (far.destroyed) {
          return;
        }
        if (cutOff.has(this.#host) || cutOff.has(far.#host)) {
          far.destroy();
          return;
        }
        task(far);
      },
      far.#host,
    );
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send(`${chunk.length}`, (far) => {
      far.bytesRead += chunk.length;
      far.push(chunk);
    });
    // The machines in between hold what is under way.
    this.#network.agenda.after(LEAST_MS, "sent", done, this.#host);
  }

  override _final(done: () => void): void {
    this.#send("end", (far) => far.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#send("gone", (far) => far.destroy());
    done(error);
  }
}

/** Where a server answers. */
export interface Listening {
  readonly host: Host;
  readonly http: Server;
  readonly isUp: boolean;
}

/** Connects a host to a server of another one. */
export function connect(
  network: Network,
  near: Host,
  { host, http, isUp }: Listening,
  address: string,
): Duplex {
  const [client, server] = Wire.pair(network, near, host, address);
  const { agenda, chance, slowMs, cutOff } = network;
  if (!isUp || cutOff.has(host) || cutOff.has(near)) {
    agenda.after(chance.between(LEAST_MS, slowMs), "refused", () => void client.destroy(), near);
  } else {
    agenda.after(LEAST_MS, "connection", () => void http.emit("connection", server), host);
  }
  return client;
}

/** An answer, whole. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the last byte of the body is held back, ms. */
  readonly heldMs?: number;
  /** From which address it comes. */
  readonly from?: string;
}

const CLIENT_PATIENCE_MS = 20_000;

/** Asks a server; null when the connection breaks, or nothing comes. */
export function ask(
  network: Network,
  near: Host,
  to: Listening,
  path: string,
  { method = "GET", headers = {}, body = "", heldMs = 0, from = "198.51.100.7" }: Question = {},
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const socket = connect(network, near, to, from);
    const lengths = method === "POST" ? { "content-length": String(Buffer.byteLength(body)) } : {};
    const asking = request({
      createConnection: () => socket,
      host: "games.simulated",
      path,
      method,
      headers: { connection: "close", ...lengths, ...headers },
    });
    const patience = setTimeout(() => end(null), CLIENT_PATIENCE_MS + heldMs);
    function end(answer: Answer | null): void {
      clearTimeout(patience);
      resolve(answer);
      socket.destroy();
    }
    asking.once("error", () => end(null));
    asking.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.once("error", () => end(null));
      response.once("close", () => {
        const { statusCode: status = 0, headers: received } = response;
        end(response.complete ? { status, headers: received, text } : null);
      });
    });
    if (heldMs > 0) {
      asking.write(body.slice(0, -1));
      setTimeout(() => asking.end(body.slice(-1)), heldMs);
    } else {
      asking.end(body);
    }
  });
}

/** What hosts have for `fetch`: peers answer late, or not at all. */
export function fetchFrom(network: Network) {
  return (host: Host, address: string, init: RequestInit): Promise<Response> => {
    const { agenda, chance } = network;
    const url = new URL(address);
    const { signal } = init;
    const method = init.method ?? "GET";
    const headers = new Headers(init.headers);
    const body = typeof init.body === "string" ? init.body : "";
    const takesMs = () => chance.between(LEAST_MS, network.slowMs);
    const isLost = () =>
      network.cutOff.has(host) || (network.loss > 0 && chance.happens(network.loss));
    return new Promise((resolve, reject) => {
      const fail = (reason: unknown) => reject(reason as Error);
      if (signal?.aborted === true) {
        fail(signal.reason);
        return;
      }
      signal?.addEventListener("abort", () => fail(signal.reason));
      const peer = network.peers.get(url.hostname);
      if (peer === undefined) {
        agenda.after(takesMs(), `nobody at ${url.hostname}`, () =>
          fail(new TypeError("fetch failed")),
        );
        return;
      }
      // The peer's turn is the world's: it answers whatever becomes of who asked.
      agenda.after(
        takesMs(),
        `${host.name} asks ${method} ${url.hostname}${url.pathname} ${body.slice(0, 90)}`,
        () => {
          const answer = isLost() ? null : peer({ url, method, headers, body });
          if (answer === null || isLost()) {
            return;
          }
          const answered = { "content-type": "application/json", ...answer.headers };
          agenda.after(
            takesMs(),
            `${url.hostname} answers ${answer.status} ${answer.body.slice(0, 60)}`,
            () =>
              resolve(
                new Response(method === "HEAD" ? null : answer.body, {
                  status: answer.status,
                  headers: answered,
                }),
              ),
            host,
          );
        },
        null,
      );
    });
  };
}

/** The host whose code runs. */
export function self(): Host {
  const host = present.getStore();
  if (host === undefined) {
    throw new Error("Nobody's code runs.");
  }
  return host;
}
