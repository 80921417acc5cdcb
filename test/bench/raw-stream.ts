/*
 * The raw stream that rounds are dealt from, for programs that test random numbers:
 * `node test/bench/raw-stream.ts [rounds] > stream.bin`, then `ent stream.bin` and
 * `dieharder -g 201 -f stream.bin -d N`.
 *
 * Writes the first block (32 bytes) of each round of one game in their order, by the whole way from the
 * secret 00..1f over day, seed and key; 3,276,800 rounds unless told, which is 100 MiB.
 */
import { once } from "node:events";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import { dragontiger } from "../../src/games/dragontiger/game.ts";
import { deriveDaySecret, deriveOutcomeKey, seedsOfDay } from "../../src/round/derive.ts";
import { wordsFromKey } from "../../src/round/random.ts";
import { VECTOR_SECRET } from "../support/dealt-rounds.ts";

const ROUNDS = Number(process.argv[2] ?? 3_276_800);
const WORDS_A_BLOCK = 8;
const ROUNDS_A_CHUNK = 2_048;

const { code, intervalMs } = dragontiger;
let day = -1;
let seedOf: ReturnType<typeof seedsOfDay> = () => new Uint8Array();
for (let first = 1; first <= ROUNDS; first += ROUNDS_A_CHUNK) {
  const chunk = new DataView(new ArrayBuffer(ROUNDS_A_CHUNK * WORDS_A_BLOCK * 4));
  for (let index = 0; index < ROUNDS_A_CHUNK; index++) {
    const round = first + index;
    if (dayOfRound(round, intervalMs) !== day) {
      day = dayOfRound(round, intervalMs);
      seedOf = seedsOfDay(deriveDaySecret(VECTOR_SECRET, code, day), code);
    }
    const nextWord = wordsFromKey(deriveOutcomeKey(seedOf(round), code, round));
    for (let word = 0; word < WORDS_A_BLOCK; word++) {
      chunk.setUint32((index * WORDS_A_BLOCK + word) * 4, nextWord());
    }
  }
  if (!process.stdout.write(new Uint8Array(chunk.buffer))) {
    await once(process.stdout, "drain");
  }
}
