import type { RequestListener } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { games } from "../../src/games/index.ts";
import type { Log } from "./log.ts";

/** This process's metrics. Labels come from small, fixed sets, never from URLs or keys. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Counted from 0, because Prometheus sees no increase in a series that begins with 1. */
const ALERTED_EVENTS = [
  "fault",
  "two headers for one day",
  "false beacon in the database",
  "day not published",
  "rounds suspended",
  "payment unsettled",
  "payment worker failed",
] as const;

/** Payment states, also counted from 0. */
const PAYMENT_STATES = ["paid", "review", "unmatched", "rejected"] as const;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  /** A counter with labels would be too slow here. These are added to the requests when the metrics are read. */
  const hot = { route: "/embed/:slug/api/current", responses: 0 };
  const requests = new Counter({
    name: "tableside_http_requests_total",
    help: "Responses, by URL pattern and status.",
    labelNames: ["route", "status"] as const,
    registers,
    collect() {
      this.inc({ route: hot.route, status: "200" }, hot.responses);
      hot.responses = 0;
    },
  });
  const events = counter("tableside_log_events_total", "Log lines, by event.", "event");
  const changeLateness = new Histogram({
    name: "tableside_change_late_seconds",
    help: "Delay from a phase's start to its first stream message, by game.",
    labelNames: ["game"] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const paymentWait = new Histogram({
    name: "tableside_payment_wait_seconds",
    help: "Time from a payment's block, or its later claim, to its decision (paid, review, unmatched, rejected).",
    labelNames: ["state"] as const,
    buckets: [60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400],
    registers,
  });
  const clockUsable = gauge(
    "tableside_clock_usable",
    "1 while the clock is reliable, 0 while tables are closed because of it.",
  );
  const clockWidth = gauge(
    "tableside_clock_width_ms",
    "Distance between the time's bounds, in milliseconds.",
  );
  for (const event of ALERTED_EVENTS) {
    events.inc({ event }, 0);
  }
  for (const { slug } of games) {
    changeLateness.zero({ game: slug });
  }
  for (const state of PAYMENT_STATES) {
    paymentWait.zero({ state });
  }
  return {
    changeLateness,
    paymentWait,
    /** A log that also counts its events. Their names come from the source code, so they are few. */
    countEvents:
      (log: Log): Log =>
      (event, fields) => {
        events.inc({ event });
        log(event, fields);
      },
    /** Counts a response under its route's pattern, if it has one, since clients can invent URLs. */
    countResponse(route = "none", status: number): void {
      requests.inc({ route, status: String(status) });
    },
    hot,
    keyRefusals: counter(
      "tableside_key_refusals_total",
      "Embed pages refused for their API key, by reason.",
      "reason",
    ),
    streamsOpen: gauge("tableside_streams_open", "Open streams, by game.", "game"),
    streamMessages: counter(
      "tableside_stream_messages_total",
      "Messages written to streams, including heartbeats, by game.",
      "game",
    ),
    streamsRefused: counter(
      "tableside_streams_refused_total",
      "Streams refused, by reason (full, address, pipelined, maintenance, suspended, clock).",
      "reason",
    ),
    streamsDropped: counter(
      "tableside_streams_dropped_total",
      "Streams ended by the server, by reason (slow, maintenance, suspended, clock, stopping).",
      "reason",
    ),
    overloads: counter(
      "tableside_overload_refusals_total",
      "Requests refused because this process was overloaded, by reason (connections, waiting, unread).",
      "reason",
    ),
    showClock({ isUsable, widthMs }: { isUsable: boolean; widthMs: number }): void {
      clockUsable.set(isUsable ? 1 : 0);
      clockWidth.set(widthMs);
    },
    databaseUp: gauge(
      "tableside_database_up",
      "1 while the database responds, 0 while it does not.",
    ),
    emails: counter(
      "tableside_emails_total",
      "Emails, by outcome (sent, failed: tried again, given_up, withheld: too many to one mailbox).",
      "outcome",
    ),
    paymentNode: gauge(
      "tableside_payment_node",
      "1 for the current state of the payment node: ok, idle (not asked yet), or its fault.",
      "state",
    ),
    faults: gauge(
      "tableside_fault",
      "1 while a part of the service has a fault (clock, store, days, maintenance, beacons, disk, payment_node, mail, review), 0 while it has none.",
      "part",
    ),
    webhooks: counter(
      "tableside_webhooks_total",
      "Webhooks, by outcome (delivered, failed: tried again, blocked: a private IP address, missed: a notice of dropped ones, switched_off).",
      "outcome",
    ),
    webhookEndpoints: gauge(
      "tableside_webhook_endpoints",
      "Webhook endpoints, by state (on, failing, off, resting), on the server that sends; none on the others.",
      "state",
    ),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    /** Starts measuring the event loop and the process, at a small permanent cost. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

/**
 * Serves GET /metrics only. It has its own port: a port that cannot be reached from outside does not need a token, so a
 * scraper's configuration contains no secret.
 */
export function metricsListener(metrics: Metrics): RequestListener {
  return async (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
    } else if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
    } else {
      const text = await metrics.text();
      response.writeHead(200, {
        "content-type": metrics.contentType,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      response.end(text);
    }
  };
}
