import { expect, test } from "vitest";
import { chronyWitness, readTracking } from "../../../server/time/witnesses/chrony.ts";
import { manualClock } from "../../support/manual-clock.ts";

/** What `chronyc -n -c tracking` wrote on a machine in step, 6 ms slow. */
const IN_STEP =
  "A29FC87B,162.159.200.123,4,1795313000.123456789,0.006000000,-0.000012345,0.000034567,-12.345,0.001,0.123,0.020000000,0.004000000,64.5,Normal\n";

test("its word is read with the bound that its manual gives", () => {
  expect(readTracking(IN_STEP)).toEqual({ slowMs: 6, boundMs: 20 });
});

test.each([
  ["is not in step", IN_STEP.replace("Normal", "Not synchronised")],
  ["says nothing", ""],
  ["speaks of something else", "506 Cannot talk to daemon\n"],
])("who %s is no witness", (_, text) => {
  expect(readTracking(text)).toBeUndefined();
});

test("it gives true time by this machine's clock; where it is missing it is not asked again", async () => {
  const clock = manualClock(0);
  let asked = 0;
  let answer: () => Promise<string> = async () => IN_STEP;
  const chrony = chronyWitness({
    own: () => ({ ownMs: 1_000, steadyMs: 50 }),
    setTimer: clock.setTimer,
    onAnswer: () => {},
    ask: () => {
      asked += 1;
      return answer();
    },
  });
  chrony.start();
  await new Promise(setImmediate);
  expect(chrony.clock(50)).toEqual({ leastMs: 986, mostMs: 1_026, atMs: 50 });
  answer = async () => Promise.reject(Object.assign(new Error("none"), { code: "ENOENT" }));
  clock.pass(16_000);
  await new Promise(setImmediate);
  clock.pass(60_000);
  expect(asked).toBe(2);
  chrony.stop();
});
