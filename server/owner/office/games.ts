import { html } from "@lit-labs/ssr";
import { wordsOf } from "../../../src/i18n/index.ts";
import { maintenanceStatus, setMaintenance } from "../../access/maintenance.ts";
import { gameList } from "../lists.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink, minuteOf } from "./page.ts";

/** Each game, and whether it is in maintenance. */
export async function gamesPage(
  { store }: OfficeContext,
  { query }: OfficeRequest,
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
        results go on. ${csvLink("/owner/games/")}
      </p>
      ${games.map(
        ({ slug, sinceMs }) =>
          html`<form class="card act" method="post" action="/owner/games/">
            <span class=${sinceMs === undefined ? "well" : "wrong"}
              >${wordsOf("en").games[slug]?.name ?? slug}:
              ${
                sinceMs === undefined
                  ? "open"
                  : html`in maintenance since <time>${minuteOf(sinceMs)}</time>`
              }</span
            >
            <input type="hidden" name="game" value=${slug} />
            ${
              sinceMs === undefined
                ? html`<button class="second" name="do" value="down">Take it down</button>`
                : html`<button name="do" value="up">Open it again</button>`
            }
          </form>`,
      )}
    `,
  };
}

/** Takes a game down or up. */
export async function changeGame(
  { store }: OfficeContext,
  { field, nowMs }: OfficeRequest,
): Promise<Done> {
  const [game, isDown] = [field("game"), field("do") === "down"];
  await setMaintenance(store, game, isDown, nowMs);
  return { to: "/owner/games/", done: isDown ? "down" : "up" };
}
