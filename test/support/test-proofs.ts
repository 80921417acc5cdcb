import { hexToBytes } from "@noble/hashes/utils.js";
import { decidingBeacon } from "../../src/fairness/closing.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { publicKeyOf } from "../../src/fairness/header.ts";
import {
  commitDay,
  dealRound,
  makeHeader,
  openRecord,
  rootHex,
  roundRecord,
} from "../../src/fairness/publish.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { dayOfRound, dayStartMs } from "../../src/fairness/utc-day.ts";
import type { SigningKeys } from "../../src/fairness/verify.ts";
import type { Game } from "../../src/games/game.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { VECTOR_SECRET } from "./dealt-rounds.ts";
import { beaconSigner } from "./test-beacons.ts";
import type { BeaconSigner } from "./test-beacons.ts";

/** The key that signs the headers of the tests. */
export const SIGNING_KEY = new Uint8Array(32).fill(7);

/** The network whose beacons decide the rounds of the tests. */
export const network = beaconSigner("the network of the tests");

/** All that is published of a round, and what it is checked against. */
export interface Proof {
  readonly record: RoundRecord;
  readonly open: OpenRecord;
  readonly header: SignedHeader;
  readonly keys: SigningKeys;
  readonly chains: readonly BeaconChain[];
}

/** What a service with the secret of the vectors publishes of a round, a day ahead. */
export function proofOf(game: Game, round: number, signer: BeaconSigner | null): Proof {
  const day = dayOfRound(round, game.intervalMs);
  const seedOf = seedsOfDay(deriveDaySecret(VECTOR_SECRET, game.code, day), game.code);
  const commitment = commitDay(game, day, seedOf);
  const chain = signer?.chain ?? null;
  const header = makeHeader(
    {
      game,
      day,
      root: rootHex(commitment),
      chain,
      publishedAt: dayStartMs(day) - 90_000_000,
    },
    SIGNING_KEY,
  );
  const open = openRecord(round, header, commitment, chain);
  const seed = seedOf(round);
  const beacon = signer === null ? null : signer.sign(decidingBeacon(open.closesAt, signer.chain));
  const input =
    signer === null || beacon === null
      ? null
      : {
          chainHash: hexToBytes(signer.chain.hash),
          round: decidingBeacon(open.closesAt, signer.chain),
          signature: beacon,
        };
  const outcome = dealRound(game, round, seed, input);
  return {
    record: roundRecord(open, commitment, { seed, beacon, outcome }),
    open,
    header,
    keys: { pinned: [publicKeyOf(SIGNING_KEY)], shown: [] },
    chains: signer === null ? [] : [signer.chain],
  };
}
