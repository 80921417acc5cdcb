import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync as Database } from "node:sqlite";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Mail } from "../../server/account/mail/mailer.ts";
import type { Assets } from "../../server/pages/assets.ts";
import type { Pages } from "../../server/pages/pages.ts";
import type { StorePlace } from "../../server/store/store.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { putMigratedFile } from "../support/migrated-file.ts";
import { RECEIVER } from "../support/tron-answers.ts";
import { buy, PASSWORD } from "./actors/customer.ts";
import { operate } from "./actors/operator.ts";
import { follow, knock, poll } from "./actors/viewers.ts";
import { createAgenda } from "./agenda.ts";
import type { Agenda } from "./agenda.ts";
import { createChain, createNode } from "./chain.ts";
import type { Chain, ChainNode } from "./chain.ts";
import { chanceOf } from "./chance.ts";
import type { Chance } from "./chance.ts";
import { enter } from "./effects.ts";
import { startFaults } from "./faults.ts";
import { createFindings } from "./findings.ts";
import type { Findings } from "./findings.ts";
import { closeHandles, createHost, present } from "./host.ts";
import type { Host } from "./host.ts";
import { watchBooks } from "./invariants/books.ts";
import type { BooksWatch } from "./invariants/books.ts";
import { watchKeys } from "./invariants/keys.ts";
import type { KeyWatch } from "./invariants/keys.ts";
import { watchMails } from "./invariants/mails.ts";
import type { MailWatch } from "./invariants/mails.ts";
import { watchRounds } from "./invariants/rounds.ts";
import type { RoundWatch } from "./invariants/rounds.ts";
import { watchWebhooks } from "./invariants/webhooks.ts";
import type { WebhookWatch } from "./invariants/webhooks.ts";
import { ask, fetchFrom } from "./network.ts";
import type { Answer, Network, Question } from "./network.ts";
import { addPeer } from "./outside.ts";
import type { MoodyPeer } from "./outside.ts";
import { createRelay, drandSettings, signer } from "./relays.ts";
import type { Relay } from "./relays.ts";
import { createServer } from "./server.ts";
import type { SimulatedServer } from "./server.ts";
import { layWay } from "./store.ts";
import type { StoreWay } from "./store.ts";
import { startTrace } from "./trace.ts";
import type { Trace } from "./trace.ts";
import { createLogWitness, witnessSettings } from "./witness.ts";
import type { LogWitness } from "./witness.ts";

/** A whole service with all that is around it, in this process: a function of its seed. */
export interface World {
  readonly agenda: Agenda;
  /** What is drawn for all that the service does not do itself. */
  readonly chance: Chance;
  readonly trace: Trace;
  readonly findings: Findings;
  readonly network: Network;
  readonly way: StoreWay;
  readonly chain: Chain;
  readonly nodes: readonly ChainNode[];
  /** Those of the beacons; none in mode `seed`. */
  readonly relays: readonly Relay[];
  readonly entropy: Entropy;
  readonly servers: readonly SimulatedServer[];
  readonly rounds: RoundWatch;
  readonly keys: KeyWatch;
  readonly books: BooksWatch;
  readonly mails: MailWatch;
  readonly webhooks: WebhookWatch;
  /** Who gets mails, webhooks and the log's heads. */
  readonly peers: readonly MoodyPeer[];
  readonly witness: LogWitness;
  /** Under which the service encrypts what owners may see again. */
  readonly vaultKey: Uint8Array;
  /** Whether the servers share one machine, and a file on it; else they share a database elsewhere. */
  readonly isOneMachine: boolean;
  readonly file: string;
  readonly place: StorePlace;
  readonly usualStoreMs: number;
  readonly usualNetworkMs: number;
  /** From when the backup is; null: there is none. */
  backupMs: number | null;
  /** Whether nothing goes wrong any more. */
  readonly isCalm: boolean;
  /** The clock that rounds go by, epoch ms. */
  referenceMs(): number;
  ask(server: SimulatedServer, path: string, question?: Question): Promise<Answer | null>;
  askAny(path: string, question: Question): Promise<Answer | null>;
  /** Looks whether an answer is one of those that there may be. */
  answered(
    server: SimulatedServer,
    what: string,
    answer: Answer | null,
    ...allowed: number[]
  ): void;
  /** The id of an account, which nobody outside knows. */
  accountOf(email: string): string | null;
  /** Has a server crash before one of the next things that it does, or of those of them that count. */
  crashAfter(
    server: SimulatedServer,
    entries: number,
    restartMs: number,
    counts?: (label: string) => boolean,
  ): void;
  /** Gives a function that ends something once: when it is called, or when all faults are to end. */
  untilCalm(end: () => void): () => void;
  /** Replaces the database while nobody has it open. */
  replaceFile(replace: () => void): void;
}

/** How a run is to be. */
export interface Run {
  readonly seed: number;
  readonly hours: number;
  readonly pages: Pages;
  readonly assets: Assets;
  readonly onLine?: (line: string) => void;
}

interface PlannedCrash {
  entries: number;
  readonly restartMs: number;
  readonly server: SimulatedServer;
  readonly counts: (label: string) => boolean;
}

/** What came of a run. */
export interface Outcome {
  /** What was broken; null: nothing. */
  readonly broken: string | null;
  readonly traceHash: string;
  readonly entries: number;
  /** How much of its time something could happen in, ms. */
  readonly livedMs: number;
  /** The end of the trace. */
  readonly tail: readonly string[];
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const SECRET = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const SIGNING_KEY = "5a".repeat(32);
const VAULT_KEY = "7b".repeat(32);
const CUSTOMERS = 3;
/** Who follows a stream, of each server: some of them one of the same game. */
const FOLLOWERS = 3;
/** How often the books are looked into, ms. */
const CHECK_MS = 5_000;
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
  // Midnight is when days are published: a run of less than a day goes through one.
  const startMs = Date.UTC(2026, 6, 2) - Math.floor(chance.real() * Math.min(hours, 24) * HOUR_MS);
  const agenda = createAgenda(startMs, chanceOf(seed, "order"), trace);
  let isOver = false;
  let stoodStillMs = 0;
  const findings = createFindings((words) => {
    trace.note(`  broken: ${words}`);
    isOver = true;
  });
  const isOneMachine = chance.happens(0.4);
  const usualStoreMs = chance.pick([1, 3, 10]);
  const usualNetworkMs = chance.pick([2, 30, 150]);
  const network: Network = {
    agenda,
    chance: chanceOf(seed, "network"),
    slowMs: usualNetworkMs,
    cutOff: new Set(),
    loss: 0,
    peers: new Map(),
  };
  const file = join(folder, "tableside.sqlite");
  const storeChance = chanceOf(seed, "store");
  const way: StoreWay = {
    agenda,
    chance: storeChance,
    sharedFile: file,
    slowMs: usualStoreMs,
    cutOff: new Set(),
    lostAnswers: 0,
    lostMs: -Infinity,
  };
  layWay(way);
  enter({ agenda, chance: chanceOf(seed, "hosts"), fetch: fetchFrom(network) });

  const chain = createChain(agenda);
  const nodes = Array.from({ length: chance.pick([1, 2]) }, () => createNode(chain, agenda));
  nodes.forEach((node, index) => network.peers.set(`node${index}.simulated`, node.answer));
  // Drawn apart: what else a seed decides stays as it is.
  const beaconChance = chanceOf(seed, "beacons");
  const entropy: Entropy = beaconChance.happens(0.3) ? "drand" : "seed";
  const relays = entropy === "seed" ? [] : [createRelay(agenda), createRelay(agenda)];
  const relayNames = relays.map((_, index) => `relay${index}.simulated`);
  relays.forEach((relay, index) => network.peers.set(relayNames[index] ?? "", relay.answer));
  const settings = {
    ...(entropy === "seed" ? {} : drandSettings(relayNames)),
    ...(isOneMachine ? {} : { DATABASE_URL: "postgres://db.simulated/tableside" }),
    ORACLE_SECRET: SECRET,
    SIGNING_KEY,
    KEY_ENCRYPTION_KEY: VAULT_KEY,
    WEBHOOKS_PRIVATE: "on",
    BASE_URL: "https://games.simulated",
    ...witnessSettings("witness.simulated"),
    DEMO: "off",
    SELL_SEED_MODE: "yes",
    TRON_ADDRESSES: RECEIVER,
    TRON_URL: nodes.map((_, index) => `http://node${index}.simulated`).join(","),
    TRON_AGREE: String(nodes.length),
    PLANS: "Month:30:49",
  };
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

  const outside = createHost("outside", startMs);
  const ending = new Set<() => void>();
  const crashes = new Map<Host, PlannedCrash>();

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
    addPeer(network, "hook.simulated", ({ headers, body }) => {
      webhooks.arrived(headers.get("webhook-id") ?? "", body, agenda.nowMs);
      return { status: 200, body: "" };
    }),
    addPeer(network, "witness.simulated", witness.answer),
  ];

  const world: World = {
    agenda,
    chance,
    trace,
    findings,
    network,
    way,
    chain,
    nodes,
    relays,
    entropy,
    servers,
    rounds,
    keys,
    books: watchBooks(findings, chain),
    mails,
    webhooks,
    peers,
    witness,
    vaultKey: Uint8Array.from(Buffer.from(VAULT_KEY, "hex")),
    isOneMachine,
    file,
    place: isOneMachine ? { file } : { url: settings.DATABASE_URL ?? "" },
    usualStoreMs,
    usualNetworkMs,
    backupMs: null,
    isCalm: false,
    referenceMs: () => agenda.nowMs,
    ask: (server, path, question) => ask(network, outside, server, path, question),
    askAny(path, question) {
      const up = servers.filter((server) => server.isUp);
      const server = up[chance.below(up.length)] ?? servers[0];
      return ask(network, outside, server as SimulatedServer, path, question);
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
    crashAfter(server, entries, restartMs, counts = () => true) {
      crashes.set(server.host, { entries, restartMs, server, counts });
    },
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

  agenda.mayGoOn = (host, label) => {
    const planned = crashes.get(host);
    if (planned === undefined || !planned.counts(label)) {
      return true;
    }
    planned.entries -= 1;
    if (planned.entries > 0) {
      return true;
    }
    crashes.delete(host);
    trace.note(`  ${host.name} crashes`);
    planned.server.crash(planned.restartMs);
    return false;
  };

  /** A rejection that nobody handles ends a process of Node. */
  function onUnhandled(error: unknown): void {
    findings.broken(
      "no process ends by itself",
      `${agenda.actor?.name ?? "world"}: ${String(error)}`,
    );
  }

  /** Lets the world go on for so long, and looks into the books again and again. */
  async function goOn(ms: number): Promise<void> {
    const untilMs = agenda.nowMs + ms;
    while (agenda.nowMs < untilMs && !isOver) {
      await agenda.run(Math.min(untilMs, agenda.nowMs + CHECK_MS), () => isOver);
      world.books.check(db, agenda.nowMs);
      checkBeacons();
      checkBounds();
    }
  }

  function checkBeacons(): void {
    for (const row of relays.length === 0 ? [] : db.prepare(STORED_BEACONS).all()) {
      if (row["signature"] !== bytesToHex(signer.sign(Number(row["round"])))) {
        findings.broken(
          "rounds are decided by genuine beacons",
          `${row["round"]} is stored as ${row["signature"]}`,
        );
      }
    }
  }

  function checkBounds(): void {
    for (const { host } of servers) {
      if (host.timers > MOST_TIMERS || host.sockets.size > MOST_SOCKETS) {
        findings.broken(
          "nothing grows without end",
          `${host.name} has ${host.timers} timers and ${host.sockets.size} connections`,
        );
      }
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
      missing = whatIsMissing(calmFromMs);
    } while (!isOver && missing !== null && agenda.nowMs < calmFromMs + MOST_CALM_MS);
    if (missing !== null) {
      findings.broken("everything comes right", missing);
    }
  }

  /** What has not come right since then; null: all has. */
  function whatIsMissing(calmFromMs: number): string | null {
    const down = servers.find((server) => !server.isUp);
    if (down !== undefined) {
      return `${down.name} is down: ${down.startFault ?? "it has not started"}`;
    }
    // While servers crash again and again nobody lives to see that those before are dead.
    const heartbeats = Number(
      db.prepare("select count(*) as count from heartbeat").get()?.["count"],
    );
    return heartbeats > servers.length
      ? `${heartbeats - servers.length} dead servers have left their heartbeats`
      : (world.books.missing(db, calmFromMs) ??
          mails.missing(db, agenda.nowMs) ??
          webhooks.missing(db, agenda.nowMs));
  }

  return {
    broken: findings.first,
    traceHash: trace.hash(),
    entries: trace.length,
    livedMs: agenda.nowMs - startMs - stoodStillMs,
    tail: trace.tail,
  };
}

/** The latest of them: those before were looked at when they came. */
const STORED_BEACONS = "select round, signature from beacon order by round desc limit 12";
/** Longer than any request is under way, with a form that is held. */
const REQUEST_MS = 30 * SECOND_MS;
/** What a server of so few visitors never needs. */
const MOST_TIMERS = 300;
const MOST_SOCKETS = 200;
