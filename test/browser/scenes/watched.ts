import { onTestFinished, vi } from "vitest";
import { loadBets } from "../../../components/element/bets/load-bets.ts";
import type { BetsModule } from "../../../components/element/bets/load-bets.ts";
import { loadScene, toPlay } from "../../../components/scenes/load-scene.ts";
import { previewBets } from "../../../components/site/preview/preview-table.ts";
import type { RendererKind } from "../../../components/stage/gpu.ts";
import type { Play, Scene, Size } from "../../../components/stage/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { findGame } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import { fixtures } from "../../../src/hud/table/fixtures.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import { words as partWords } from "../../../src/i18n/en/parts.ts";
import { phaseLengthMs, PHASES } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { contextOf, hostOf, PATIENTLY } from "./stages.ts";

export interface Moment {
  phase: Phase;
  elapsedMs: number;
}

export interface Watch {
  slug: string;
  renderer: RendererKind;
  /** The size of its canvas, in CSS pixels. */
  size: Size;
  round: number;
}

/** The tolerated difference of a value, 0 to 255, and the tolerated fraction of values beyond it. */
const [NEAR, FAR_SHARE] = [6, 0.002];
/** The minimum fraction of values that another phase changes. */
const CHANGED_SHARE = 0.01;

/** The moments of all phases. Cards are swept in `waiting`, which is sampled more densely. */
function momentsOf(slug: string): Moment[] {
  const game = findGame(slug);
  if (game === undefined) {
    throw new Error(`${slug} is not a game.`);
  }
  return PHASES.flatMap((phase) => {
    const lengthMs = phaseLengthMs(phase, timingOf(game, "seed"));
    const steps = phase === "waiting" ? 40 : 8;
    return Array.from({ length: steps }, (_, i) => ({
      phase,
      elapsedMs: Math.round((lengthMs * (i + 0.5)) / steps),
    }));
  });
}

export function playOf({ slug, round }: Watch, moment: Moment, bets: BetsModule | null): Play {
  const outcome = round % (fixtures[slug]?.length ?? 1);
  const view = previewView({ slug, round, ...moment, outcome, lang: "en", bets: true });
  const play = view && toPlay(view);
  if (!view || !play) {
    throw new Error(`There is no preview of ${slug}.`);
  }
  const spots = bets?.placesIn({ width: 830, height: 440 }) ?? [];
  return { ...play, bets: previewBets(view, spots, partWords.bets) };
}

async function openTable(watch: Watch, first: Moment) {
  const host = hostOf(watch.size.width, watch.size.height);
  const scene = (await loadScene(watch.slug)) as Scene<unknown, unknown>;
  const bets = await loadBets(watch.slug);
  const faults: unknown[] = [];
  const stage = await Stage.create(host, scene, {
    signal: new AbortController().signal,
    paused: true,
    renderers: watch.renderer === "webgl" ? ["webgl", "canvas"] : ["canvas"],
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => stage.destroy());
  if (bets !== null) {
    stage.addBets(bets.betLayer);
  }
  let now = first;
  function show(moment: Moment): void {
    now = moment;
    stage.show(playOf(watch, moment, bets), () => moment.elapsedMs);
  }
  show(first);
  await untilDrawn(stage, 1);

  async function drawnAfter(disturb: () => void): Promise<void> {
    const drawn = stage.framesDrawn;
    disturb();
    await untilDrawn(stage, drawn + 1);
  }

  /** The picture on its canvas, checking that the canvas has not been replaced. */
  function picture(): Uint8ClampedArray {
    const [canvas, ...more] = host.querySelectorAll("canvas");
    if (canvas === undefined || more.length > 0) {
      throw new Error(`There are ${more.length + (canvas ? 1 : 0)} canvases.`);
    }
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext("2d", { willReadFrequently: true });
    context?.drawImage(canvas, 0, 0);
    return context?.getImageData(0, 0, copy.width, copy.height).data ?? new Uint8ClampedArray();
  }

  return {
    faults,
    stage,
    show,
    picture,
    async loseContext() {
      if (stage.renderer === "webgl") {
        const context = contextOf(host.querySelector("canvas"));
        await drawnAfter(() => context.getExtension("WEBGL_lose_context")?.loseContext());
      }
    },
    resize: ({ width, height }: Size) =>
      drawnAfter(() => Object.assign(host.style, { width: `${width}px`, height: `${height}px` })),
    async zoom(ratio: number) {
      vi.spyOn(globalThis, "devicePixelRatio", "get").mockReturnValue(ratio);
      await drawnAfter(() => show(now));
    },
    /** Shows other moments while the table is hidden, and this one once it is visible. */
    hide(others: readonly Moment[]) {
      const before = now;
      stage.visible = false;
      others.forEach(show);
      stage.visible = true;
      show(before);
    },
    async otherThanFresh(): Promise<number> {
      const fresh = await openTable({ ...watch, renderer: stage.renderer ?? watch.renderer }, now);
      const share = differing(picture(), fresh.picture());
      fresh.stage.destroy();
      return share;
    },
  };
}

function untilDrawn(stage: Stage, frames: number): Promise<void> {
  return vi.waitFor(() => {
    if (stage.framesDrawn < frames) {
      throw new Error(`Only ${stage.framesDrawn} frames were drawn.`);
    }
  }, PATIENTLY);
}

function differing(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  if (one.length !== other.length) {
    return 1;
  }
  const far = one.reduce(
    (sum, value, i) => sum + (Math.abs(value - (other[i] ?? 0)) > NEAR ? 1 : 0),
    0,
  );
  return far / one.length;
}

/**
 * Watches a whole round of a table, disturbed in every phase. Returns the faults: at each moment it should look
 * like a freshly opened table, whatever happened before, and differ in each phase; no frame throws.
 */
export async function watchRound(watch: Watch): Promise<readonly unknown[]> {
  const { width, height } = watch.size;
  const moments = momentsOf(watch.slug);
  const first = { phase: "betting", elapsedMs: 300 } as const;
  const table = await openTable(watch, first);
  const wrong: unknown[] = [];
  const disturb: Readonly<Record<Phase, () => Promise<void>>> = {
    betting: async () => {
      await table.resize({ width: height, height: width });
      await table.resize({ width, height });
    },
    revealing: () => table.loseContext(),
    result: async () => {
      await table.zoom(2);
      await table.zoom(1);
    },
    waiting: async () => {
      table.hide(moments);
      await table.loseContext();
    },
  };
  async function compare({ phase, elapsedMs }: Moment): Promise<void> {
    const share = await table.otherThanFresh();
    if (share > FAR_SHARE) {
      wrong.push(`differs by ${share} from a fresh table at ${elapsedMs} ms of ${phase}`);
    }
  }
  let before: Uint8ClampedArray = new Uint8ClampedArray();
  for (const phase of PHASES) {
    const steps = moments.filter((moment) => moment.phase === phase);
    for (const [i, moment] of steps.entries()) {
      table.show(moment);
      if (i === steps.length >> 1) {
        await disturb[phase]();
        await compare(moment);
      }
    }
    const now = table.picture();
    if (differing(before, now) < CHANGED_SHARE) {
      wrong.push(`looks the same in ${phase} as before it`);
    }
    before = now;
  }
  table.show(first);
  await compare(first);
  return [...wrong, ...table.faults];
}
