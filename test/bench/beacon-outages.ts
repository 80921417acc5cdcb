import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { alignedTable } from "../../server/cli/text-table.ts";
import { verify } from "../../src/fairness/check-round.ts";
import type { Verification } from "../../src/fairness/check-round.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { headerPath, KEYS_PATH, recordPath } from "../../src/fairness/paths.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { lastFinishedRound, phaseStartMs, roundAt, roundStartMs } from "../../src/round/phases.ts";
import type { HistoryEntry } from "../../src/wire.ts";
import { localChain } from "../support/local-chain.ts";
import type { LocalRelay, RelayMood } from "../support/local-chain.ts";
import { beaconSigner } from "../support/test-beacons.ts";
import { startReplica } from "./support/replica.ts";
import type { Replica } from "./support/replica.ts";

/*
 * Mode `drand` in real time, against a chain of our own whose relays are killed, lie, hang and come
 * back: two servers on one store, one of which is killed and started anew. Then every round must be
 * told by both alike, every record must verify, and say of its opening what was seen of it.
 *
 *     node test/bench/beacon-outages.ts [--minutes 10]
 *
 * Needs a build. In less than ten minutes the later outages do not come about.
 */

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const MINUTE_MS = 60_000;

/** How a round went, by its receipt and as it was seen. */
const SIGNED: Readonly<Record<string, string>> = {
  "receipt-punctual": "punctual",
  "receipt-late": "late",
  "receipt-void": "void",
};
const SEEN: Readonly<Record<string, string>> = {
  "on time": "punctual",
  late: "late",
  "after the end": "late",
  "not opened": "void",
};

const signer = beaconSigner("the network of the outages");
const chain = localChain(signer, Date.now);
const relays = [await chain.openRelay(), await chain.openRelay(), await chain.openRelay("strays")];
const dataDir = await mkdtemp(join(tmpdir(), "tableside-outages-"));
const env = {
  DATA_DIR: dataDir,
  ENTROPY: "drand",
  DRAND_CHAIN_HASH: chain.chain.hash,
  DRAND_PUBLIC_KEY: chain.chain.public_key,
  DRAND_GENESIS: String(chain.chain.genesis_time),
  DRAND_PERIOD: String(chain.chain.period),
  DRAND_GROUP_HASH: chain.chain.groupHash,
  DRAND_BEACON_ID: chain.chain.metadata.beaconID,
  DRAND_RELAYS: relays.map(({ url }) => url).join(","),
};

const one = await startReplica(env);
const other = await startReplica(env);
const replicas = [one, other] as const;
const startMs = Math.ceil((Date.now() + 5_000) / MINUTE_MS) * MINUTE_MS;
const endMs = startMs + Number(values.minutes) * MINUTE_MS;

/** What happens, by minute and second since the first full minute. */
const events: readonly (readonly [minute: number, second: number, what: string, () => unknown])[] =
  [
    [1, 0, "the first relay is killed for a minute", () => relays[0]?.kill()],
    [2, 0, "it is back", () => relays[0]?.revive()],
    [2, 16, "all relays are killed for 6 s, as a card round waits for its beacon", killAll],
    [2, 22, "they are back", reviveAll],
    [3, 34, "all relays are killed for 12 s, as a race waits for its beacon", killAll],
    [3, 46, "they are back", reviveAll],
    [4, 10, "all relays are killed for 130 s", killAll],
    [5, 5, "the second server is killed", () => other.kill()],
    [5, 15, "it is started anew", () => other.start()],
    [6, 20, "the relays are back", reviveAll],
    [7, 10, "all relays lie for 35 s", () => setMoods("garbles", "repeats", "lags")],
    [7, 45, "they are honest, but for the third", () => setMoods("well", "well", "strays")],
    [8, 15, "all relays hang for 10 s", () => setMoods("hangs", "hangs", "hangs")],
    [8, 25, "they answer", () => setMoods("well", "well", "strays")],
    [9, 12, "the first server is restarted", () => restart(one)],
  ];

const counts = { answered: 0, suspended: 0, unreachable: 0, wrong: 0 };
const polling = setInterval(() => void Promise.all(replicas.map(pollAll)), 1_000);

say(0, 0, `begins, ${values.minutes} minutes`);
for (const [minute, second, what, happen] of events) {
  const atMs = startMs + minute * MINUTE_MS + second * 1_000;
  if (atMs < endMs) {
    await pause(Math.max(0, atMs - Date.now()));
    await happen();
    say(minute, second, what);
  }
}
await pause(Math.max(0, endMs - Date.now()));
clearInterval(polling);

let isWell = counts.wrong === 0;
const rows: string[][] = [
  [
    "game",
    "rounds",
    "on time",
    "late",
    "after the end",
    "not opened",
    "told by both",
    "proven",
    "signed so",
  ],
];
for (const game of games) {
  rows.push(await account(game));
}
process.stdout.write(`\n${alignedTable(rows)}\n`);
process.stdout.write(
  `polls of current: ${counts.answered} answered, ${counts.suspended} refused as suspended, ` +
    `${counts.unreachable} while a server was away, ${counts.wrong} wrong\n`,
);
process.stdout.write(isWell ? "complete, and every record verifies\n" : "FAILED\n");
process.exitCode = isWell ? 0 : 1;
await Promise.all(replicas.map((replica) => replica.stop()));
relays.forEach((relay) => relay.kill());
await rm(dataDir, { recursive: true, force: true });

function killAll(): void {
  relays.forEach((relay: LocalRelay) => relay.kill());
}

async function reviveAll(): Promise<void> {
  await Promise.all(relays.map((relay) => relay.revive()));
}

function setMoods(...moods: RelayMood[]): void {
  relays.forEach((relay, index) => (relay.mood = moods[index] ?? relay.mood));
}

async function restart(replica: Replica): Promise<void> {
  await replica.stop();
  await replica.start();
}

function say(minute: number, second: number, what: string): void {
  process.stdout.write(`${minute}:${String(second).padStart(2, "0")} ${what}\n`);
}

/** Asks a server for the state of each game, and holds it against the clock. */
async function pollAll(replica: Replica): Promise<void> {
  for (const game of games) {
    try {
      const answer = await fetch(`${replica.address}/embed/${game.slug}/api/current`);
      const body = (await answer.json()) as Record<string, unknown>;
      if (answer.status === 200) {
        counts.answered += 1;
        counts.wrong += isRight(game, body) ? 0 : 1;
      } else if (body["reason"] === "suspended") {
        counts.suspended += 1;
      } else {
        counts.wrong += 1;
      }
    } catch {
      counts.unreachable += 1;
    }
  }
}

/** Whether a state tells nothing before its time: a second is allowed for the answer's way here. */
function isRight(
  game: Game,
  { round, phase, remainMs, ...fields }: Record<string, unknown>,
): boolean {
  const intoMs = Date.now() - roundStartMs(Number(round), game.intervalMs);
  const cards = Object.entries(fields).filter(
    ([name]) => name !== "daily_round" && name !== "date",
  );
  const isShown = cards.some(([, value]) => value !== null);
  return (
    isShown === (phase !== "betting") &&
    (Number(remainMs) === 0 || intoMs < game.drand.closesMs + 1_000)
  );
}

/** What became of a game's rounds. Fills the table's row. */
async function account(game: Game): Promise<string[]> {
  const header = await read<SignedHeader>(
    one,
    headerPath({ game: game.slug, round: roundAt(startMs, game.intervalMs) }),
  );
  const first = roundAt(header.publishedAt - 1, game.intervalMs) + 1;
  const last = lastFinishedRound(endMs, { ...game.drand, intervalMs: game.intervalMs });
  const expected = Array.from({ length: last - first + 1 }, (_, index) => last - index);
  const histories = await Promise.all(
    replicas.map((replica) => completeHistory(replica, game, expected)),
  );
  const isAlike = JSON.stringify(histories[0]) === JSON.stringify(histories[1]);
  const isComplete =
    JSON.stringify(histories[0]?.map(({ round }) => round)) === JSON.stringify(expected);
  const verifications = await Promise.all(expected.map((round) => verificationOf(game, round)));
  const proven = verifications.filter(({ verdict }) => verdict === "consistent").length;
  isWell &&= isAlike && isComplete && proven === expected.length;
  const heard = (round: number) => one.heard(game.slug).filter((state) => state.round === round);
  const fates = expected.map((round) => {
    const states = heard(round);
    if (states.length === 0) {
      return "not opened";
    }
    const decided = states.find(({ phase }) => phase !== "betting");
    if (decided === undefined) {
      return "after the end";
    }
    const lateMs = decided.atMs - phaseStartMs(round, "revealing", game.drand);
    return lateMs < 1_000 ? "on time" : "late";
  });
  // What the house signed of each round is what was seen of it.
  const signed = verifications.map(({ checks }) => {
    const { reason, values: said } = checks.find(({ name }) => name === "receipt") ?? {};
    // Who polls does not see so small a delay.
    const lateMs = Date.parse(said?.["revealedAt"] ?? "") - Date.parse(said?.["dueAt"] ?? "");
    if (reason === "receipt-late" && lateMs < 1_000) {
      return "punctual";
    }
    return SIGNED[reason ?? ""] ?? String(reason);
  });
  const unlike = expected.filter((_, index) => signed[index] !== SEEN[fates[index] as string]);
  for (const round of unlike) {
    const at = expected.indexOf(round);
    console.log(`${game.slug} ${round}: ${fates[at]}, signed as ${signed[at]}`);
  }
  isWell &&= unlike.length === 0;
  const count = (fate: string) => String(fates.filter((found) => found === fate).length);
  return [
    game.slug,
    String(expected.length),
    count("on time"),
    count("late"),
    count("after the end"),
    count("not opened"),
    isAlike && isComplete ? "all" : "NOT ALL",
    String(proven),
    String(expected.length - unlike.length),
  ];
}

/** The history of the rounds from the first expected one on; whatever is there after half a minute. */
async function completeHistory(
  replica: Replica,
  game: Game,
  expected: readonly number[],
): Promise<HistoryEntry[]> {
  const [last = 0] = expected;
  const first = expected.at(-1) ?? 0;
  for (let tries = 0; ; tries++) {
    const page = await read<HistoryEntry[]>(
      replica,
      `/embed/${game.slug}/api/results?limit=${expected.length}&before=${last + 1}`,
    );
    const played = page.filter(({ round }) => round >= first);
    if (played.length === expected.length || tries === 60) {
      return played;
    }
    await pause(500);
  }
}

async function verificationOf(game: Game, round: number): Promise<Verification> {
  const { keys } = await read<{ keys: string[] }>(one, KEYS_PATH);
  return verify({
    record: await read(one, recordPath(game.slug, round)),
    header: await read(one, headerPath({ game: game.slug, round })),
    keys: { pinned: keys, shown: [] },
    chains: [chain.chain],
    // The first days of the service.
    dayBefore: null,
  });
}

async function read<T>(replica: Replica, path: string): Promise<T> {
  return (await (await fetch(replica.address + path)).json()) as T;
}
