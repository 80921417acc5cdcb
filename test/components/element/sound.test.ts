import { beforeEach, describe, expect, test, vi } from "vitest";
import { TableSound } from "../../../components/element/sound.ts";
import { previewView } from "../../../src/previews/preview-view.ts";
import type { Entropy } from "../../../src/round/derive.ts";
import type { Phase } from "../../../src/round/phases.ts";
import type { Controls } from "../../../src/table/controls.ts";
import type { TableView } from "../../../src/table/view.ts";

const { zzfx } = vi.hoisted(() => ({ zzfx: vi.fn<() => void>() }));
vi.mock("zzfx", () => ({ zzfx }));

beforeEach(() => {
  zzfx.mockClear();
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
});

function view(
  phase: Phase,
  elapsedMs: number,
  controls: Partial<Controls>,
  entropy: Entropy = "seed",
): TableView {
  const choice = { slug: "baccarat", entropy, phase, elapsedMs, outcome: 0, lang: "en" };
  const shown = previewView(choice) as TableView;
  return { ...shown, controls: { ...shown.controls, ...controls } };
}

/** Follows a whole round, each second of betting shown twice; how many sounds it made. */
async function soundsOfARound(
  controls: Partial<Controls>,
  entropy: Entropy = "seed",
): Promise<number> {
  const sound = new TableSound();
  const bettingMs = entropy === "drand" ? 17_000 : 15_000;
  for (let elapsedMs = 0; elapsedMs < bettingMs; elapsedMs += 500) {
    sound.follow(view("betting", elapsedMs, controls, entropy));
  }
  for (const phase of ["revealing", "result", "waiting"] as const) {
    sound.follow(view(phase, 100, controls, entropy));
    sound.follow(view(phase, 1_000, controls, entropy));
  }
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setImmediate(resolve));
  return zzfx.mock.calls.length;
}

describe("a round sounds", () => {
  test.each<[string, Partial<Controls>, number]>([
    ["not at all while it is muted", { muted: true }, 0],
    ["in its last five seconds, at its close and at its result", { muted: false }, 7],
    [
      "at its close and its result when the countdown is not wanted",
      { muted: false, ticks: false },
      2,
    ],
  ])("%s", async (_, controls, count) => {
    expect(await soundsOfARound(controls)).toBe(count);
  });

  test("at its close once, also where the cards come well after it", async () => {
    expect(await soundsOfARound({ muted: false }, "drand")).toBe(7);
  });

  test("not before the viewer has touched the page, as browsers have it", async () => {
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
    expect(await soundsOfARound({ muted: false })).toBe(0);
  });
});
