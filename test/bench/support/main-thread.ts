import type { Page } from "playwright-core";

/** An event of a trace, as Chromium writes it; times in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of that, what its thread was on a core. */
  tdur?: number;
}

/** A task of a page's main thread. */
export interface Task {
  /** By the page's own clock (`performance.now`), ms. */
  atMs: number;
  /** From its begin to its end, and the time of a core that it took, ms. */
  wallMs: number;
  cpuMs: number;
}

const MARK = "main-thread";

/**
 * The tasks of a page's main thread during something, with the time of a core that each took: on a machine that
 * does much else besides, a task lasts longer than it works.
 */
export async function tasksDuring(page: Page, during: () => Promise<void>): Promise<Task[]> {
  const browser = page.context().browser();
  if (!browser) {
    throw new Error("This page has no browser of its own.");
  }
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  const markedMs = await page.evaluate((name) => performance.mark(name).startTime, MARK);
  await during();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mark = traceEvents.find(({ name }) => name === MARK);
  return traceEvents
    .filter(
      ({ name, pid, tid }) => pid === mark?.pid && tid === mark.tid && name.endsWith("RunTask"),
    )
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      atMs: markedMs + (ts - (mark?.ts ?? 0)) / 1000,
      wallMs: dur / 1000,
      cpuMs: tdur / 1000,
    }));
}
