import { describe, expect, onTestFinished, test } from "vitest";
import { metricsListener, createMetrics } from "../../../server/runtime/metrics.ts";
import { eventually } from "../../support/eventually.ts";
import { startListening } from "../../support/listening-service.ts";
import { valuesOf } from "../../support/metric-values.ts";
import { listen } from "../../support/running-service.ts";
import { issueKey, NOW_MS } from "../../support/service.ts";
import { readStream } from "../../support/stream-reader.ts";

describe("request metrics", () => {
  test("each request is counted by its URL pattern", async () => {
    const service = await startListening();
    const { url } = service;
    const paths = [
      ["/embed/baccarat/api/current", 3],
      ["/embed/dragontiger/api/current?x=1", 1],
      ["/embed/nosuch/api/current", 1],
      ["/embed/baccarat/api/results?limit=0", 1],
      ["/embed/baccarat/api/schedule", 2],
      ["/healthz", 1],
      ["/made/up/by/anybody", 1],
      ["/%ZZ", 1],
    ] as const;
    for (const [path, times] of paths) {
      for (let i = 0; i < times; i++) {
        await fetch(url + path);
      }
    }
    await fetch(`${url}/embed/baccarat/api/current`, { method: "HEAD" });
    const expected = {
      'route="/embed/:slug/api/current",status="200"': 5,
      'route="/embed/:slug/api/current",status="404"': 1,
      'route="/embed/:slug/api/results",status="400"': 1,
      'route="/embed/:slug/api/schedule",status="200"': 2,
      'route="/healthz",status="200"': 1,
      'route="/**",status="404"': 1,
      'route="none",status="400"': 1,
    };
    expect(await valuesOf(service, "tableside_http_requests_total")).toEqual(expected);
    // Reading the metrics neither counts as a request nor counts requests twice.
    expect(await valuesOf(service, "tableside_http_requests_total")).toEqual(expected);
    expect(service.log).toEqual([]);
  });

  test("refused keys are counted by reason", async () => {
    const service = await startListening();
    const { keyText } = await issueKey(service, { endsAtMs: NOW_MS + 1_000 });
    const page = (key: string) => fetch(`${service.url}/embed/baccarat/${key}`);
    await page(`?key=${keyText}`);
    service.clock.nowMs += 2_000;
    await page(`?key=${keyText}`);
    await page("");
    await page("");
    await page("?key=tbs_live_x");
    expect(await valuesOf(service, "tableside_key_refusals_total")).toEqual({
      'reason="expired"': 1,
      'reason="missing"': 2,
      'reason="malformed"': 1,
    });
    expect(await service.metrics.text()).not.toContain("tbs_live");
  });
});

test("open streams, messages and refusals are counted", async () => {
  const service = await startListening({ streams: { perAddress: 3 } });
  const { url, clock } = service;
  const stream = `${url}/embed/baccarat/api/stream`;
  const [first, ...others] = [
    await readStream(stream),
    await readStream(stream),
    await readStream(`${url}/embed/bigsixball/api/stream`),
  ];
  await fetch(stream);
  expect(await valuesOf(service, "tableside_streams_open")).toEqual({
    'game="baccarat"': 2,
    'game="bigsixball"': 1,
  });
  expect(await valuesOf(service, "tableside_streams_refused_total")).toEqual({
    'reason="address"': 1,
  });
  expect(await valuesOf(service, "tableside_http_requests_total")).toEqual({
    'route="/embed/:slug/api/current",status="200"': 0,
    'route="/embed/:slug/api/stream",status="200"': 3,
    'route="/embed/:slug/api/stream",status="503"': 1,
  });
  clock.nowMs += 15_000;
  await others[0]?.until(2);
  expect(await valuesOf(service, "tableside_stream_messages_total")).toMatchObject({
    'game="baccarat"': 4,
  });
  first?.close();
  await eventually(
    async () => (await valuesOf(service, "tableside_streams_open"))['game="baccarat"'] === 1,
  );
  expect(service.log).toEqual([]);
});

test("each log line is counted by its event", async () => {
  const service = await startListening();
  await fetch(`${service.url}/embed/baccarat/`);
  expect(service.log).toHaveLength(1);
  expect(await valuesOf(service, "tableside_log_events_total")).toMatchObject({
    'event="embed"': 1,
    'event="fault"': 0,
  });
});

describe("the metrics port", () => {
  async function open() {
    const metrics = createMetrics();
    const { url, end } = await listen(metricsListener(metrics));
    onTestFinished(end);
    return { metrics, url };
  }

  test("the port serves the metrics in Prometheus format", async () => {
    const { metrics, url } = await open();
    metrics.watchProcess();
    metrics.keyRefusals.inc({ reason: "missing" });
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    const text = await response.text();
    for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"]) {
      expect(text).toMatch(new RegExp(`^${name} [\\d.e-]+$`, "m"));
    }
    expect(text).toContain('tableside_key_refusals_total{reason="missing"} 1');
  });

  test("the port serves nothing but the metrics", async () => {
    const { url } = await open();
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(`${url}/embed/baccarat/api/current`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);
    expect((await fetch(`${url}/metrics`, { method: "HEAD" })).status).toBe(200);
  });
});
