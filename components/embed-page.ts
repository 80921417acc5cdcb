import "./game-table.ts";
import { isPhaseMessage } from "../src/phase-event.ts";

/*
 * The embed page's own script: hands every phase change of its table to the page around the frame.
 * Opened on its own, the page has nobody to tell.
 */
if (window.parent !== window) {
  document.addEventListener("phase", (event) => {
    const message: unknown = event instanceof CustomEvent ? event.detail : null;
    if (isPhaseMessage(message)) {
      // To any origin: we do not know the operator's, and the five fields are public. The message
      // carries neither card nor key; who may frame this page is settled by its frame-ancestors.
      window.parent.postMessage(message, "*");
    }
  });
}
