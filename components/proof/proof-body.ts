import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { isRevealed } from "../../src/fairness/record.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { interpolate } from "../../src/i18n/interpolate.ts";
import type { PartWords } from "../../src/i18n/words.ts";
import type { PublishedRecord } from "./fetch-record.ts";

/** Renders the published round record with a link to check it, or the reason why there is none. */
export function proofBody(
  record: PublishedRecord | null | "loading" | "failed",
  { proof: words, failed, again }: PartWords,
  check: { readonly url: string; readonly name: string },
  retry: () => void,
): TemplateResult {
  switch (record) {
    case "loading":
      return html`<p>${words.loading}</p>`;
    case null:
      return html`<p>${words.unpublished}</p>`;
    case "failed":
      return html`<p class="check">
        ${failed}
        <button type="button" class="again" @click=${retry}>${again}</button>
      </p>`;
    default:
      return html`${details(record, words)}
        <p class="check">
          <a href=${check.url} target="_blank" rel="noopener"
            >${check.name}<span class="visually-hidden"> (${words.newTab})</span></a
          >
          <span class="help">${words.checkHelp}</span>
        </p>`;
  }
}

function details(record: OpenRecord | RoundRecord, words: PartWords["proof"]): TemplateResult {
  const revealed = isRevealed(record) ? record : null;
  return html`<dl>
    <dt>${words.before}</dt>
    <dd>
      <code>${record.commitment}</code>
      <p class="help">${words.beforeHelp}</p>
    </dd>
    <dt>${words.after}</dt>
    <dd>
      ${
        revealed === null
          ? html`<p>${words.notYet}</p>`
          : html`<code>${revealed.seed}</code>
              <p class="help">${words.afterHelp}</p>`
      }
    </dd>
    <dt>${words.mode}</dt>
    <dd>
      <p>
        ${
          record.drandRound === null
            ? words.modes.seed
            : interpolate(words.modes.drand, { beacon: String(record.drandRound) })
        }
      </p>
      ${revealed === null || revealed.beacon === null ? nothing : html`<code>${revealed.beacon}</code>`}
    </dd>
  </dl>`;
}
