import { parseArgs } from "node:util";
import { isBeacon } from "../../src/fairness/beacon.ts";
import { beaconTimeMs } from "../../src/fairness/chain.ts";
import { isHex } from "../../src/fairness/read-untrusted.ts";
import { readBeaconSettings } from "../config/beacon-settings.ts";
import { saveBeacon } from "../oracle/stored-beacons.ts";
import { StartError } from "../runtime/start-error.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: npm run -s beacon -- NUMBER SIGNATURE

  Submits a beacon that the relays do not have: its number on the chain, and its signature in 96
  hexadecimal digits. The beacon is stored only if it is genuine. A running service that waits for
  the beacon accepts it within seconds.`;

export const beaconCommand: Command = { usage: USAGE, run };

async function run(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [number = "", text = "", ...others] = positionals;
  const signature = text.toLowerCase();
  if (!/^[1-9]\d{0,14}$/.test(number) || !isHex(signature, 48) || others.length > 0) {
    throw new UsageError("Specify a beacon number and its signature, 96 hexadecimal digits.");
  }
  const faults: string[] = [];
  const { chain } = readBeaconSettings(env, (words) => faults.push(words));
  if (faults.length > 0) {
    throw new StartError(faults.join("\n"));
  }
  const beaconRound = Number(number);
  const bytes = Uint8Array.from(Buffer.from(signature, "hex"));
  if (!isBeacon(chain, beaconRound, bytes)) {
    throw new StartError(
      `The signature is not beacon ${number} of the chain ${chain.hash}. Copy both from one relay.`,
    );
  }
  const isReplaced = await withCliStore(env, (store) =>
    saveBeacon(store, chain, beaconRound, bytes, null),
  );
  const time = new Date(beaconTimeMs(chain, beaconRound)).toISOString().slice(0, 19);
  stdout.write(
    `Beacon ${number} of ${time}Z is genuine and has been stored${isReplaced ? ", replacing a false one" : ""}.\n`,
  );
}

if (import.meta.main) {
  await runProgram(beaconCommand);
}
