import type { ReactiveController, ReactiveControllerHost } from "lit";

/** A table this close to the viewport counts as visible. Browsers ignore the margin in cross-site frames. */
const MARGIN = "200px";

/**
 * Whether an element is visible: its page is visible, and it is in the viewport or close to it. Updates the element when
 * that changes, so that it is current before a returning page is first painted.
 */
export class PageVisibility implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #observer: IntersectionObserver;
  #isNear = true;
  #wasVisible = true;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting } of entries) {
          this.#isNear = isIntersecting;
        }
        this.#check();
      },
      { rootMargin: MARGIN },
    );
    host.addController(this);
  }

  /** Observers do not fire in a frame with `display: none`, so `checkVisibility` is also needed. */
  get isVisible(): boolean {
    return this.#isNear && !document.hidden && this.#host.checkVisibility();
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
    document.addEventListener("visibilitychange", this.#check);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    document.removeEventListener("visibilitychange", this.#check);
  }

  hostUpdated(): void {
    this.#wasVisible = this.isVisible;
  }

  readonly #check = () => {
    if (this.isVisible !== this.#wasVisible) {
      this.#host.requestUpdate();
    }
  };
}
