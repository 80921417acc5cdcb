import type { ReactiveController, ReactiveControllerHost } from "lit";

/** A table this close to being scrolled to counts as seen. In a frame of another site there is no margin. */
const NEAR = "200px";

/**
 * Whether anybody can see an element: its page is the one in front, and it is in sight or nearly so.
 * Has it updated when that changes, and so before the first frame of a page that comes to the front.
 */
export class PageVisibility implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #sights: IntersectionObserver;
  #isNear = true;
  /** For whom the element was last drawn. */
  #wasSeen = true;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    this.#sights = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting } of entries) {
          this.#isNear = isIntersecting;
        }
        this.#look();
      },
      { rootMargin: NEAR },
    );
    host.addController(this);
  }

  /** A frame that is not displayed hears nothing of its sight: its elements have no boxes. */
  get isVisible(): boolean {
    return this.#isNear && !document.hidden && this.#host.checkVisibility();
  }

  hostConnected(): void {
    this.#sights.observe(this.#host);
    document.addEventListener("visibilitychange", this.#look);
  }

  hostDisconnected(): void {
    this.#sights.disconnect();
    document.removeEventListener("visibilitychange", this.#look);
  }

  hostUpdated(): void {
    this.#wasSeen = this.isVisible;
  }

  readonly #look = () => {
    if (this.isVisible !== this.#wasSeen) {
      this.#host.requestUpdate();
    }
  };
}
