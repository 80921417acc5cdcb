import { witnessedBy } from "../../src/fairness/check-witnessed.ts";
import type { CheckTime } from "../../src/fairness/check-witnessed.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { loadTlogProof } from "../../src/fairness/house-sources.ts";
import { tilePathOf } from "../../src/fairness/paths.ts";
import { readDailyLine } from "../../src/tlog/daily-line.ts";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { readPolicy } from "../../src/tlog/policy.ts";
import { readHashTile, tilesOf } from "../../src/tlog/tiles.ts";
import { StartError } from "../runtime/start-error.ts";
import { UsageError } from "./command.ts";
import { houseClient } from "./house-client.ts";
import { readBytesFrom, readTextFrom, UnavailableError } from "./read-json.ts";

/*
 * Loads what says when a header was promised: the house's proof and its log, and whom the user believes.
 */

/** The options of commands that check rounds. */
export const TIME_OPTIONS = {
  policy: { type: "string" },
  line: { type: "string" },
  "line-seen": { type: "string" },
} as const;

export const TIME_HELP = `--policy    whom you believe of the witnesses, as C2SP tlog-policy: with their signatures a round is proven.
              Take it from them, or keep what the house shows at /log/policy today
  --line      a line of \`npm run -s checkpoints\` that was published outside the house
  --line-seen since when you know that it is public, such as 2026-07-01T12:00Z`;

export interface TimeOptions {
  readonly policy?: string | undefined;
  readonly line?: string | undefined;
  readonly "line-seen"?: string | undefined;
}

/** Where the house's side of it comes from. */
export interface TimeSources {
  /** The address of the house; undefined: it is not asked. */
  readonly address: string | undefined;
  /** The tlog-proof out of a saved proof; undefined: there was none. */
  readonly savedProof?: string | undefined;
}

/** @throws UsageError or StartError in words when something cannot be read or had. */
export async function loadTimeEvidence(
  options: TimeOptions,
  header: SignedHeader,
  { address, savedProof }: TimeSources,
): Promise<CheckTime> {
  const { policy, line, "line-seen": seen } = options;
  if ((line === undefined) !== (seen === undefined)) {
    throw new UsageError("--line and --line-seen go together.");
  }
  return witnessedBy({
    ...(policy === undefined
      ? {}
      : {
          witnesses: {
            policy: await explained("The policy", async () =>
              readPolicy(await readTextFrom(policy)),
            ),
            proof:
              savedProof ??
              (await loadTlogProof(houseClient(requireAddress(address, "--policy")), header)),
          },
        }),
    ...(line === undefined
      ? {}
      : { line: await lineEvidence(line, seen as string, requireAddress(address, "--line")) }),
  });
}

async function lineEvidence(line: string, seen: string, address: string) {
  const publishedAtMs = Date.parse(seen);
  if (Number.isNaN(publishedAtMs)) {
    throw new UsageError("--line-seen must be a time, such as 2026-07-01T12:00Z.");
  }
  const head = await explained("--line", async () => readDailyLine(line));
  return { head, publishedAtMs, leaves: await loadLeaves(address, head.size) };
}

/** The hashes of the first leaves of the house's log; fewer where it has fewer. */
async function loadLeaves(address: string, size: number): Promise<Uint8Array[]> {
  const leaves: Uint8Array[] = [];
  for (const tile of await explained("--line", async () => tilesOf(size, 0))) {
    try {
      const bytes = await readBytesFrom(`${address}${tilePathOf(tile)}`);
      leaves.push(...(await explained("The log", async () => readHashTile(bytes, tile.width))));
    } catch (error) {
      if (error instanceof UnavailableError && error.status === 404) {
        break;
      }
      throw error;
    }
  }
  return leaves;
}

function requireAddress(address: string | undefined, option: string): string {
  if (address === undefined) {
    throw new UsageError(`${option} needs the --base-url of the house, whose log is looked at.`);
  }
  return address;
}

async function explained<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LogFormatError
      ? new StartError(`${what} cannot be read: ${error.message}`, { cause: error })
      : error;
  }
}
