import { addCopyButton } from "./copy-code.ts";
import { addSearch } from "./search.ts";

/* The pages under /docs/: their search, and a button that copies each block of code. */

const search = document.querySelector<HTMLElement>("#search");
if (search !== null) {
  addSearch(search);
}
for (const block of document.querySelectorAll<HTMLElement>(".code")) {
  addCopyButton(block);
}
