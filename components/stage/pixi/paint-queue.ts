import type { Container } from "pixi.js";
import type { Size } from "../drawing.ts";
import { paintAhead } from "./raster.ts";

export interface PendingPaint {
  readonly container: Container;
  paintNow(): void;
}

/** Minimum idle time left to begin painting a picture, in ms. Most pictures take less. */
const MIN_IDLE_MS = 4;
/** Longest time to paint without a break, in ms, so that it does not delay the page's other work. */
const SLICE_MS = 8;

/** Calls `work` when the page is idle, with a function that returns whether it can continue. */
function whenIdle(work: (isTimeLeft: () => boolean) => void): void {
  if ("requestIdleCallback" in window) {
    requestIdleCallback((idle) => {
      const deadlineMs = performance.now() + SLICE_MS;
      work(() => idle.timeRemaining() > MIN_IDLE_MS && performance.now() < deadlineMs);
    });
    return;
  }
  // Safari has no idle callback, so one picture is painted between two frames.
  setTimeout(() => {
    let isFirst = true;
    work(() => {
      const wasFirst = isFirst;
      isFirst = false;
      return wasFirst;
    });
  }, 16);
}

/** Whether a container and all its ancestors are visible. */
function isVisible(container: Container): boolean {
  for (let node: Container | null = container; node !== null; node = node.parent) {
    if (!node.visible) {
      return false;
    }
  }
  return true;
}

/**
 * Defers painting. The first frame shows a fifth of a table's pictures, which are painted immediately; the
 * others are painted one by one while the page is idle, so that no frame has to wait for many of them.
 */
export class PaintQueue {
  /** Device pixels per CSS pixel. */
  readonly density: number;
  readonly #waiting = new Set<PendingPaint>();
  #isScheduled = false;

  constructor(density: number) {
    this.density = density;
  }

  /** Rounds a size in CSS pixels up to whole device pixels. */
  wholePixels({ width, height }: Size): Size {
    const whole = (length: number) => Math.max(1, Math.ceil(length * this.density)) / this.density;
    return { width: whole(width), height: whole(height) };
  }

  /**
   * Queues a node. It is painted when the page is idle, or at the latest when it is first visible. Safe to call twice.
   */
  enqueue(pending: PendingPaint): void {
    this.#waiting.add(pending);
    this.#schedule();
  }

  forget(pending: PendingPaint): void {
    this.#waiting.delete(pending);
  }

  paintVisible(): void {
    for (const pending of this.#waiting) {
      if (isVisible(pending.container)) {
        this.#paint(pending);
      }
    }
  }

  #schedule(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      whenIdle((isTimeLeft) => this.#paintWhileIdle(isTimeLeft));
    }
  }

  #paintWhileIdle(isTimeLeft: () => boolean): void {
    this.#isScheduled = false;
    for (const pending of this.#waiting) {
      if (!isTimeLeft()) {
        this.#schedule();
        return;
      }
      paintAhead(() => this.#paint(pending));
    }
  }

  #paint(pending: PendingPaint): void {
    this.#waiting.delete(pending);
    pending.paintNow();
  }

  destroy(): void {
    this.#waiting.clear();
  }
}
