import { expect, test } from "vitest";
import { loopTurns, turnQueue } from "../../../server/runtime/loop-turns.ts";

test("each kind of work gets its turn, however much of another kind waits", async () => {
  let turn = 0;
  const countTurns = () => {
    turn += 1;
    setImmediate(countTurns).unref();
  };
  countTurns();
  const inOwnTurn = turnQueue();
  const nextTurn = loopTurns(inOwnTurn);
  const done: string[] = [];
  const first = turn + 1;
  const note = (name: string) => void done.push(`${name} ${turn - first}`);
  const parts = Array.from({ length: 3 }, async () => {
    await nextTurn();
    note("part");
  });
  const requests = new Promise<void>((resolve) => {
    let begun = 0;
    const begin = () => {
      note("request");
      begun += 1;
      if (begun === 3) {
        resolve();
      } else {
        inOwnTurn(begin);
      }
    };
    inOwnTurn(begin);
  });
  await Promise.all([...parts, requests]);
  expect(done).toEqual(["part 0", "request 1", "part 2", "request 3", "part 4", "request 5"]);
});

test("work that throws does not prevent the next turn", async () => {
  const inOwnTurn = turnQueue();
  const thrown = new Promise((resolve) => process.once("uncaughtException", resolve));
  inOwnTurn(() => {
    throw new Error("broken");
  });
  await new Promise<void>((resolve) => void inOwnTurn(resolve));
  await expect(thrown).resolves.toMatchObject({ message: "broken" });
});
