import { describe, expect, test } from "vitest";
import { Playhead } from "../../../components/replay/playhead.ts";

/** A playhead of ten seconds, and the clock that it goes by. */
function made() {
  const clock = { nowMs: 5_000 };
  const playhead = new Playhead(10_000, () => clock.nowMs);
  const pass = (ms: number) => (clock.nowMs += ms);
  return { playhead, pass };
}

describe("the playhead of a replay", () => {
  test("stands at the start until it plays, and then moves with the clock", () => {
    const { playhead, pass } = made();
    pass(700);
    expect([playhead.atMs, playhead.isPlaying]).toEqual([0, false]);
    playhead.play();
    pass(700);
    expect([playhead.atMs, playhead.isPlaying]).toEqual([700, true]);
    playhead.pause();
    pass(700);
    expect([playhead.atMs, playhead.isPlaying]).toEqual([700, false]);
  });

  test("moves at half and at a quarter of the speed, without a jump when that changes", () => {
    const { playhead, pass } = made();
    playhead.play();
    pass(1_000);
    playhead.setSpeed(0.5);
    expect(playhead.atMs).toBe(1_000);
    pass(1_000);
    expect(playhead.atMs).toBe(1_500);
    playhead.setSpeed(0.25);
    pass(1_000);
    expect(playhead.atMs).toBe(1_750);
  });

  test("stops at the end, and plays again from the start", () => {
    const { playhead, pass } = made();
    playhead.play();
    pass(60_000);
    expect([playhead.atMs, playhead.isPlaying]).toEqual([10_000, false]);
    playhead.play();
    pass(1);
    expect([playhead.atMs, playhead.isPlaying]).toEqual([1, true]);
  });

  test("goes where it is set, on from there if it plays, and never outside", () => {
    const { playhead, pass } = made();
    playhead.seek(4_000);
    pass(10);
    expect(playhead.atMs).toBe(4_000);
    playhead.play();
    playhead.seek(8_000);
    pass(10);
    expect(playhead.atMs).toBe(8_010);
    playhead.seek(-1);
    expect(playhead.atMs).toBe(0);
    playhead.seek(99_999);
    expect(playhead.atMs).toBe(10_000);
  });
});
