import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync as Database } from "node:sqlite";
import type { Mail } from "../../server/account/mail/mailer.ts";
import { putMigratedFile } from "../support/migrated-file.ts";
import { buy, PASSWORD } from "./actors/customer.ts";
import { follow } from "./actors/followers.ts";
import { operate } from "./actors/operator.ts";
import { knock, poll } from "./actors/viewers.ts";
import { createAgenda } from "./agenda.ts";
import { chanceOf } from "./chance.ts";
import { planCrashes } from "./crashes.ts";
import { startFaults } from "./faults.ts";
import { createFindings } from "./findings.ts";
import { closeHandles, createHost, present } from "./host.ts";
import { watchBooks } from "./invariants/books.ts";
import { whatIsMissing } from "./invariants/coming-right.ts";
import { createStepChecks } from "./invariants/each-step.ts";
import { watchKeys } from "./invariants/keys.ts";
import { watchMails } from "./invariants/mails.ts";
import { watchRounds } from "./invariants/rounds.ts";
import { watchWebhooks } from "./invariants/webhooks.ts";
import { ask } from "./network.ts";
import type { Outcome, Run } from "./outcome.ts";
import { addPeer } from "./outside.ts";
import { askAgainWhereLost, behindProxy } from "./repeats.ts";
import { createServer } from "./server.ts";
import type { SimulatedServer } from "./server.ts";
import { DATABASE_URL, SECRET, SIGNING_KEY, VAULT_KEY } from "./settings.ts";
import { layOut } from "./surroundings.ts";
import { startTrace } from "./trace.ts";
import { createLogWitness } from "./witness.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const CUSTOMERS = 3;
/** Who follows a stream, of each server: some of them one of the same game. */
const FOLLOWERS = 3;
/** How often the books are looked into though nobody has written into them, ms. */
const CHECK_MS = 1_000;
/** The stretches of a run in which something happens. In between all stand still. */
const STRETCHES = 24;
/** How long everything has to come right once nothing goes wrong any more, at least and at most. */
const CALM_MS = 90 * SECOND_MS;
const MOST_CALM_MS = 12 * MINUTE_MS;

/** Runs a world. */
export async function simulate({ seed, hours, pages, assets, onLine }: Run): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-world-"));
  const trace = startTrace(onLine);
  const chance = chanceOf(seed, "world");
  // Days begin at midnight, and are published an hour before: a run of less than a day goes through one of these.
  const turnMs = chance.pick([Date.UTC(2026, 6, 1, 23), Date.UTC(2026, 6, 2)]);
  const startMs = turnMs - Math.floor(chance.real() * Math.min(hours, 24) * HOUR_MS);
  const agenda = createAgenda(startMs, chanceOf(seed, "order"), trace);
  let isOver = false;
  let stoodStillMs = 0;
  const findings = createFindings((words) => {
    trace.note(`  broken: ${words}`);
    isOver = true;
  });
  const file = join(folder, "tableside.sqlite");
  const surroundings = layOut(seed, agenda, chance, file);
  const { isOneMachine, network, way, chain, entropy, relays, settings } = surroundings;
  const servers = ["north", "south"].map((name) => {
    // On one machine they share the folder as well.
    const dataDir = isOneMachine ? folder : join(folder, name);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return createServer(name, {
      agenda,
      pages,
      assets,
      settings: { ...settings, DATA_DIR: dataDir },
      log: (host, event, fields) => hear(host, event, fields),
    });
  });

  await putMigratedFile(file);
  // Not before the hosts' handles are in place.
  const { DatabaseSync } = await import("node:sqlite");
  let db: Database = new DatabaseSync(file);

  function hear(host: string, event: string, fields: Readonly<Record<string, unknown>>): void {
    // The folder is another one in each run, and the same seed is the same run.
    const said = JSON.stringify(fields).replaceAll(folder, "").slice(0, 300);
    trace.note(`  ${host} says ${event} ${said}`);
    if (event === "fault" && isUndisturbed(host)) {
      findings.broken("no request fails", `${host}: ${JSON.stringify(fields)}`);
    }
  }

  /** Whether a server has had all that it needs for longer than any request takes. */
  function isUndisturbed(name: string): boolean {
    const server = servers.find(({ host }) => host.name === name);
    const sinceMs = Math.max(server?.calmSinceMs ?? Infinity, way.lostMs);
    return agenda.nowMs - sinceMs > REQUEST_MS;
  }

  /** One that a balancer would choose. */
  function anyServer(): SimulatedServer {
    const up = servers.filter((server) => server.isUp);
    return (up[chance.below(up.length)] ?? servers[0]) as SimulatedServer;
  }

  const outside = createHost("outside", startMs);
  const ending = new Set<() => void>();
  const crashes = planCrashes(agenda, trace);

  const rounds = watchRounds(findings, entropy);
  const keys = watchKeys(findings);
  const webhooks = watchWebhooks(findings, rounds, entropy);
  const mails = watchMails(findings, {
    isCalmSince: (ms) =>
      way.lostMs < ms && servers.every((server) => server.isUp && server.calmSinceMs < ms),
    secrets: () => [SECRET, SIGNING_KEY, VAULT_KEY, PASSWORD, ...keys.texts],
    nowMs: () => agenda.nowMs,
  });
  const witness = createLogWitness(folder, SIGNING_KEY, agenda, findings);
  const peers = [
    addPeer(network, "mail.simulated", ({ body }) => {
      const isAnswered = network.loss === 0 && network.cutOff.size === 0;
      mails.sent(JSON.parse(body) as { id: string; mail: Mail }, isAnswered);
      return { status: 250, body: "" };
    }),
    addPeer(
      network,
      "hook.simulated",
      behindProxy(network, ({ headers, body }) => {
        webhooks.arrived(headers.get("webhook-id") ?? "", body, agenda.nowMs);
        return { status: 200, body: "" };
      }),
    ),
    addPeer(network, "witness.simulated", behindProxy(network, witness.answer)),
  ];

  const world: World = {
    agenda,
    chance,
    trace,
    findings,
    ...surroundings,
    servers,
    rounds,
    keys,
    books: watchBooks(findings, chain),
    mails,
    webhooks,
    peers,
    witness,
    vaultKey: Uint8Array.from(Buffer.from(VAULT_KEY, "hex")),
    file,
    place: isOneMachine ? { file } : { url: DATABASE_URL },
    backupMs: null,
    restores: 0,
    isCalm: false,
    referenceMs: () => agenda.nowMs,
    ask: (server, path, question) =>
      askAgainWhereLost(network, () => ask(network, outside, server, path, question)),
    async askAny(path, question) {
      const { restores } = world;
      const answer = await askAgainWhereLost(network, () =>
        ask(network, outside, anyServer(), path, question),
      );
      return restores === world.restores ? answer : null;
    },
    answered(server, what, answer, ...allowed) {
      const isFine = answer === null || answer.status === 200 || allowed.includes(answer.status);
      if (!isFine && isUndisturbed(server.host.name)) {
        findings.broken(
          "no request fails",
          `${server.name} answers ${what} with ${answer.status}: ${answer.text.slice(0, 200)}`,
        );
      }
    },
    accountOf(email) {
      const row = db.prepare("select id from account_user where email = ?").get(email);
      return row === undefined ? null : String(row["id"]);
    },
    crashAfter: crashes.plan,
    untilCalm(end) {
      const once = () => {
        if (ending.delete(once)) {
          end();
        }
      };
      ending.add(once);
      return once;
    },
    replaceFile(replace) {
      // A command that is under way would write to the file that was there.
      closeHandles(outside);
      db.close();
      replace();
      db = new DatabaseSync(file);
    },
  };

  /** A rejection that nobody handles ends a process of Node. */
  function onUnhandled(error: unknown): void {
    findings.broken(
      "no process ends by itself",
      `${agenda.actor?.name ?? "world"}: ${String(error)}`,
    );
  }

  const checks = createStepChecks({
    findings,
    db: () => db,
    books: world.books,
    hasBeacons: relays.length > 0,
    hosts: () => servers.map(({ host }) => host),
    nowMs: () => agenda.nowMs,
  });
  agenda.onStep = checks.step;

  /** Lets the world go on for so long. All is looked at after each step, and each second though nothing happens. */
  async function goOn(ms: number): Promise<void> {
    const untilMs = agenda.nowMs + ms;
    while (agenda.nowMs < untilMs && !isOver) {
      await agenda.run(Math.min(untilMs, agenda.nowMs + CHECK_MS), () => isOver);
      checks.look();
    }
  }

  process.on("unhandledRejection", onUnhandled);
  process.on("uncaughtException", onUnhandled);
  try {
    servers.forEach((server) => server.startAfter(chance.between(0, 3 * SECOND_MS)));
    present.run(outside, () => {
      for (const server of servers) {
        void poll(world, server);
        for (let number = 0; number < FOLLOWERS; number++) {
          void follow(world, server);
        }
        void knock(world, server);
      }
      void operate(world);
      for (let number = 0; number < CUSTOMERS; number++) {
        void buy(world, number);
      }
    });
    startFaults(world);
    const endMs = startMs + hours * HOUR_MS;
    for (let stretch = 1; agenda.nowMs < endMs && !isOver; stretch++) {
      const ms = chance.between(10 * SECOND_MS, 80 * SECOND_MS);
      await goOn(Math.min(ms, endMs - agenda.nowMs));
      standStill(((endMs - agenda.nowMs) / Math.max(1, STRETCHES - stretch)) * chance.real() * 2);
    }
    await comeRight();
  } finally {
    process.off("unhandledRejection", onUnhandled);
    process.off("uncaughtException", onUnhandled);
    servers.forEach((server) => server.down());
    witness.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }

  /** All machines stand still for a while: most hours are like any other. */
  function standStill(ms: number): void {
    trace.note(`  all stand still for ${Math.round(ms)} ms`);
    agenda.skip(ms);
    stoodStillMs += ms;
    servers.forEach((server) => server.disturb()());
  }

  /** Nothing goes wrong any more: everything that was begun must come right. */
  async function comeRight(): Promise<void> {
    if (isOver) {
      return;
    }
    trace.note("  nothing goes wrong any more");
    Object.assign(world, { isCalm: true });
    crashes.clear();
    way.lostAnswers = 0;
    [...ending].forEach((end) => end());
    const calmFromMs = agenda.nowMs;
    let missing: string | null = null;
    do {
      await goOn(CALM_MS);
      missing = whatIsMissing(world, db, calmFromMs);
    } while (!isOver && missing !== null && agenda.nowMs < calmFromMs + MOST_CALM_MS);
    if (missing !== null) {
      findings.broken("everything comes right", missing);
    }
  }

  return {
    broken: findings.first,
    traceHash: trace.hash(),
    entries: trace.length,
    livedMs: agenda.nowMs - startMs - stoodStillMs,
    tail: trace.tail,
  };
}

/** Longer than any request is under way, with a form that is held. */
const REQUEST_MS = 30 * SECOND_MS;
