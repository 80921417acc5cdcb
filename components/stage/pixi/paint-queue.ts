import type { Container } from "pixi.js";
import type { Size } from "../scene.ts";
import type { Unpainted } from "./bench.ts";
import { paintAhead } from "./raster.ts";

/** What most pictures take at the most, in ms: with less time left none is started. */
const PICTURE_MS = 4;
/** For so long pictures are painted at a time, in ms: whatever else the page has to do does not wait for long. */
const SLICE_MS = 8;

/** Calls back when the page has nothing better to do. `isTimeLeft`: whether that is still so. */
function whenIdle(work: (isTimeLeft: () => boolean) => void): void {
  if ("requestIdleCallback" in window) {
    requestIdleCallback((idle) => {
      const untilMs = performance.now() + SLICE_MS;
      work(() => idle.timeRemaining() > PICTURE_MS && performance.now() < untilMs);
    });
    return;
  }
  // Safari has no such callback: one picture between two frames then.
  setTimeout(() => {
    let isFirst = true;
    work(() => {
      const wasFirst = isFirst;
      isFirst = false;
      return wasFirst;
    });
  }, 16);
}

/** Whether a node is drawn at all: it may be hidden by any group around it. */
function isSeen(container: Container): boolean {
  for (let node: Container | null = container; node !== null; node = node.parent) {
    if (!node.visible) {
      return false;
    }
  }
  return true;
}

/**
 * Puts off what is not visible yet: the first frame has a fifth of a table's pictures. That fifth is
 * painted when it is drawn, the others one by one while the page is idle, so that neither the first
 * frame nor any later one has to wait for many at once.
 */
export class PaintQueue {
  /** Device pixels for each CSS pixel. */
  readonly density: number;
  readonly #waiting = new Set<Unpainted>();
  #isCalled = false;

  constructor(density: number) {
    this.density = density;
  }

  /** A size as it is painted: rounded up to whole pixels of the screen. */
  wholePixels({ width, height }: Size): Size {
    const whole = (length: number) => Math.max(1, Math.ceil(length * this.density)) / this.density;
    return { width: whole(width), height: whole(height) };
  }

  /** Paints it when it is first seen, or earlier when there is time. Safe to call twice. */
  await(unpainted: Unpainted): void {
    this.#waiting.add(unpainted);
    this.#call();
  }

  /** It is gone, or was painted already. */
  forget(unpainted: Unpainted): void {
    this.#waiting.delete(unpainted);
  }

  /** Paints what the next frame shows. */
  paintSeen(): void {
    for (const unpainted of this.#waiting) {
      if (isSeen(unpainted.container)) {
        this.#paint(unpainted);
      }
    }
  }

  #call(): void {
    if (!this.#isCalled) {
      this.#isCalled = true;
      whenIdle((isTimeLeft) => this.#paintAhead(isTimeLeft));
    }
  }

  #paintAhead(isTimeLeft: () => boolean): void {
    this.#isCalled = false;
    for (const unpainted of this.#waiting) {
      if (!isTimeLeft()) {
        this.#call();
        return;
      }
      paintAhead(() => this.#paint(unpainted));
    }
  }

  #paint(unpainted: Unpainted): void {
    this.#waiting.delete(unpainted);
    unpainted.paintNow();
  }

  destroy(): void {
    this.#waiting.clear();
  }
}
