import { QUICKNET } from "../../../src/fairness/chain.ts";
import { notCovered, verify } from "../../../src/fairness/check-round.ts";
import { NotCovered } from "../../../src/fairness/house-sources.ts";
import { isHex } from "../../../src/fairness/read-untrusted.ts";
import { readPreference, savePreference } from "../../../src/hud/table/preferences.ts";
import { interpolate } from "../../../src/i18n/interpolate.ts";
import { pickLang } from "../../../src/i18n/langs.ts";
import { verifyWords } from "../../../src/i18n/verify-words.ts";
import type { VerifyWords } from "../../../src/i18n/words.ts";
import { byId, element } from "../dom.ts";
import { normaliseTypedFields } from "../typed-fields.ts";
import { renderReport } from "./report.ts";
import { SourceError, loadFromHouse, loadFromText, shownKeys } from "./sources.ts";
import type { LoadedSources } from "./sources.ts";

/*
 * The page that checks rounds. It is a single file, so that a saved copy works offline. It does not trust its own
 * house's responses.
 */

const page = {
  lang: byId<HTMLSelectElement>("lang"),
  form: byId<HTMLFormElement>("of-house"),
  game: byId<HTMLSelectElement>("game"),
  round: byId<HTMLInputElement>("round"),
  pasted: byId<HTMLFormElement>("pasted"),
  text: byId<HTMLTextAreaElement>("text"),
  file: byId<HTMLInputElement>("file"),
  keys: byId<HTMLTextAreaElement>("keys"),
  keepKeys: byId<HTMLButtonElement>("keep-keys"),
  trouble: byId("trouble"),
  report: byId("report"),
  after: byId("after"),
  save: byId<HTMLButtonElement>("save"),
};

/** The URL of the house that served this page, which a saved copy keeps. */
const house = document.documentElement.dataset["house"] ?? "";
/** Game names by language and slug. */
const gameNames = JSON.parse(byId("game-names").textContent) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;
const query = new URLSearchParams(location.search);

let words: VerifyWords = verifyWords.en;
/** The running check; an edit or another check replaces it. */
let pending: Promise<LoadedSources> | null = null;
let loaded: LoadedSources | null = null;
/** Set while the report is about a round that the house does not cover. */
let older: NotCovered | null = null;

function setLanguage(lang: keyof typeof verifyWords): void {
  words = verifyWords[lang];
  document.documentElement.lang = lang;
  document.title = `${words.page.title} · Tableside`;
  page.lang.value = lang;
  for (const element of document.querySelectorAll<HTMLElement>("[data-words]")) {
    element.textContent = words.page[element.dataset["words"] as keyof VerifyWords["page"]];
  }
  for (const option of page.game.options) {
    option.textContent = gameNames[lang]?.[option.value] ?? option.value;
  }
  if (loaded !== null) {
    show(loaded);
  } else if (older !== null) {
    showOlder(older);
  }
}

function showOlder(round: NotCovered): void {
  older = round;
  page.report.replaceChildren(...renderReport(notCovered(round.firstRound), words));
}

function show(sources: LoadedSources): void {
  loaded = sources;
  const pinned = keptKeys();
  if (pinned === null) {
    // No verdict until the reader corrects the field.
    page.report.replaceChildren();
    page.after.hidden = true;
    return;
  }
  const keys = { pinned, shown: sources.keys };
  const verification = verify({ ...sources, keys, chains: [QUICKNET] });
  page.report.replaceChildren(...renderReport(verification, words));
  page.after.hidden = false;
}

function clear(): void {
  page.trouble.textContent = "";
  page.report.replaceChildren();
  page.after.hidden = true;
  pending = null;
  loaded = null;
  older = null;
}

/** Checks a round once its sources are loaded, or shows why loading failed. */
async function check(loading: Promise<LoadedSources>): Promise<void> {
  clear();
  page.trouble.textContent = words.page.checking;
  pending = loading;
  const [result] = await Promise.allSettled([loading]);
  if (pending !== loading) {
    return;
  }
  page.trouble.textContent = "";
  if (result.status === "fulfilled") {
    show(result.value);
  } else if (result.reason instanceof NotCovered) {
    showOlder(result.reason);
  } else if (result.reason instanceof SourceError) {
    const { kind, message } = result.reason;
    page.trouble.textContent = interpolate(words.page[kind], { why: message });
  } else {
    throw result.reason;
  }
}

function saveProof({ record, header, keys }: LoadedSources): void {
  const { game = "round", round = "" } = Object(record) as Record<string, unknown>;
  const text = JSON.stringify({ record, header, keys }, null, 1);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: url, download: `${String(game)}-${String(round)}.json` }).click();
  URL.revokeObjectURL(url);
}

/**
 * Calls `send` when a form's button is pressed, by mouse or by Enter. It does not rely on `submit`: in a page that was
 * opened from a sandboxed frame, such as a table's, that event never fires, because the page inherits the sandbox.
 */
function onSend(form: HTMLFormElement, send: () => void): void {
  form.querySelector("button")?.addEventListener("click", (event) => {
    event.preventDefault();
    if (form.reportValidity()) {
      send();
    }
  });
}

onSend(page.form, () => {
  void check(loadFromHouse(house, page.game.value, page.round.value.trim()));
});
onSend(page.pasted, () => {
  void check(loadFromText(page.text.value, house));
});
normaliseTypedFields(document);
// An edit clears the verdict on the previous contents.
page.form.addEventListener("input", clear);
page.pasted.addEventListener("input", clear);
page.file.addEventListener("change", () => {
  const [file] = page.file.files ?? [];
  if (file !== undefined) {
    void check(file.text().then((text) => loadFromText(text, house)));
  }
});
page.keys.addEventListener("change", () => {
  if (loaded === null) {
    keptKeys();
  } else {
    show(loaded);
  }
});
page.keepKeys.addEventListener("click", () => {
  shownKeys(house).then(
    (keys) => {
      page.keys.value = keys.join("\n");
      page.keys.dispatchEvent(new Event("change"));
    },
    () => (page.trouble.textContent = interpolate(words.page.unavailable, { why: house })),
  );
});
page.save.addEventListener("click", () => {
  if (loaded !== null) {
    saveProof(loaded);
  }
});
page.lang.addEventListener("change", () =>
  setLanguage(page.lang.value as keyof typeof verifyWords),
);

page.keys.value = readPreference("keys") ?? "";
page.game.value = query.get("slug") ?? page.game.value;
page.round.value = query.get("round") ?? "";
setLanguage(pickLang([query.get("lang") ?? "", ...navigator.languages]) ?? "en");
if (page.round.value !== "" && page.game.value !== "") {
  void check(loadFromHouse(house, page.game.value, page.round.value));
}

/**
 * The public keys in the field, 64 hex digits each. Null, with a message next to the field, if one is invalid: a
 * mistyped key must not count as no key, which would mean trusting the house's own.
 */
function keptKeys(): string[] | null {
  const keys = page.keys.value.split(/\s+/).filter((key) => key !== "");
  if (!keys.every((key) => isHex(key, 32))) {
    page.keys.setCustomValidity(words.page.badKeys);
    page.keys.closest("details")?.setAttribute("open", "");
    page.keys.reportValidity();
    return null;
  }
  page.keys.setCustomValidity("");
  savePreference("keys", keys.join("\n"));
  return keys;
}
