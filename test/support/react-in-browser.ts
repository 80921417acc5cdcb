import { createElement } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

export interface ReactInBrowser {
  createElement: typeof createElement;
  createRoot: typeof createRoot;
  hydrateRoot: typeof hydrateRoot;
}

Object.assign(window, { createElement, createRoot, hydrateRoot } satisfies ReactInBrowser);
