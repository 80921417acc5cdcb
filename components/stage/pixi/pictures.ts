import { CanvasSource, ImageSource, Texture } from "pixi.js";
import type { Sprite } from "pixi.js";
import { loadWithRetry } from "../../../src/wire/load-with-retry.ts";
import { newContext } from "../paint/canvas.ts";
import { PLATE } from "../plates.ts";

/** A picture shared by the page's canvases; `bitmap` is null until it is loaded. */
interface SharedPicture {
  bitmap: ImageBitmap | null;
  users: number;
  readonly waiting: Set<() => void>;
}

/** Shows a picture over the whole plate; hides the sprite if there is none. */
export function coverPlate(sprite: Sprite, texture: Texture | null): void {
  sprite.visible = texture !== null;
  if (texture) {
    sprite.texture = texture;
    sprite.setSize(PLATE, PLATE);
  }
}

/** How long unused pictures are kept, in ms: a canvas that replaces one with a lost context needs them. */
const KEPT_MS = 10_000;

const library = new Map<string, SharedPicture>();

/**
 * One canvas's pictures, fetched on first use. They use `fetch` instead of an `<img>`, because a page's policy can
 * allow only this service's scripts and connections.
 */
export class Pictures {
  readonly #textures = new Map<string, Texture | null>();
  #fitted: { url: string; texture: Texture } | null = null;
  readonly #changed: () => void;

  /** `changed` is called whenever a picture has loaded. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The picture at a URL; null until it is loaded. */
  getOrLoad(url: string): Texture | null {
    const known = this.#textures.get(url);
    if (known) {
      return known;
    }
    const shared = known === undefined ? this.#join(url) : library.get(url);
    const texture = shared?.bitmap
      ? new Texture({
          source: new ImageSource({ resource: shared.bitmap, autoGenerateMipmaps: true }),
        })
      : null;
    this.#textures.set(url, texture);
    return texture;
  }

  /**
   * A square picture, scaled down once to `sidePx`, because scaling it in every frame would cost more than the rest of
   * the frame. Only the last copy is kept, because a copy of every picture would double a table's memory.
   */
  fitted(url: string, sidePx: number): Texture | null {
    const whole = this.getOrLoad(url);
    if (whole === null || sidePx >= whole.width) {
      return whole;
    }
    if (this.#fitted?.url === url && this.#fitted.texture.width === sidePx) {
      return this.#fitted.texture;
    }
    this.#fitted?.texture.destroy(true);
    this.#fitted = null;
    const context = newContext(sidePx);
    context.imageSmoothingQuality = "high";
    context.drawImage(whole.source.resource as ImageBitmap, 0, 0, sidePx, sidePx);
    const texture = new Texture({ source: new CanvasSource({ resource: context.canvas }) });
    this.#fitted = { url, texture };
    return texture;
  }

  destroy(): void {
    for (const [url, texture] of this.#textures) {
      texture?.destroy(true);
      leave(url, this.#changed);
    }
    this.#fitted?.texture.destroy(true);
    this.#textures.clear();
  }

  #join(url: string): SharedPicture {
    let shared = library.get(url);
    if (shared === undefined) {
      shared = { bitmap: null, users: 0, waiting: new Set() };
      library.set(url, shared);
      void load(url, shared);
    }
    shared.users += 1;
    if (shared.bitmap === null) {
      shared.waiting.add(this.#changed);
    }
    return shared;
  }
}

function leave(url: string, changed: () => void): void {
  const shared = library.get(url);
  if (shared === undefined) {
    return;
  }
  shared.users -= 1;
  shared.waiting.delete(changed);
  setTimeout(() => {
    if (shared.users === 0 && library.get(url) === shared) {
      library.delete(url);
      shared.bitmap?.close();
    }
  }, KEPT_MS);
}

async function load(url: string, shared: SharedPicture): Promise<void> {
  const bitmap = await loadWithRetry(
    async () => {
      const response = await fetch(new URL(url, import.meta.url));
      if (!response.ok) {
        throw new Error(`${url} returned ${response.status}.`);
      }
      return createImageBitmap(await response.blob());
    },
    { onFailure: (error) => console.warn("Tableside: a picture could not be loaded yet.", error) },
  );
  shared.bitmap = bitmap ?? null;
  for (const changed of shared.waiting) {
    changed();
  }
  shared.waiting.clear();
}
