import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { wordsOf } from "../../../src/i18n/index.ts";
import { maintenanceStatus, setMaintenance } from "../../access/maintenance.ts";
import type { MaintenanceState } from "../../access/maintenance.ts";
import { ReviewError } from "../../payment/errors.ts";
import { gameList } from "../lists.ts";
import { requireReason } from "../plan-rules.ts";
import { reachAt } from "../reach.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { actForm, reasonField } from "./form-parts.ts";
import { csvLink, minuteOf } from "./page-parts.ts";
import type { View } from "./page.ts";
import { questionView } from "./question.ts";
import { TRY } from "./typed.ts";
import type { Typed } from "./typed.ts";

const HERE = "/owner/games/";

/** Each game, and whether it is in maintenance. */
export async function gamesPage(
  { store }: OfficeContext,
  { query, typed }: OfficeRequest,
): Promise<OfficeAnswer> {
  const games = await maintenanceStatus(store, "all");
  if (query.has("csv")) {
    return { list: gameList(games), name: "games" };
  }
  return {
    title: "Games",
    body: html`
      <p class="soft">
        In maintenance a game answers 503 for its page and its present state. Its clock and its
        results go on. ${csvLink(HERE)}
      </p>
      ${games.map((game) => (game.sinceMs === undefined ? openCard(game, typed) : downCard(game)))}
    `,
  };
}

/** Opens a game again, or takes it down: first it is shown whom that hits, then it is done. */
export async function changeGame(
  { store }: OfficeContext,
  { field, nowMs }: OfficeRequest,
): Promise<Done | View> {
  const [game, act, reason] = [field("game"), field("do"), field("reason").trim()];
  switch (act) {
    case "up":
      await setMaintenance(store, game, false, nowMs);
      return { to: HERE, done: "up" };
    case `${TRY}down`:
      requireReason(reason);
      await maintenanceStatus(store, game);
      return downView(store, game, reason, nowMs);
    case "down":
      requireReason(reason);
      await setMaintenance(store, game, true, nowMs, reason);
      return { to: HERE, done: "down" };
    default:
      throw new ReviewError("The form asks for nothing that can be done here.");
  }
}

/** Whom it hits when a game goes down, and the button that does it. */
async function downView(
  store: OfficeContext["store"],
  game: string,
  reason: string,
  nowMs: number,
): Promise<View> {
  const { keys, sites, openKeys } = await reachAt(store, nowMs);
  const name = nameOf(game);
  const places = [
    `on ${sites === 1 ? "1 site" : `${sites} sites`} that they name`,
    ...(openKeys > 0 ? [`on any site for the ${openKeys} that name none`] : []),
  ];
  return questionView({
    title: `Take ${name} down?`,
    facts: [
      ["Game", name, "wide"],
      ["For whom", "every customer, until you open it again", "wide"],
      ["Keys that open it now", String(keys)],
      ["Where", places.join(", ")],
      ["Its page and present state", "answer 503, and say that it is in maintenance"],
      ["Its clock and results", "go on"],
      ["Reason", reason, "wide"],
    ],
    action: HERE,
    fields: { game, reason },
    act: "down",
    yes: `Take ${name} down`,
    no: "Back, without taking it down",
  });
}

function openCard({ slug }: MaintenanceState, typed: Typed): TemplateResult {
  const kept = typed.into(["down"], { game: slug });
  return html`<div class="card">
    <p><span class="well">${nameOf(slug)}: open</span></p>
    <details ?open=${kept.isHere}>
      <summary>Take it down…</summary>
      ${actForm(
        kept,
        HERE,
        html`<input type="hidden" name="game" value=${slug} />
          ${reasonField(kept)}
          <button class="second" name="do" value=${`${TRY}down`}>Take it down…</button>`,
      )}
    </details>
  </div>`;
}

function downCard({ slug, sinceMs }: MaintenanceState): TemplateResult {
  return html`<form class="card act" method="post" action=${HERE}>
    <span class="wrong"
      >${nameOf(slug)}: in maintenance since <time>${minuteOf(sinceMs ?? 0)}</time></span
    >
    <input type="hidden" name="game" value=${slug} />
    <button name="do" value="up">Open it again</button>
  </form>`;
}

function nameOf(slug: string): string {
  return wordsOf("en").games[slug]?.name ?? slug;
}
