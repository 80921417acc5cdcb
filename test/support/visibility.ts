import type { Page } from "playwright-core";

/** Makes a page believe that its tab is visible or hidden. */
export const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate((visible) => {
    const state = visible ? "visible" : "hidden";
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => !visible });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isVisible);
