import { addCopyButton } from "./copy-code.ts";
import { addSearch } from "./search.ts";
import { showServiceMode } from "./service-mode.ts";

/* The pages under /docs/: their search, a button that copies each block of code, and the service's mode. */

const search = document.querySelector<HTMLElement>("#search");
if (search !== null) {
  addSearch(search);
}
for (const block of document.querySelectorAll<HTMLElement>(".code")) {
  addCopyButton(block);
}
// Who reads the docs without a service learns nothing of one.
showServiceMode(document).catch(() => {});
