import { expect, test } from "vitest";
import { SleepDetector } from "../../../components/feed/sleep-detector.ts";

const HOUR_MS = 3_600_000;

/** What a page sees between two looks at its clocks. */
const CASES = [
  { name: "a second", dateMs: 1_000, localMs: 1_000, regular: true, slept: false },
  { name: "a second of a busy page", dateMs: 6_000, localMs: 6_000, regular: true, slept: false },
  {
    name: "a minute in a hidden tab",
    dateMs: 60_000,
    localMs: 60_000,
    regular: false,
    slept: false,
  },
  { name: "sleep, the clock stopped", dateMs: HOUR_MS, localMs: 800, regular: true, slept: true },
  { name: "the same, hidden", dateMs: HOUR_MS, localMs: 800, regular: false, slept: true },
  { name: "sleep, the clock running", dateMs: 60_000, localMs: 60_000, regular: true, slept: true },
  {
    name: "the date set back an hour",
    dateMs: -HOUR_MS,
    localMs: 1_000,
    regular: true,
    slept: true,
  },
  { name: "the date set a little", dateMs: 1_500, localMs: 1_000, regular: true, slept: false },
];

test.each(CASES)("$name: sleep is $slept", ({ dateMs, localMs, regular, slept }) => {
  let date = Date.UTC(2026, 6, 1);
  let local = 5_000;
  const detector = new SleepDetector({ date: () => date, local: () => local });
  date += dateMs;
  local += localMs;
  expect(detector.mayHaveSlept(regular)).toBe(slept);
  // It is reported once.
  expect(detector.mayHaveSlept(regular)).toBe(false);
});
