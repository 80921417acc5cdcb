import { hexToBytes } from "@noble/hashes/utils.js";
import { committedDays } from "../../server/fairness/commitments.ts";
import { decidingBeacon } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { SigningKeys } from "../../src/fairness/check-header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import {
  dealRound,
  makeHeader,
  openRecord,
  rootHex,
  roundRecord,
} from "../../src/fairness/publish.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { dayOfRound, dayStartMs, roundsOfDay } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import type { BeaconInput } from "../../src/round/derive.ts";
import { VECTOR_SECRET } from "./dealt-rounds.ts";
import { beaconSigner } from "./test-beacons.ts";
import type { BeaconSigner } from "./test-beacons.ts";

export const SIGNING_KEY = new Uint8Array(32).fill(7);

export const network = beaconSigner("the network of the tests");

export interface Proof {
  readonly record: RoundRecord;
  readonly open: OpenRecord;
  readonly header: SignedHeader;
  readonly keys: SigningKeys;
  readonly chains: readonly BeaconChain[];
}

export function proofOf(game: Game, round: number, signer: BeaconSigner | null): Proof {
  return proofsOfDay(game, dayOfRound(round, game.intervalMs), signer)(round);
}

/** The proofs of every nth round of a UTC day. */
export function dayOfProofs(
  game: Game,
  day: number,
  signer: BeaconSigner | null,
  { every }: { readonly every: number },
): Proof[] {
  const proof = proofsOfDay(game, day, signer);
  const { firstRound, count } = roundsOfDay(day, game.intervalMs);
  return Array.from({ length: count / every }, (_, index) => proof(firstRound + index * every));
}

/** Computed once, since a day takes long and many tests use the same day's rounds. */
const days = committedDays({ of: () => VECTOR_SECRET });

function proofsOfDay(
  game: Game,
  day: number,
  signer: BeaconSigner | null,
): (round: number) => Proof {
  const { seedOf, commitment } = days(game, day);
  const chain = signer?.chain ?? null;
  const publishedAt = dayStartMs(day) - 90_000_000;
  const order = { game, day, root: rootHex(commitment), chain, publishedAt };
  const header = makeHeader(order, SIGNING_KEY);
  return (round) => {
    const open = openRecord(round, header, commitment, chain);
    const input = signer === null ? null : beaconInput(signer, open.closesAt);
    const seed = seedOf(round);
    const revealed = {
      seed,
      beacon: input?.signature ?? null,
      outcome: game.historyFields(dealRound(game, round, seed, input)),
    };
    return {
      record: roundRecord(open, commitment, revealed),
      open,
      header,
      keys: { pinned: [header.key], shown: [] },
      chains: signer === null ? [] : [signer.chain],
    };
  };
}

function beaconInput({ chain, sign }: BeaconSigner, closesAt: number): BeaconInput {
  const round = decidingBeacon(closesAt, chain);
  return { chainHash: hexToBytes(chain.hash), round, signature: sign(round) };
}
