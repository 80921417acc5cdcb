import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { webhooksCommand } from "../../../server/cli/webhooks.ts";
import { metricsListener } from "../../../server/metrics/metrics-server.ts";
import { once } from "../../../server/runtime/once.ts";
import { allBlocks } from "../../docs/blocks.ts";
import { callCommand, succeeded } from "../../support/command.ts";
import { eventually } from "../../support/eventually.ts";
import { startListening } from "../../support/listening-service.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { listen } from "../../support/running-service.ts";
import { issueKey, SECRET_HEX } from "../../support/service.ts";
import { readStream } from "../../support/stream-reader.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { RECEIVER, startTronNode } from "../../support/tron-node.ts";
import { PASSWORD } from "../../support/visitor.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

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

/**
 * What a service answers Prometheus with that has been through what the dashboard shows: requests, a viewer without a
 * key, a stream that was refused and one that was ended, a mail, a webhook, and a look at the payment node and at
 * all that may be wrong.
 */
const scrape = once(async () => {
  const mails = await startMailServer();
  const node = await startTronNode();
  // The test's clock stands months before it.
  node.saysDate = false;
  const receiver = await startReceiver();
  const env = {
    BASE_URL: "https://games.example.com",
    SMTP_URL: mails.url,
    MAIL_FROM: "games@example.com",
    SELL_SEED_MODE: "yes",
    TRON_ADDRESSES: RECEIVER,
    TRON_URL: node.url,
    WEBHOOKS_PRIVATE: "on",
    STREAMS_PER_ADDRESS: "1",
  };
  const service = await startListening({ isJudged: true, env });
  const { metrics, url, clock, dataDir } = service;
  node.chain.solidMs = () => clock.nowMs - 60_000;
  metrics.watchProcess();
  const port = await listen(metricsListener(metrics));
  onTestFinished(port.end);
  const says = (series: string) =>
    eventually(async () => (await metrics.text()).includes(`\n${series}`));

  const { id } = await issueKey(service);
  const settings = { ...env, DATA_DIR: dataDir, ORACLE_SECRET: SECRET_HEX };
  const adding = ["add", id, "--url", receiver.url];
  succeeded(await callCommand(webhooksCommand, adding, settings, () => clock.nowMs));
  await says('tableside_webhook_endpoints{state="on"} 1');
  const form = new URLSearchParams({ email: "ann@operator.example", password: PASSWORD });
  const headers = { "sec-fetch-site": "same-origin" };
  await fetch(`${url}/account/register/`, { method: "POST", body: form, headers });
  await service.office?.job.work();

  const stream = `${url}/embed/baccarat/api/stream`;
  await readStream(stream);
  for (const path of ["/embed/baccarat/api/current", "/embed/baccarat/api/results", "/nowhere"]) {
    await fetch(url + path);
  }
  await fetch(stream);
  await fetch(`${url}/embed/baccarat/`);
  // The next round opens, of which the endpoint is told.
  clock.nowMs += 30_000;
  await says('tableside_webhooks_total{outcome="delivered"}');
  await says('tableside_mails_total{outcome="sent"} 1');
  await says('tableside_payment_node{state="well"} 1');
  service.endStreams();
  return (await fetch(`${port.url}/metrics`)).text();
});

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
