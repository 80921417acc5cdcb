import { parseArgs } from "node:util";
import { QUICKNET } from "../../src/fairness/chain.ts";
import { notCovered, verify } from "../../src/fairness/check-round.ts";
import { NotCovered } from "../../src/fairness/house-sources.ts";
import { isHex } from "../../src/fairness/read-untrusted.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import { findGame } from "../../src/games/index.ts";
import { checkDay } from "../../src/kit/verify/day.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { ENDS, ENDS_HELP } from "./exit-codes.ts";
import { houseAddress } from "./house-address.ts";
import { houseClient } from "./house-client.ts";
import { readChainFrom } from "./read-chain.ts";
import { readJson } from "./read-json.ts";
import { report, reportDay } from "./report.ts";
import { loadSources } from "./round-sources.ts";

const USAGE = `Usage: npm run -s verify -- FILE|URL [--base-url URL] [--key HEX]... [--header FILE|URL]
       [--kept FILE|URL] [--chain FILE|URL]
       npm run -s verify -- day SLUG DATE --base-url URL [--key HEX]... [--chain FILE|URL]

  Checks one round and says of each check how it came out and why. With \`day\` it checks a UTC day: its header,
  and every round that is over with its entry in the house's results, by which bets are paid.

  FILE is a proof saved on the page /verify/, or a record; URL is that of a record, such as
  https://games.example.com/embed/baccarat/api/rounds/521999. Header and keys come from the same
  service. The keys inside a saved proof do not count, since anybody can make them up: give a --key, or
  the --base-url of the house.

  --base-url  the house that is asked for its keys and for its results
  --key       a public key you kept; then no other is believed
  --header    the header of the day, as you saved it when it was published
  --kept      the round's record as you saved it while bets were open: with it a round is proven
  --chain     a chain besides drand quicknet whose beacons you believe: the answer of its /info

  ${ENDS_HELP}`;

export const verifyCommand: Command = {
  usage: USAGE,
  run,
  codes: { wrongCall: ENDS.unusable, fault: ENDS.unusable },
};

async function run(args: string[], { stdout, now = Date.now }: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "base-url": { type: "string" },
      header: { type: "string" },
      kept: { type: "string" },
      key: { type: "string", multiple: true, default: [] },
      chain: { type: "string", multiple: true, default: [] },
    },
  });
  if (!values.key.every((key) => isHex(key, 32))) {
    throw new UsageError("--key must be 64 hexadecimal digits.");
  }
  const house = houseAddress(values["base-url"]);
  const chains = [QUICKNET, ...(await Promise.all(values.chain.map(readChainFrom)))];
  if (positionals[0] === "day") {
    const [, game = "", date = "", ...others] = positionals;
    if (house === undefined || others.length > 0 || !isDay(game, date)) {
      throw new UsageError(
        "Name a game, a UTC day such as 2026-07-01, and the --base-url of the house.",
      );
    }
    const options = { game, keys: values.key, chains };
    const day = await checkDay(houseClient(house), options, date, now());
    stdout.write(reportDay(day, `${date} of ${game}`));
    return ENDS[day.verdict];
  }
  const [source, ...others] = positionals;
  if (source === undefined || others.length > 0) {
    throw new UsageError("Name one file or address.");
  }
  const kept = values.kept === undefined ? undefined : await readJson(values.kept);
  const options = { header: values.header, keys: values.key, house };
  const { verdict, checks } = await loadSources(source, options).then(
    (sources) => verify({ ...sources, chains, kept }),
    (error: unknown) => {
      if (error instanceof NotCovered) {
        return notCovered(error.firstRound);
      }
      throw error;
    },
  );
  stdout.write(report(checks));
  return ENDS[verdict];
}

function isDay(slug: string, date: string): boolean {
  return findGame(slug) !== undefined && dayOfDate(date) !== null;
}

if (import.meta.main) {
  await runProgram(verifyCommand);
}
