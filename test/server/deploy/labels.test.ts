import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { matchersIn, whyItNeverHolds } from "../../support/label-matchers.ts";
import { emittedLabels } from "../../support/metric-labels.ts";

const read = (path: string) =>
  readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
const RULES = await read("server/deploy/prometheus-rules.yml");
const CASES = await read("test/server/deploy/prometheus-alerts.yml");
const PANELS = (await read("server/deploy/grafana-dashboard.json")).replaceAll(String.raw`\"`, '"');

const emitted = emittedLabels();
const neverTrue = (text: string) =>
  matchersIn(text).flatMap((matcher) => whyItNeverHolds(matcher, emitted) ?? []);

/** Every label that an expression groups by, with the metrics of its line. */
function groupings(text: string): [by: string, metric: string][] {
  return [...text.matchAll(/by \(([\w, ]+)\) \((.*)/g)].flatMap(([, by = "", rest = ""]) =>
    [...rest.replace(/"[^"]*"/g, '""').matchAll(/tableside_\w+/g)]
      .slice(0, 1)
      .flatMap(([metric]) => by.split(", ").map((label): [string, string] => [label, metric])),
  );
}

describe("a condition on a label", () => {
  test("can be true in every rule: what never occurs never raises an alert", () => {
    expect(matchersIn(RULES).length).toBeGreaterThan(30);
    expect(neverTrue(RULES)).toEqual([]);
  });

  test("can be true in every panel of the dashboard", () => {
    expect(matchersIn(PANELS).length).toBeGreaterThan(7);
    expect(neverTrue(PANELS)).toEqual([]);
  });

  test("can be true in every case that the rules are tried with", () => {
    expect(matchersIn(CASES).length).toBeGreaterThan(80);
    expect(neverTrue(CASES)).toEqual([]);
  });

  test("is found where it cannot be true", () => {
    const broken = [
      'tableside_fault{part="storage"}',
      'tableside_clock_verdict{verdict=~"contradicted|unclear"}',
      'tableside_payment_node{state!~"well|fine"}',
      'tableside_streams_refused_total{reason="too_many"}',
      'tableside_streams_refused_total{cause="full"}',
      'tableside_log_events_total{event="store gone"}',
      'tableside_payment_wait_seconds_bucket{state="credited",le="600"}',
      'tableside_payment_wait_seconds_bucket{state="paid",le="601"}',
      'tableside_payment_wait_seconds{state="paid",le="600"}',
      'tableside_http_requests_total{route=~"(/embed/:slug|/hall)/api/current"}',
      'tableside_http_requests_total{route=~"(/embed/:slug|/lobby)/api/(current|history)"}',
      'tableside_http_requests_total{status=~"7.."}',
      'tableside_faults{part="disk"}',
      'tableside_fault{part!~".*"}',
    ];
    expect(broken.filter((text) => neverTrue(text).length === 0)).toEqual([]);
  });

  test("is let through where it can", () => {
    const sound = [
      'tableside_fault{job="tableside",part="disk"}',
      'tableside_clock_verdict{verdict=~"contradicted|vague"}',
      'tableside_payment_node{state!~"well|unasked"}',
      'tableside_streams_dropped_total{reason=~"slow|stopping|maintenance"}',
      'tableside_log_events_total{event=~"clock (wide|behind)"}',
      'tableside_http_requests_total{route="/embed/:slug/api/rounds/:round",status="503"}',
    ];
    expect(sound.flatMap(neverTrue)).toEqual([]);
  });
});

describe("labels", () => {
  test("that rules and panels group by are those of the metric", () => {
    const found = [...groupings(RULES), ...groupings(PANELS)];
    expect(found.length).toBeGreaterThan(20);
    const scraped = ["instance", "job", "le"];
    const foreign = found.filter(
      ([by, metric]) =>
        !scraped.includes(by) &&
        emitted.labels.get(metric.replace(/_(bucket|sum|count)$/, ""))?.has(by) !== true,
    );
    expect(foreign).toEqual([]);
  });

  test("that are counted from 0 on are those that are counted later", () => {
    const begun = [...emitted.begun].filter(([, values]) => values.size > 0);
    expect(begun.map(([key]) => key)).toEqual([
      "tableside_log_events_total event",
      "tableside_payment_wait_seconds state",
    ]);
    for (const [key, values] of begun) {
      expect([...values].filter((value) => emitted.values.get(key)?.has(value) !== true)).toEqual(
        [],
      );
    }
  });
});
