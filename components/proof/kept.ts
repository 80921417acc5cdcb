import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { SealWords } from "../../src/i18n/seal-words.ts";
import type { Promised } from "../../src/watch/watched-house.ts";
import type { PublishedRecord } from "./fetch-record.ts";

/**
 * What this browser kept of a round before bets closed, beside what the house shows of it now.
 *
 * @param kept null: nothing was kept; undefined: nothing is known of that.
 */
export function keptBefore(
  record: PublishedRecord,
  kept: Promised | null | undefined,
  { kept: words }: SealWords,
): TemplateResult | typeof nothing {
  if (record === null || kept === undefined) {
    return nothing;
  }
  const others = (kept === null ? [] : hashesOf(kept)).filter(
    (hash) => !hashesOf(record).includes(hash),
  );
  const answer =
    kept === null
      ? html`<p>${words.none}</p>`
      : others.length === 0
        ? html`<p>${words.same}</p>`
        : html`<p class="other">${words.other}</p>
            ${others.map((hash) => html`<code>${hash}</code>`)}`;
  return html`<dl class="kept">
    <dt>${words.title}</dt>
    <dd>${answer}</dd>
  </dl>`;
}

function hashesOf({ commitment, headerHash }: Promised): string[] {
  return [commitment, headerHash];
}

/** That a promise was broken, and a button that saves what proves it. */
export function broken(words: SealWords, save: () => void): TemplateResult {
  return html`<p class="check other" role="alert">
    ${words.broken}
    <button type="button" class="again" @click=${save}>${words.save}</button>
  </p>`;
}

/** Offers a text as a file to save. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  // The browser reads it some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
