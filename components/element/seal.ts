import type { Seal } from "../../src/table/seal.ts";
import type { TableView } from "../../src/table/view.ts";
import type { PageKeeper } from "../keeper/page-keeper.ts";
import type { TableKeeper } from "../keeper/table-keeper.ts";

/** Loads the keeper of promises once a live table is drawn and its page is idle. */
export class TableSeal {
  readonly #changed: () => void;
  #table: TableKeeper | null = null;
  #loading: AbortController | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get view(): Seal | undefined {
    return this.#table?.seal;
  }

  /** Null where the keeper is not there, or not yet. */
  get keeper(): PageKeeper | null {
    return this.#table?.keeper ?? null;
  }

  /** Called with whatever a live table shows, once it is drawn. A sandbox promises nothing. */
  follow(view: TableView, service: string): void {
    if (view.isSandbox !== true && this.#loading === null) {
      this.#loading = new AbortController();
      this.#load(view, service, this.#loading.signal).catch(console.warn);
    }
    this.#table?.follow(view);
  }

  stop(): void {
    this.#loading?.abort();
    this.#loading = null;
    this.#table?.stop();
    this.#table = null;
  }

  async #load({ game }: TableView, service: string, signal: AbortSignal): Promise<void> {
    // Safari has no such callback.
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    await new Promise<unknown>((resolve) => whenIdle(resolve));
    const { TableKeeper } = await import("../keeper/table-keeper.ts");
    if (!signal.aborted) {
      this.#table = new TableKeeper(service, game.slug, this.#changed);
    }
  }
}
