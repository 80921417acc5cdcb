/*
 * How long an audit of a day takes: `node test/bench/audit.ts`.
 *
 * Prints the time for the 2,880 rounds of a day of Baccarat in both modes, the house's answers at hand, against
 * the same rounds checked one after another by this process alone.
 */
import { auditDay } from "../../server/cli/audit-day.ts";
import type { House } from "../../server/cli/house.ts";
import { checkRound } from "../../src/fairness/check-round.ts";
import { dateOfDay, dayStartMs } from "../../src/fairness/utc-day.ts";
import { baccarat as game } from "../../src/games/baccarat/game.ts";
import { dayOfProofs, network } from "../support/test-proofs.ts";
import type { Proof } from "../support/test-proofs.ts";

const DAY = 20_700;

for (const signer of [null, network]) {
  const proofs = dayOfProofs(game, DAY, signer, { every: 1 });
  const [{ header }] = proofs as [Proof];
  const byRound = new Map(proofs.map(({ record }) => [record.round, record]));
  const house: House = {
    header: async (_game, day) => (day === DAY ? header : null),
    keys: async () => [header.key],
    record: async (_game, round) => byRound.get(round),
    results: async (_game, before, limit) =>
      proofs
        .filter(({ record }) => record.round < before)
        .slice(-limit)
        .toReversed()
        .map(({ record: { round, outcome } }) => ({ round, ...Object(outcome) })),
  };
  const chains = signer === null ? [] : [signer.chain];
  const startMs = performance.now();
  const { rounds } = await auditDay({
    house,
    game,
    date: dateOfDay(DAY),
    pinned: [],
    chains,
    nowMs: dayStartMs(DAY + 1) + 120_000,
  });
  const auditMs = performance.now() - startMs;
  const some = proofs.slice(0, 200);
  const aloneMs = performance.now();
  for (const { record } of some) {
    checkRound(record, header, chains, { dayBefore: null });
  }
  const eachMs = (performance.now() - aloneMs) / some.length;
  console.log(
    `mode ${signer === null ? "seed" : "drand"}: ${rounds.checked} rounds in ${(auditMs / 1_000).toFixed(1)} s, ${(auditMs / (eachMs * rounds.checked)).toFixed(2)}x of checking them one by one (${eachMs.toFixed(1)} ms each)`,
  );
}
