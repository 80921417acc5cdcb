import { ImageSource, Texture } from "pixi.js";
import { untilLoaded } from "../../../src/wire/until-loaded.ts";

/**
 * The pictures of one canvas, fetched when they are first asked for. Where a page's policy allows scripts and connections
 * of this service and nothing more, an `<img>` would be refused.
 */
export class Pictures {
  readonly #loaded = new Map<string, Texture | null>();
  readonly #ended = new AbortController();
  readonly #changed: () => void;

  /** `changed` is called whenever one more has come. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The picture at an address; null until it is there. */
  get(url: string): Texture | null {
    const known = this.#loaded.get(url);
    if (known === undefined) {
      this.#loaded.set(url, null);
      void this.#load(url);
    }
    return known ?? null;
  }

  destroy(): void {
    this.#ended.abort();
    for (const texture of this.#loaded.values()) {
      texture?.destroy(true);
    }
    this.#loaded.clear();
  }

  async #load(url: string): Promise<void> {
    const { signal } = this.#ended;
    const bitmap = await untilLoaded(
      async () => {
        const response = await fetch(new URL(url, import.meta.url), { signal });
        if (!response.ok) {
          throw new Error(`${url} was answered with ${response.status}.`);
        }
        return createImageBitmap(await response.blob());
      },
      {
        random: Math.random,
        signal,
        failed: (error) => console.warn("Tableside: a picture could not be loaded yet.", error),
      },
    );
    if (bitmap !== undefined && !signal.aborted) {
      this.#loaded.set(url, new Texture({ source: new ImageSource({ resource: bitmap }) }));
      this.#changed();
    }
  }
}
