import { html, nothing, render } from "lit";
import type { TemplateResult } from "lit";
import { QUICKNET } from "../../src/fairness/chain.ts";
import { notCovered, verify } from "../../src/fairness/check-round.ts";
import type { Verification } from "../../src/fairness/check-round.ts";
import { NotCovered } from "../../src/fairness/house-sources.ts";
import { isHex, readRecord } from "../../src/fairness/read-untrusted.ts";
import { readPreference } from "../../src/hud/table/preferences.ts";
import { words as en } from "../../src/i18n/en/verify.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import { wordsOrEnglish } from "../../src/i18n/lazy-words.ts";
import { loadPartWords } from "../../src/i18n/part-words.ts";
import type { PublishedRecord } from "../proof/fetch-record.ts";
import { proofBody } from "../proof/proof-body.ts";
import { renderReport } from "../site/verify/report.ts";
import { SourceError, loadFromHouse } from "../site/verify/sources.ts";
import type { LoadedSources } from "../site/verify/sources.ts";

const verifyWordsIn = import.meta.glob<typeof en>(
  ["../../src/i18n/*/verify.ts", "!../../src/i18n/en/*"],
  { import: "words" },
);

interface PageRound {
  readonly game: string;
  readonly round: string;
  readonly lang: string;
}

/**
 * Fetches the proof of a round, checks it, and shows the verdict, the proof and each step. Keys that the viewer
 * pinned on the verify page apply here too.
 */
export async function showProof(container: HTMLElement, page: PageRound): Promise<void> {
  const lang = pickLang([page.lang]) ?? "en";
  const [{ replay: replayWords, proof: proofWords }, verifyWords] = await Promise.all([
    loadPartWords(lang),
    wordsOrEnglish(verifyWordsIn[`../../src/i18n/${lang}/verify.ts`], en),
  ]);
  const query = new URLSearchParams({ slug: page.game, round: page.round, lang });
  const body = (record: Parameters<typeof proofBody>[0]) =>
    proofBody(record, proofWords, `/verify/?${query}`, () => void load());
  const draw = (content: unknown) =>
    render(
      html`<h2>${replayWords.proof}</h2>
        ${content}`,
      container,
    );

  /** Renders the verdict first, and the steps in a collapsed section. */
  function report(verification: Verification, record: PublishedRecord | null): TemplateResult {
    const [verdict, title, steps] = renderReport(verification, verifyWords);
    return html`${verdict ?? nothing}${record === null ? nothing : body(record)}
      <details>
        <summary>${title?.textContent}</summary>
        ${steps}
      </details>`;
  }

  function verifySources(sources: LoadedSources): Verification {
    const stored = (readPreference("keys") ?? "").split(/\s+/);
    const keys = { pinned: stored.filter((key) => isHex(key, 32)), shown: sources.keys };
    return verify({ ...sources, keys, chains: [QUICKNET] });
  }

  async function load(): Promise<void> {
    draw(body("loading"));
    try {
      const sources = await loadFromHouse(location.origin, page.game, page.round);
      draw(report(verifySources(sources), readRecord(sources.record)));
    } catch (error) {
      if (error instanceof NotCovered) {
        draw(report(notCovered(error.firstRound), null));
        return;
      }
      if (!(error instanceof SourceError)) {
        throw error;
      }
      // Nothing was published for its day, or the service cannot be reached.
      draw(body(error.status === 404 ? null : "failed"));
    }
  }

  await load();
}
