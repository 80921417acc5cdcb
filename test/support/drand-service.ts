import { beaconAt, beaconTimeMs } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Game } from "../../src/games/contract.ts";
import { roundStartMs } from "../../src/round/phases.ts";
import type { TestService } from "./service.ts";
import { network } from "./test-proofs.ts";

const NOBODY = "http://127.0.0.1:1";

/** The settings in `drand` mode on a test chain whose beacons do not exist yet. */
export function drandSettings(
  relays: readonly string[] = [NOBODY],
  chain: BeaconChain = network.chain,
): Record<string, string> {
  return { ENTROPY: "drand", DRAND_CHAIN: JSON.stringify(chain), DRAND_RELAYS: relays.join(",") };
}

function numberAt(ms: number): number {
  return beaconAt(network.chain, ms) as number;
}

export function decidingNumber(game: Game, round: number): number {
  return numberAt(roundStartMs(round, game.intervalMs) + game.drand.closesMs + 3_000);
}

export function openRound(service: TestService, game: Game, round: number): void {
  const startMs = roundStartMs(round, game.intervalMs);
  const opening = numberAt(startMs - 3_000);
  service.clock.nowMs = beaconTimeMs(network.chain, opening) + 1_000;
  service.submitBeacon(opening, network.sign(opening));
  service.clock.nowMs = startMs;
}

export function decideRound(service: TestService, game: Game, round: number): void {
  const number = decidingNumber(game, round);
  service.submitBeacon(number, network.sign(number));
}
