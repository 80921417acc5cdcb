import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { metricsListener } from "../../../server/metrics/metrics-server.ts";
import { allBlocks } from "../../docs/blocks.ts";
import { startListening } from "../../support/listening-service.ts";
import { listen } from "../../support/running-service.ts";
import { readStream } from "../../support/stream-reader.ts";
import { tempFolder } from "../../support/temp-store.ts";

const run = promisify(execFile);
const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const RULES = fileOf("server/deploy/prometheus-rules.yml");
const CASES = fileOf("test/server/deploy/prometheus-alerts.yml");

const rules = await readFile(RULES, "utf8");
const cases = await readFile(CASES, "utf8");
const docs = await readFile(fileOf("src/content/docs/service-levels.md"), "utf8");
const dashboard = JSON.parse(
  await readFile(fileOf("server/deploy/grafana-dashboard.json"), "utf8"),
) as { panels: { title: string; targets?: { expr: string }[] }[] };

const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
const ruleExpressions = [...rules.matchAll(/^ +expr:(?: >-?)?\s+(.+?)(?=^ +\w+:|^$)/gms)].map(
  ([, text = ""]) => text.replace(/\s+/g, " ").trim(),
);
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
);

/** Runs promtool, which fails with what it objects to. */
async function promtool(...args: string[]): Promise<string> {
  const { stdout } = await run("promtool", args).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout;
}

/** What a running service answers Prometheus with, after some requests and with a stream open. */
async function scrape(): Promise<string> {
  const service = await startListening({ isJudged: true });
  const { metrics, url } = service;
  metrics.watchProcess();
  const port = await listen(metricsListener(metrics));
  onTestFinished(port.end);
  await readStream(`${url}/embed/baccarat/api/stream`);
  for (const path of ["/embed/baccarat/api/current", "/embed/baccarat/api/results", "/nowhere"]) {
    await fetch(url + path);
  }
  // What only other hosts bring about: a mail server, a payment node, an endpoint, a viewer without a key.
  await fetch(`${url}/embed/baccarat/`);
  metrics.mails.inc({ outcome: "sent" });
  metrics.webhooks.inc({ outcome: "delivered" });
  metrics.webhookEndpoints.set({ state: "on" }, 1);
  metrics.paymentNode.set({ state: "well" }, 1);
  metrics.faults.set({ part: "disk" }, 0);
  metrics.streamsRefused.inc({ reason: "full" }, 0);
  metrics.streamsDropped.inc({ reason: "slow" }, 0);
  return (await fetch(`${port.url}/metrics`)).text();
}

/** The series of a scrape, whose counters then grow, as promtool's tests want them. */
function seriesOf(scraped: string): string {
  const counters = new Set(
    [...scraped.matchAll(/^# TYPE (\w+) (?:counter|histogram)$/gm)].map(([, name]) => name),
  );
  const grows = (name: string) =>
    counters.has(name) || counters.has(name.replace(/_(bucket|sum|count)$/, ""));
  return [...scraped.matchAll(/^(\w+)(?:\{(.*)\})? ([\d.e+-]+)$/gm)]
    .map(([, name = "", labels = "", value = ""]) => {
      const all = [...(labels === "" ? [] : [labels]), 'job="tableside"', 'instance="a"'];
      const values = `${Number(value)}+${grows(name) ? 1 : 0}x60`;
      return `      - series: '${name}{${all.join(",")}}'\n        values: '${values}'\n`;
    })
    .join("");
}

describe("the rules for Prometheus", () => {
  test("are what promtool takes", async () => {
    expect(await promtool("check", "rules", RULES)).toContain("SUCCESS");
  });

  test("are loaded by the configuration that the docs show", async () => {
    const [config = ""] = (await allBlocks())
      .filter(({ lang }) => lang === "yaml")
      .map(({ text }) => text.replace("/etc/prometheus/tableside.yml", RULES));
    const file = join(await tempFolder(), "prometheus.yml");
    await writeFile(file, config);
    expect(await promtool("check", "config", file)).toContain(`${alerts.length + 6} rules found`);
  });

  test("warn of what they are for, and not before", async () => {
    const tested = new Set([...cases.matchAll(/alertname: (\w+)/g)].map(([, name]) => name));
    expect(tested).toEqual(new Set(alerts));
    expect(await promtool("test", "rules", CASES)).toContain("SUCCESS");
  });

  test("have for each alert a line of what to do, with its severity", () => {
    const told = [...docs.matchAll(/^\| `(Tableside\w+)`\s*\| (\w+)/gm)];
    const severities = [...rules.matchAll(/- alert: (\w+).*?severity: (\w+)/gs)].map(
      ([, name, severity]) => [name, severity],
    );
    expect(severities).toHaveLength(alerts.length);
    expect(told.map(([, name, severity]) => [name, severity])).toEqual(severities);
  });

  test("wait for events that are counted from the start: an increase to 1 of nothing is none", async () => {
    const scraped = await scrape();
    const awaited = [...rules.matchAll(/event=~?"([^"]+)"/g)].flatMap(([, names = ""]) =>
      names.split("|"),
    );
    expect(awaited).toContain("fault");
    for (const event of awaited) {
      expect(scraped).toContain(`tableside_log_events_total{event="${event}"} 0\n`);
    }
  });
});

describe("rules and dashboard", () => {
  test("name metrics that a running service has, and no others", async () => {
    const scraped = await scrape();
    const kinds = [...scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    const there = new Set(
      kinds.flatMap(([, name = "", kind]) =>
        kind === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const recorded = new Set([...rules.matchAll(/- record: (\S+)/g)].map(([, name]) => name));
    const expressions = [...ruleExpressions, ...panels.map(({ expr }) => expr)];
    expect(expressions.length).toBe(alerts.length + recorded.size + panels.length);
    const named = expressions.flatMap((expr) =>
      // Without strings, what is a label or function is followed by what no metric is followed by.
      [...expr.replace(/"[^"]*"/g, '""').matchAll(/\b((?:tableside|nodejs|process)[\w:]*)/g)].map(
        ([, name = ""]) => name,
      ),
    );
    expect(named.length).toBeGreaterThan(40);
    const known = (name: string) => there.has(name) || recorded.has(name) || name === "tableside";
    expect(named.filter((name) => !known(name))).toEqual([]);
  });

  test("find something in what a running service says: every expression of the dashboard", async () => {
    const folder = await tempFolder();
    const tests = panels.map(
      ({ expr }) =>
        `      - expr: ${JSON.stringify(`count(${expr}) > bool 0`)}\n        eval_time: 60m\n        exp_samples: [{ labels: "{}", value: 1 }]\n`,
    );
    const file = join(folder, "dashboard.yml");
    await writeFile(
      file,
      `rule_files: [${RULES}]\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n${seriesOf(await scrape())}    promql_expr_test:\n${tests.join("")}`,
    );
    expect(await promtool("test", "rules", file)).toContain("SUCCESS");
  });
});
