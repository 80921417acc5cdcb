import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sandboxCommand } from "../../server/cli/sandbox.ts";
import { STREAM_LIMITS } from "../../server/oracle/streams.ts";
import { FIRST_PLANS } from "../../server/payment/plans.ts";
import { FAILURES } from "../../server/sandbox/failures.ts";
import { readingOrder } from "../../src/build/outline.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { bigsixball } from "../../src/games/bigsixball/game.ts";
import { dragontiger } from "../../src/games/dragontiger/game.ts";
import { BOARD_ROUNDS } from "../../src/hud/roads/current-board.ts";
import { langs } from "../../src/i18n/langs.ts";
import { games as settledGames } from "../../src/kit/settle.ts";
import { MAX_STAKE } from "../../src/kit/settle/bet.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";
import {
  CODES_LOCK_MINUTES,
  ENDPOINT_FAILING_DAYS,
  MAX_EMAILS_PER_HOUR,
  RECENT_PASSWORD_MINUTES,
  RESET_LINK_MINUTES,
} from "../../src/wire/account-limits.ts";
import { MAX_RESULTS } from "../../src/wire/results-limit.ts";
import { docsFiles } from "./blocks.ts";

const ROOT = new URL("../../", import.meta.url);
const docs = await docsFiles();
const page = (name: string) => docs.get(`src/content/docs/${name}.md`) ?? "";

async function sourcesOf(folder: string): Promise<string> {
  const names = await readdir(new URL(folder, ROOT), { recursive: true });
  const files = names.filter((name) => name.endsWith(".ts"));
  const texts = files.map((name) => readFile(new URL(`${folder}/${name}`, ROOT), "utf8"));
  return (await Promise.all(texts)).join("\n");
}

const server = await sourcesOf("server");

/** The numbers in the definition of a constant in a file of the server, such as 14 in `14 * DAY_S`. */
function numbers(file: string, name: string): number[] {
  const source = readFileSync(new URL(`server/${file}.ts`, ROOT), "utf8");
  const [, value = ""] = new RegExp(`const ${name} = ([^;]+);`).exec(source) ?? [];
  return [...value.matchAll(/\b\d[\d_.]*/g)].map(([digits]) => Number(digits.replaceAll("_", "")));
}
function constant(file: string, name: string): number {
  const [first] = numbers(file, name);
  if (first === undefined) {
    throw new Error(`${name} in server/${file}.ts has no number.`);
  }
  return first;
}

const deploy = (name: string) => readFileSync(new URL(`server/deploy/${name}`, ROOT), "utf8");
const [, backupDays] = / -mtime \+(\d+) -delete/.exec(deploy("tableside-backup.service")) ?? [];
const [guesses, guessMinutes] = numbers("account/rate-limits", "guessers");
const [allGuesses, allGuessMinutes = Number.NaN] = numbers("account/rate-limits", "strangers");
const [oldRounds = Number.NaN, oldRoundMs = Number.NaN] = numbers(
  "http/compute-budget",
  "ROUNDS_BUDGET",
);
const [, requestsPerS] = / rate=(\d+)r\/s;/.exec(deploy("nginx.conf")) ?? [];
const resetHours = RESET_LINK_MINUTES / 60;
const wrongCodes = constant("account/auth/second-factors", "LOCK");

const languageNames = new Intl.DisplayNames("en", { type: "language" });

const phaseRows = [dragontiger, baccarat].flatMap(({ phases }) =>
  phases.map(({ phase, ms }) => {
    const raceMs = phaseLengthMs(phase, bigsixball);
    return `| \`${phase}\` | ${ms / 1000} s | ${raceMs / 1000} s |`;
  }),
);

/** The smallest stake of which every prize of these markets is a whole number of units. */
function exactStake(isOfMarket: (id: string) => boolean): number {
  const prizes = settledGames.flatMap(({ markets }) =>
    markets.filter(({ id }) => isOfMarket(id)).flatMap(({ events }) => Object.values(events)),
  );
  const parts = prizes.map(({ prize }) =>
    prize === "half" ? 2 : typeof prize === "string" ? 1 : prize[1],
  );
  let stake = 1;
  while (parts.some((part) => stake % part !== 0)) {
    stake++;
  }
  return stake;
}

const [month, ...otherPlans] = FIRST_PLANS.map(
  ({ days, price }) => `${days} days for ${price / 1_000_000}`,
);

test.each([
  ["api", `After ${constant("oracle/broadcast", "HEARTBEAT_MS") / 1000} seconds without a change`],
  ...[...new Set(phaseRows)].map((row) => ["api", row]),
  ["webhooks", `A key can have up to ${constant("webhooks/endpoints", "MAX_ENDPOINTS")} endpoints`],
  [
    "webhooks",
    `after ${constant("webhooks/retries", "FIRST_PAUSE_MS") / 1000} seconds and doubles the wait`,
  ],
  [
    "webhooks",
    `each time, up to ${constant("webhooks/retries", "MAX_PAUSE_MS")} hours. A redirect counts as a failure. After ${ENDPOINT_FAILING_DAYS} days without success`,
  ],
  [
    "payments",
    `every ${constant("payment/worker", "AWAITED_EVERY_MS") / 1000} seconds while an invoice is open, otherwise every ${constant("payment/worker", "OTHERS_EVERY_MS")} minutes`,
  ],
  ["api", `open streams: ${STREAM_LIMITS.perAddress}`],
  ["api", `more than ${MAX_RESULTS} counts as ${MAX_RESULTS}`],
  ["api", `request up to ${MAX_RESULTS} old rounds at a time`],
  ["embed", langs.map((lang) => `\`${lang}\` ${languageNames.of(lang)}`).join(", ")],
  ["architecture", `board: ${BOARD_ROUNDS} rounds`],
  ["back-office", `and lasts ${constant("owner/owners", "SESSION_MS")} hours`],
  ["back-office", `backups: ${backupDays} days`],
  ["back-up", `keep them for ${backupDays} days`],
  [
    "back-office",
    `usage of keys](keys-and-accounts.md#accounts): ${constant("access/usage", "KEPT_DAYS")} days`,
  ],
  [
    "keys-and-accounts",
    `${guesses} wrong passwords from one IP address, then one try every ${guessMinutes} minutes`,
  ],
  [
    "keys-and-accounts",
    `${allGuesses} wrong passwords from all IP addresses together, then ${60 / allGuessMinutes} an hour`,
  ],
  [
    "keys-and-accounts",
    `${wrongCodes} wrong codes in a row, then no codes for ${CODES_LOCK_MINUTES} minutes`,
  ],
  [
    "keys-and-accounts",
    `password reset links work for ${resetHours === 1 ? "an hour" : `${resetHours} hours`}`,
  ],
  ["keys-and-accounts", `entered their password in the last ${RECENT_PASSWORD_MINUTES} minutes`],
  ["keys-and-accounts", `at most ${MAX_EMAILS_PER_HOUR} emails an hour`],
  [
    "webhooks",
    `2xx within ${constant("webhooks/post", "POST_TIMEOUT_MS") / 1000} seconds, the service retries`,
  ],
  [
    "api",
    `a burst of ${oldRounds.toLocaleString("en")}, refilled at ${(1000 / oldRoundMs).toLocaleString("en")} a second`,
  ],
  ["api", `which is ${requestsPerS} requests a second`],
  ["webhooks", `these rounds ${MAX_RESULTS} at a time`],
  ["back-office", `sessions: ${constant("account/auth/better-auth", "SESSION_S")} days`],
  ["pay-out", `a whole number from 1 to ${MAX_STAKE.toLocaleString("en")};`],
  [
    "pay-out",
    `Standard payouts are exact if stakes are multiples of ${exactStake((id) => id !== "big")} units (for \`big\`, of ${exactStake((id) => id === "big")}).`,
  ],
  [
    "payments",
    `valid for ${constant("payment/invoices", "VALID_MS")} hours; a payment sent up to ${constant("payment/invoices", "GRACE_MS")} hours after`,
  ],
  ["payments", `${month} USDT, ${otherPlans.join(" and ")}`],
])("the figures in %s.md match the code: %s", (name, phrase) => {
  // A failure would print the whole page otherwise.
  const text = page(name).replace(/\s+/g, " ");
  expect(text.includes(phrase.replace(/\s+/g, " ")) ? phrase : "not on the page").toBe(phrase);
});

test("the README lists the docs in their reading order", () => {
  const [, list = ""] = (docs.get("README.md") ?? "").split("\n## Docs\n");
  const items = list.split("\n- ").filter((item) => item.includes("](src/content/docs/"));
  const linked = items
    .map((item) => item.replace(/; \[.*/s, ""))
    .flatMap((item) => [...item.matchAll(/\]\(src\/content\/docs\/([\w-]+)\.md\)/g)]);
  expect(linked.map(([, name]) => name)).toEqual(readingOrder);
  // Cause: a page that the menu did not name could not be found.
  const pages = [...docs.keys()].flatMap((file) => /docs\/([\w-]+)\.md$/.exec(file)?.[1] ?? []);
  expect(new Set(pages)).toEqual(new Set(readingOrder));
});

test("the docs list exactly the parts of the element", async () => {
  const hud = (await readdir(new URL("src/hud/", ROOT))).filter((name) => name.endsWith(".ts"));
  const texts = hud.map((name) => readFile(new URL(`src/hud/${name}`, ROOT), "utf8"));
  const rooms = ["src/hud/scoreboard", "components"].map(sourcesOf);
  const drawn = (await Promise.all([...texts, ...rooms])).join("\n");
  const parts = new Set([...drawn.matchAll(/ part="(\w+)"/g)].map(([, part]) => `\`${part}\``));
  const [, section = ""] = /\n## Style\n(.*?)\n## /s.exec(page("embed")) ?? [];
  const named = [...section.matchAll(/^- (`\w+`):/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...parts].toSorted());
});

test("the docs list every error code of the API", async () => {
  const problems = await readFile(new URL("src/wire/problem.ts", ROOT), "utf8");
  const codes = [...problems.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, code]) => `\`${code}\``);
  expect(codes).toContain("`too_many_rounds`");
  const [, errors = ""] = page("api").split("\n## Errors\n");
  const named = [...errors.matchAll(/^- (`\w+`), \d{3}:/gm)].map(([, code]) => code);
  expect(named).toEqual(expect.arrayContaining(codes));
});

test.each([
  ["The element", "src/hud/table/events.ts", /interface TableEventDetails \{\n(.*?)\n\}/s],
  ["A table in a frame", "components/kit/framed-table.ts", /interface TableEvents \{\n(.*?)\n\}/s],
])("'%s' lists every event of the package", async (title, file, declaration) => {
  const [, fields = ""] = declaration.exec(await readFile(new URL(file, ROOT), "utf8")) ?? [];
  const names = [...fields.matchAll(/^ {2}"?([\w-]+)"?[?:]/gm)].map(([, name]) => name);
  expect(names).toContain("bet-spot");
  const [, section = ""] = page("install").split(`\n## ${title}\n`);
  const [events = ""] = section.split("\n## ");
  expect(names.filter((name) => !events.includes(`- \`${name}\` (`))).toEqual([]);
});

test("the docs and the usage name every failure that the sandbox simulates", () => {
  for (const name of Object.keys(FAILURES)) {
    expect(page("test-your-integration")).toContain(`- \`${name}\`: `);
    expect(sandboxCommand.usage).toContain(name);
  }
});

// Cause: the page did not mention seven of the alerts.
test("'When something is wrong' names every alert", () => {
  const alerts = [...deploy("prometheus-rules.yml").matchAll(/- alert: (\w+)/g)];
  expect(alerts.length).toBeGreaterThan(20);
  const [, steps = ""] = page("monitor").split("\n## ");
  expect(alerts.map(([, name]) => `\`${name}\``).filter((name) => !steps.includes(name))).toEqual(
    [],
  );
});

test("the docs list the code and status of every error that nginx sends", async () => {
  const nginx = await readFile(new URL("server/deploy/nginx.conf", ROOT), "utf8");
  const refusals = [...nginx.matchAll(/return (\d+) '\{.*"code":"(\w+)"/g)];
  expect(refusals.length).toBeGreaterThan(1);
  for (const [, status, code] of refusals) {
    expect(page("api")).toMatch(new RegExp(`^- \`${code}\`, ${status}:`, "m"));
  }
});

test("every alert says what to do", async () => {
  const rules = await readFile(new URL("server/deploy/prometheus-rules.yml", ROOT), "utf8");
  const [, ...alerts] = rules.split("- alert: ");
  expect(alerts.length).toBeGreaterThan(20);
  expect(alerts.filter((alert) => !/^ {10}action: ['"].+['"]$/m.test(alert))).toEqual([]);
});

test("the alert about a full disk has the limits of /healthz", () => {
  const [base = 0, exponent = 0] = numbers("store/data-folder", "DISK_FREE");
  const rules = deploy("prometheus-rules.yml");
  expect(rules).toContain(
    `node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs|squashfs"} < ${base}^${exponent} `,
  );
  const share = 1 / constant("store/data-folder", "DISK_SHARE");
  expect(rules).toContain(`node_filesystem_avail_bytes < ${share} * node_filesystem_size_bytes`);
  expect(rules).toContain(
    `less than ${base ** exponent / 2 ** 30} GiB and less than ${100 * share}% free`,
  );
});

test("the metrics and log events that the docs name exist", async () => {
  const [, lists = ""] = page("monitor").split("\n## Metrics\n");
  const items = [...lists.matchAll(/^- ((?:`[^`]+`(?:, )?)+)/gm)];
  const names = items.flatMap(([, first = ""]) =>
    [...first.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const named = [...new Set(names)].filter((name) => name !== undefined);
  const metrics = [...page("monitor").matchAll(/`(tableside_\w+)`/g)].map(([, name]) => name);
  const all = [...server.matchAll(/"(tableside_\w+)",/g)].map(([, name]) => name ?? "");
  expect(metrics.filter((name) => name === undefined || !all.includes(name))).toEqual([]);
  const events = named.filter((name) => !/^(tableside_|nodejs_)|"|^clock$/.test(name));
  const logged = loggedEvents();
  expect(events.filter((name) => !logged.has(name) && !server.includes(`"${name}"`))).toEqual([]);
});

/** The events that the server's source logs. */
function loggedEvents(): Set<string> {
  const calls = [...server.matchAll(/\blog\(\s*((?:[^{)`]|`[^`]*`)+?)\s*[,)]/g)];
  return new Set(
    calls.flatMap(([, event = ""]) =>
      [...event.replace(/=== "\w+"/g, "").matchAll(/"([^"]*)"|`([^`]*)`/g)].map(
        ([, text, made]) => text ?? made ?? "",
      ),
    ),
  );
}

test.each([...docs])("every file and folder that %s names exists", (path, markdown) => {
  const spans = [...markdown.matchAll(/`((?:src|components|server|test)\/[\w./-]*)`/g)];
  const links = [...markdown.matchAll(/\]\((?!https?:|#)([^)# ]+)(?:#[^)]*)?(?: "\w+")?\)/g)];
  const images = [...markdown.matchAll(/<img src="([^"]+)"/g)];
  const here = new URL(path, ROOT);
  const files = [
    ...spans.map(([, name = ""]) => new URL(name, ROOT)),
    ...[...links, ...images].map(([, name = ""]) => new URL(name, here)),
  ];
  expect(files.filter((file) => !existsSync(file)).map(({ pathname }) => pathname)).toEqual([]);
});

// Cause: the map named a function that had been renamed.
test("every name that CONTRIBUTING.md places in a file is in that file", () => {
  const markdown = new Map(docs).get("CONTRIBUTING.md") ?? "";
  // `ONE` and `TWO` in `a/file.ts`; `THREE` there
  const placed =
    /((?:`\w+`(?:,| and)\s+)*`\w+`)\s+(?:there|in\s+`([^`\s]+\.\w+)`)|`([^`\s]+\/[^`\s]+\.\w+)`/g;
  const names = markdown.split("\n### ").flatMap((section) => {
    const [, folder = ""] = /^Files without a folder are in `([^`]+)`/m.exec(section) ?? [];
    let file = "";
    return [...section.matchAll(placed)].flatMap(([, list = "", given, passed]) => {
      const named = passed ?? given;
      file = named === undefined || named.includes("/") ? (named ?? file) : folder + named;
      return [...list.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({ name, file }));
    });
  });
  const inFiles = names.filter((one) => one.file.includes("/") && !one.file.includes("<"));
  expect(inFiles.length).toBeGreaterThan(40);
  const missing = inFiles.filter(
    (one) => !readFileSync(new URL(one.file, ROOT), "utf8").includes(one.name),
  );
  expect(missing).toEqual([]);
});
