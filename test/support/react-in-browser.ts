import { createElement } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

/** The parts of React that a test page gets as globals. */
export interface ReactInBrowser {
  createElement: typeof createElement;
  createRoot: typeof createRoot;
  hydrateRoot: typeof hydrateRoot;
}

Object.assign(window, { createElement, createRoot, hydrateRoot } satisfies ReactInBrowser);
