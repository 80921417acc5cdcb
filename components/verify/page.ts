import { QUICKNET } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { isHex, readChain, readHeader, readRecord } from "../../src/fairness/read.ts";
import { isRevealed } from "../../src/fairness/record.ts";
import { verify } from "../../src/fairness/verify.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import { fillIn } from "../../src/i18n/verify-words.ts";
import type { PageWords, ProofWords } from "../../src/i18n/verify-words.ts";
import { proofWords } from "../../src/i18n/verify.ts";
import { byId, element } from "./element.ts";
import { Obstacle, proofFromHouse, proofFromText, shownKeys } from "./evidence.ts";
import type { Proof } from "./evidence.ts";
import { keep, kept } from "./kept.ts";
import { askRelay } from "./relay.ts";
import { reportOf } from "./report.ts";

/*
 * The page that checks rounds. It is one file with everything in it, so that a copy on a disk does the
 * same without a network. What it is told by its own house it checks like anything else.
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
  chains: byId<HTMLTextAreaElement>("chains"),
  trouble: byId("trouble"),
  report: byId("report"),
  after: byId("after"),
  relayPart: byId("relay-part"),
  relayForm: byId<HTMLFormElement>("relay-form"),
  relay: byId<HTMLInputElement>("relay"),
  relayWord: byId("relay-word"),
  save: byId<HTMLButtonElement>("save"),
};

/** The house this page is of, also when it is opened from a disk. */
const house = document.documentElement.dataset["house"] ?? "";
/** What games are called, by language and slug. */
const gameNames = JSON.parse(byId("game-names").textContent) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;
const query = new URLSearchParams(location.search);

let words: ProofWords = proofWords.en;
let shown: Proof | null = null;

function speak(lang: keyof typeof proofWords): void {
  words = proofWords[lang];
  document.documentElement.lang = lang;
  document.title = `${words.page.title} · Tableside`;
  page.lang.value = lang;
  for (const place of document.querySelectorAll<HTMLElement>("[data-words]")) {
    place.textContent = words.page[place.dataset["words"] as keyof PageWords];
  }
  for (const option of page.game.options) {
    option.textContent = gameNames[lang]?.[option.value] ?? option.value;
  }
  if (shown !== null) {
    show(shown);
  }
}

/** The lines of a field; null, with a word beside it, when one of them is not as it must be. */
function pinnedKeys(): string[] | null {
  const keys = page.keys.value.split(/\s+/).filter((key) => key !== "");
  const isRight = keys.every((key) => isHex(key, 32));
  page.keys.setCustomValidity(isRight ? "" : words.page.badKeys);
  if (isRight) {
    keep("keys", keys.join("\n"));
  } else {
    page.keys.closest("details")?.setAttribute("open", "");
    page.keys.reportValidity();
  }
  // A key that cannot be read must not turn into none, nor into one that nobody signs with.
  return isRight ? keys : null;
}

/** Quicknet and what the field holds; null, with a word beside it, when that is no chain. */
function believedChains(): BeaconChain[] | null {
  const text = page.chains.value.trim();
  page.chains.setCustomValidity("");
  if (text === "") {
    return [QUICKNET];
  }
  try {
    return [QUICKNET, readChain(JSON.parse(text))];
  } catch {
    page.chains.setCustomValidity(words.page.badChains);
    page.chains.closest("details")?.setAttribute("open", "");
    page.chains.reportValidity();
    return null;
  }
}

function show(proof: Proof): void {
  shown = proof;
  const pinned = pinnedKeys();
  const chains = believedChains();
  if (pinned === null || chains === null) {
    // No verdict before that is put right.
    page.report.replaceChildren();
    page.after.hidden = true;
    return;
  }
  const verification = verify({ ...proof, keys: { pinned, shown: proof.keys }, chains });
  page.report.replaceChildren(...reportOf(verification, words));
  page.after.hidden = false;
  page.relayPart.hidden = decidingBeaconOf(proof) === null;
  page.relayWord.textContent = "";
}

/** The beacon that a record names; null when it names none. */
function decidingBeaconOf({ record, header }: Proof) {
  try {
    const read = readRecord(record);
    const { chain } = readHeader(header);
    return isRevealed(read) && chain !== null && read.drandRound !== null && read.beacon !== null
      ? { chain, drandRound: read.drandRound, beacon: read.beacon }
      : null;
  } catch {
    return null;
  }
}

/** Checks what is had by then, and says what stands in the way. */
async function check(proof: Promise<Proof>): Promise<void> {
  page.trouble.textContent = words.page.checking;
  page.report.replaceChildren();
  page.after.hidden = true;
  shown = null;
  try {
    show(await proof);
    page.trouble.textContent = "";
  } catch (error) {
    if (!(error instanceof Obstacle)) {
      throw error;
    }
    page.trouble.textContent = fillIn(words.page[error.kind], { why: error.message });
  }
}

function saveProof({ record, header, keys }: Proof): void {
  const { game = "round", round = "" } = Object(record) as Record<string, unknown>;
  const text = JSON.stringify({ record, header, keys }, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: address, download: `${String(game)}-${String(round)}.json` }).click();
  URL.revokeObjectURL(address);
}

/**
 * Does what a form is for, by its button or by Enter, which presses the button. Not by `submit`: a page
 * that was opened out of a sandboxed frame, as from a table, inherits the sandbox and never has one.
 */
function onSent(form: HTMLFormElement, act: () => void): void {
  form.querySelector("button")?.addEventListener("click", (event) => {
    event.preventDefault();
    if (form.reportValidity()) {
      act();
    }
  });
}

onSent(page.form, () => {
  void check(proofFromHouse(house, page.game.value, page.round.value.trim()));
});
onSent(page.pasted, () => {
  void check(proofFromText(page.text.value, house));
});
page.file.addEventListener("change", () => {
  const [file] = page.file.files ?? [];
  if (file !== undefined) {
    void check(file.text().then((text) => proofFromText(text, house)));
  }
});
for (const field of [page.keys, page.chains]) {
  field.addEventListener("change", () => {
    if (shown === null) {
      pinnedKeys();
      believedChains();
    } else {
      show(shown);
    }
  });
}
page.keepKeys.addEventListener("click", () => {
  shownKeys(house).then(
    (keys) => {
      page.keys.value = keys.join("\n");
      page.keys.dispatchEvent(new Event("change"));
    },
    () => (page.trouble.textContent = fillIn(words.page.notHad, { why: house })),
  );
});
onSent(page.relayForm, () => {
  const beacon = shown && decidingBeaconOf(shown);
  const relay = page.relay.value.trim();
  if (beacon !== null) {
    void askRelay(relay, beacon.chain, beacon.drandRound, beacon.beacon).then((word) => {
      const said = { same: "relaySame", other: "relayOther", silent: "relaySilent" } as const;
      const values = { relay, drandRound: String(beacon.drandRound) };
      page.relayWord.textContent = fillIn(words.page[said[word]], values);
    });
  }
});
page.save.addEventListener("click", () => {
  if (shown !== null) {
    saveProof(shown);
  }
});
page.lang.addEventListener("change", () => speak(page.lang.value as keyof typeof proofWords));

page.keys.value = kept("keys");
page.game.value = query.get("slug") ?? page.game.value;
page.round.value = query.get("round") ?? "";
speak(pickLang([query.get("lang") ?? "", ...navigator.languages]) ?? "en");
if (page.round.value !== "" && page.game.value !== "") {
  void check(proofFromHouse(house, page.game.value, page.round.value));
}
