import MiniSearch from "minisearch";
import type { SearchOptions, SearchResult } from "minisearch";
import { readPreference, savePreference } from "../../../src/hud/table/preferences.ts";
import { copyOnPress } from "../copy-button.ts";
import { element } from "../dom.ts";
import type { FoundSection } from "./found-section.ts";

const MAX_RESULTS = 12;
/** Maximum number of characters before a match. */
const BEFORE = 24;
/** Length of a section's excerpt, in characters. */
const AFTER = 160;

/**
 * Enables the search, which is hidden without JavaScript. It runs in the browser on the sections of all pages, fetched
 * when the reader first focuses it.
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

/** Question words that a section need not contain. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are can cannot change do does each fail fails for get how i if in is it much must my never not of on or out the to too was what when where will with".split(
    " ",
  ),
);

/** Words in the docs, each followed by others that readers search for. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  `balances seamless wallet; close cutoff deadline rejected; code codes; colour brand color colors logo; containers docker; empty blank white; down downtime outage; kept retention; live checklist launch production;
  language golang i18n languages locale java localisation localization ruby rust translate translation; once double duplicate idempotent twice;
  licence license mit; package download sdk; personal gdpr; readers accessibility a11y wcag; pay payout withdraw; pays odds; phone height mobile responsive size; prices charge cost price pricing;
  restore disaster recovery; paytable payouts commission; tie draw; csp x-frame-options; provable fair manipulated prove random randomness rigged rng; stale freeze frozen lag stuck; stream sse websocket; types typescript;
  react nextjs; usdt crypto; versions breaking compatibility deprecated deprecation versioning; start boot crash startup; test demo staging; void cancel chargeback refund rollback`
    .split(";")
    .map((words) => words.trim().split(/\s+/))
    .flatMap(([word = "", ...others]) => others.map((other) => [other, word])),
);

/** Expressions whose single words would find other sections. */
const EXPRESSIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(log|sign)[ -]?(in|up)\b/gi, "accounts"],
  [/\bbackups?\b/gi, "back up"],
  [/\b(wo|do|does|is|ca)n['’]?t\b/gi, "not"],
];

/** A search result, with the words found in it. */
type Found = FoundSection & Pick<SearchResult, "terms">;

function find(index: MiniSearch<FoundSection>, query: string): Found[] {
  const options: SearchOptions = {
    processTerm(term) {
      const word = term.toLowerCase();
      // "Starting" also finds "start", because words match by their beginning.
      const stem = word.length > 5 ? word.replace(/ing$/, "") : word;
      return STOP_WORDS.has(word) ? null : (SYNONYMS.get(word) ?? stem);
    },
    prefix: true,
    combineWith: "AND",
    boost: { heading: 4, code: 0.2 },
    boostDocument: (_id, _term, fields) => Number(fields?.["weight"]),
  };
  // Tried in turn, because tolerating misspellings or missing words finds too much.
  const searches: SearchOptions[] = [
    options,
    { ...options, fuzzy: (term) => term.length > 5 && 0.2 },
    { ...options, combineWith: "OR" },
  ];
  const asked = EXPRESSIONS.reduce((text, expression) => text.replace(...expression), query);
  const found =
    searches.map((options) => index.search(asked, options)).find(({ length }) => length > 0) ?? [];
  // A heading with some of the words might be the question's subject.
  const headings = index
    .search(asked, { ...options, fields: ["heading"], combineWith: "OR" })
    .filter((heading) => found.every(({ id }) => id !== heading.id));
  const sections = [...found, ...headings] as unknown as Found[];
  // Sections that explain a code precede those that only mention it.
  const [explaining, others] = [true, false].map((isWanted) =>
    sections.filter(({ codes }) => codes.includes(query) === isWanted),
  ) as [Found[], Found[]];
  return [...explaining, ...others].slice(0, MAX_RESULTS);
}

function resultItem(section: Found, query: string): HTMLLIElement {
  const { id, page, heading, text, codes, terms } = section;
  const words = new RegExp(`\\b(${terms.join("|").replace(/[^\w|]/g, "\\$&")})\\b`, "gi");
  const match = text.includes(query) ? text.indexOf(query) : text.search(words);
  // The excerpt starts at a whole word.
  const at = match <= BEFORE ? 0 : text.indexOf(" ", match - BEFORE) + 1;
  const excerpt = `${page === heading ? "" : `${page}: `}${at === 0 ? "" : "…"}${text.slice(at, at + AFTER)}`;
  const parts = excerpt
    .split(words)
    .map((part, index) => (index % 2 === 0 ? part : element("mark", {}, part)));
  const where = element("span", {}, ...parts);
  // Scrolls to the code itself, because the list that explains it can be long.
  const href = codes.includes(query) && id.includes("#") ? `${id}:~:text=${query}` : id;
  return element("li", {}, element("a", { href }, element("b", {}, heading), where));
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

document.querySelectorAll<HTMLElement>("#search").forEach(addSearch);
document.querySelectorAll<HTMLElement>(".code").forEach(addCopyButton);
// On a small screen it would take the whole first screen.
const contents = document.querySelector<HTMLDetailsElement>(".contents details");
contents?.toggleAttribute("open", matchMedia("(min-width: 1180px)").matches);
linkTabs([...document.querySelectorAll<HTMLDetailsElement>(".tabs > details")]);
