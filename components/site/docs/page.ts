import MiniSearch from "minisearch";
import type { SearchOptions } from "minisearch";
import { readPreference, savePreference } from "../../../src/hud/table/preferences.ts";
import { copyOnPress } from "../copy-button.ts";
import { element } from "../dom.ts";
import type { FoundSection } from "./found-section.ts";
import { showServiceMode } from "./service-mode.ts";

const MAX_RESULTS = 12;
/** Maximum number of characters before a match. */
const BEFORE = 24;
/** Length of a section's excerpt, in characters. */
const AFTER = 120;

/**
 * Enables the search, which is hidden without JavaScript. It runs in the browser on the sections of all pages, which
 * are fetched when the reader first focuses it.
 */
function addSearch(search: HTMLElement): void {
  const input = search.querySelector("input") as HTMLInputElement;
  const list = search.querySelector("ol") as HTMLOListElement;
  const status = search.querySelector("[role=status]") as HTMLElement;
  let index: Promise<MiniSearch<FoundSection>> | undefined;

  async function show(): Promise<void> {
    const query = input.value.trim();
    const found = query === "" ? [] : find(await (index ??= fetchIndex()), query);
    // The reader has typed more in the meantime.
    if (query !== input.value.trim()) {
      return;
    }
    list.replaceChildren(...found.map((section) => resultItem(section, query)));
    list.hidden = found.length === 0;
    status.classList.toggle("visually-hidden", query === "" || found.length > 0);
    status.textContent =
      query === "" ? "" : found.length === 0 ? "Nothing found." : `${found.length} found.`;
  }

  function close(): void {
    list.hidden = true;
    status.classList.add("visually-hidden");
  }

  input.addEventListener("focus", () => void (index ??= fetchIndex()));
  input.addEventListener("input", () => void show());
  search.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "ArrowDown") {
      event.preventDefault();
      links[Math.min(focused + 1, links.length - 1)]?.focus();
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      (links[focused - 1] ?? input).focus();
    } else if (event.key === "Enter" && focused === -1) {
      links[0]?.click();
    } else if (event.key === "Escape") {
      close();
      input.blur();
    }
  });
  list.addEventListener("click", close);
  document.addEventListener("click", ({ target }) => {
    if (!search.contains(target as Node)) {
      close();
    }
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
    }
  });
  search.hidden = false;
}

async function fetchIndex(): Promise<MiniSearch<FoundSection>> {
  const response = await fetch("/docs/search.json");
  const index = new MiniSearch<FoundSection>({
    fields: ["heading", "page", "text", "code"],
    storeFields: ["page", "heading", "text", "codes", "weight"],
  });
  index.addAll((await response.json()) as FoundSection[]);
  return index;
}

/** Words of a question that no section has to contain. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are can change do does for get how i if in is it my of on or the to what when where with".split(
    " ",
  ),
);

/** Words that readers search for, and the words of the docs. */
const SYNONYMS: Readonly<Record<string, string>> = {
  breaking: "versions",
  codes: "code",
  double: "once",
  compatibility: "versions",
  cost: "price",
  download: "package",
  fair: "provable",
  height: "mobile",
  manipulated: "provable",
  odds: "pays",
  payout: "pay",
  retention: "kept",
  responsive: "mobile",
  rigged: "provable",
  rollback: "void",
  twice: "once",
  versioning: "versions",
  websocket: "stream",
};

/** "Sign" alone would find signatures. */
const SIGN_IN = /\b(log|sign)[ -]?(in|up)\b/i;

function find(index: MiniSearch<FoundSection>, query: string): FoundSection[] {
  const options: SearchOptions = {
    processTerm(term) {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : (SYNONYMS[word] ?? word);
    },
    prefix: true,
    combineWith: "AND",
    boost: { heading: 4, page: 2, code: 0.2 },
    boostDocument: (_id, _term, fields) => Number(fields?.["weight"]),
  };
  // Tried in turn, because tolerating misspellings or missing words finds too much.
  const searches: SearchOptions[] = [
    options,
    { ...options, fuzzy: 0.2 },
    { ...options, combineWith: "OR" },
  ];
  const found =
    searches
      .map((each) => index.search(query.replace(SIGN_IN, "accounts"), each))
      .find(({ length }) => length > 0) ?? [];
  const sections = found as unknown as FoundSection[];
  // Sections that explain a code come before those that only mention it.
  const [explaining, others] = [true, false].map((isWanted) =>
    sections.filter(({ codes }) => codes.includes(query) === isWanted),
  ) as [FoundSection[], FoundSection[]];
  return [...explaining, ...others].slice(0, MAX_RESULTS);
}

function resultItem({ id, page, heading, text }: FoundSection, query: string): HTMLLIElement {
  const match = text.toLowerCase().indexOf(query.toLowerCase());
  // The excerpt starts at a whole word.
  const at = match <= BEFORE ? 0 : text.indexOf(" ", match - BEFORE) + 1;
  const excerpt = `${page === heading ? "" : `${page}: `}${at === 0 ? "" : "…"}${text.slice(at, at + AFTER)}`;
  const where = element("span", {}, excerpt);
  return element("li", {}, element("a", { href: id }, element("b", {}, heading), where));
}

function addCopyButton(block: HTMLElement): void {
  const code = block.querySelector("pre");
  const button = element("button", { type: "button" });
  if (code !== null) {
    copyOnPress(button, button, code, { suffix: "\n" });
    block.append(button);
  }
}

const LANGUAGE = "docs-language";

/** Opens the tabs of the language that the reader last chose, on every page. */
function linkTabs(tabs: readonly HTMLDetailsElement[]): void {
  const labelOf = (tab: HTMLDetailsElement) => tab.querySelector("summary")?.textContent ?? "";
  function open(label: string | null): void {
    tabs.filter((tab) => labelOf(tab) === label).forEach((tab) => (tab.open = true));
  }
  for (const tab of tabs) {
    tab.querySelector("summary")?.addEventListener("click", (event) => {
      event.preventDefault();
      savePreference(LANGUAGE, labelOf(tab));
      open(labelOf(tab));
    });
  }
  open(readPreference(LANGUAGE));
}

/* Enhances the pages under /docs/: the search, copy buttons for code, tabs, and the service's mode. */

const search = document.querySelector<HTMLElement>("#search");
if (search !== null) {
  addSearch(search);
}
for (const block of document.querySelectorAll<HTMLElement>(".code")) {
  addCopyButton(block);
}
linkTabs([...document.querySelectorAll<HTMLDetailsElement>(".tabs > details")]);
// Docs that are read without a running service do not show a mode.
showServiceMode(document).catch(() => {});
