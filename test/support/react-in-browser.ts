import { createElement } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

const react = { createElement, createRoot, hydrateRoot };
export type ReactInBrowser = typeof react;

Object.assign(window, react);
