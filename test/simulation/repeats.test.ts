import { expect, test } from "vitest";
import { createAgenda } from "./agenda.ts";
import { chanceOf } from "./chance.ts";
import type { Answer, Network } from "./network.ts";
import { askAgainWhereLost, behindProxy } from "./repeats.ts";
import { startTrace } from "./trace.ts";

/** A network that repeats so much of all. */
function networkOf(repeats: number): Network {
  const agenda = createAgenda(0, chanceOf(1, "order"), startTrace());
  const around = { slowMs: 1, cutOff: new Set<never>(), loss: 0, peers: new Map() };
  return { agenda, chance: chanceOf(1, "network"), repeats, ...around };
}

const answerOf = (text: string): Answer => ({ status: 200, headers: {}, text });

/** Asks somebody who counts; gives how often they were asked, and what came back. */
async function asked(repeats: number, answers: readonly (Answer | null)[]) {
  let count = 0;
  const asking = async () => answers[count++] ?? null;
  const answer = await askAgainWhereLost(networkOf(repeats), asking);
  return { count, text: answer?.text ?? null };
}

test("what is asked once is answered once while nothing is repeated", async () => {
  expect(await asked(0, [answerOf("first")])).toEqual({ count: 1, text: "first" });
  expect(await asked(0, [null])).toEqual({ count: 1, text: null });
});

test("whoever lost the answer asks again, and has the second", async () => {
  const answers = [answerOf("first"), answerOf("second")];
  expect(await asked(1, answers)).toEqual({ count: 2, text: "second" });
  expect(await asked(0.000_1, [null, answerOf("second")])).toEqual({ count: 2, text: "second" });
});

test("somebody behind a proxy gets a question twice: at once, or when others have come in between", async () => {
  const network = networkOf(1);
  const got: string[] = [];
  const peer = behindProxy(network, ({ body }) => {
    got.push(body);
    return { status: 200, body: String(got.length) };
  });
  const url = new URL("http://hook.simulated/");
  const answers = Array.from({ length: 20 }, (_, index) =>
    peer({ url, method: "POST", headers: new Headers(), body: String(index) }),
  );
  await network.agenda.run(10_000, () => false);
  expect(got.toSorted()).toEqual(
    answers.flatMap((_, index) => Array(2).fill(String(index))).toSorted(),
  );
  const atOnce = got.filter((body, index) => got[index - 1] === body);
  expect(atOnce.length).toBeGreaterThan(2);
  expect(atOnce.length).toBeLessThan(18);
});
