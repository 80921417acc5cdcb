import fc from "fast-check";
import { expect, test } from "vitest";
import { verify } from "../../src/fairness/check-round.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { readBets, readWinners, UnreadableBets } from "../../src/hud/table/read-bets.ts";
import { parseWebhook, WebhookError } from "../../src/kit/webhooks.ts";
import { isConnect, isFrameMessage } from "../../src/wire/frame-port.ts";
import { isPhaseMessage } from "../../src/wire/phase-event.ts";
import { times } from "../support/effort.ts";
import { network, proofOf } from "../support/test-proofs.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { likeJson } from "./mutations.ts";

/** Set it to try other values; fast-check prints it with each failure, and the smallest failing value. */
const numRuns = times(200, 1_500);
const anything = fc.anything({
  withBigInt: true,
  withNullPrototype: true,
  withDate: true,
  withMap: true,
});

const [game] = games as [Game];
const inTime = proofOf(game, 521_999, network);

/** The error that `work` throws, if it is not of the promised kind. */
function faultOf(kind: abstract new (...given: never[]) => Error, work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof kind ? undefined : error;
  }
}

test.each<[string, (data: unknown) => unknown]>([
  ["a connection", isConnect],
  ["a message of a frame", isFrameMessage],
  ["a phase message", isPhaseMessage],
])("any value is accepted or refused as %s, and nothing is thrown", (_, is) => {
  const message = {
    type: "baccarat_phase",
    round: 1,
    daily_round: 1,
    phase: "result",
    remainMs: 0,
  };
  const given = fc.oneof(
    anything,
    likeJson(message),
    likeJson({ type: "tableside:connect", version: 1 }),
  );
  fc.assert(
    fc.property(given, (data) => {
      expect(typeof is(data)).toBe("boolean");
    }),
    // Found by fuzzing: a type that cannot be a string.
    { seed: fuzzSeed, numRuns, examples: [[{ ...message, type: [{ toString: "" }] }]] },
  );
});

test.each<[string, typeof readBets | typeof readWinners]>([
  ["bets", readBets],
  ["winners", readWinners],
])("any value as %s is read or refused, and nothing else is thrown", (_, read) => {
  const known = [{ market: "side", selection: "player" }] as unknown as Parameters<
    typeof readBets
  >[1];
  const like = { round: 5, spots: [{ market: "side", selection: "player", total: 5, own: 1 }] };
  fc.assert(
    fc.property(fc.oneof(anything, likeJson(like)), (value) => {
      expect(faultOf(UnreadableBets, () => read(value, known))).toBeUndefined();
    }),
    { seed: fuzzSeed, numRuns },
  );
});

test.each(["record", "header", "kept", "entry", "dayBefore"] as const)(
  'a proof with any value of "%s" is checked, and never throws',
  (name) => {
    const whole = { kept: inTime.open, entry: null, dayBefore: null, ...inTime };
    const given = fc.oneof({ weight: 4, arbitrary: likeJson(whole[name]) }, fc.jsonValue());
    fc.assert(
      fc.property(given, (value) => {
        // As parsed: lists in JSON have no holes.
        const read = JSON.parse(JSON.stringify({ ...whole, [name]: value })) as typeof whole;
        const { verdict, checks } = verify(read);
        expect(verdict).toMatch(/^\w+$/);
        expect(checks.length).toBeGreaterThan(0);
      }),
      { seed: fuzzSeed, numRuns: times(60, 400) },
    );
  },
);

test("no unsigned webhook is accepted, whatever its headers say", async () => {
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": "1750000000",
    "webhook-signature": "v1,AAAA",
  };
  const secret = fc.oneof(fc.constant("whsec_AAAA"), fc.string());
  await fc.assert(
    fc.asyncProperty(likeJson(headers), fc.string(), secret, async (given, body, each) => {
      const request = {
        body,
        headers: given as typeof headers,
        secret: each,
        now: 1_750_000_000_000,
      };
      await expect(parseWebhook(request)).rejects.toBeInstanceOf(WebhookError);
    }),
    { seed: fuzzSeed, numRuns },
  );
});
