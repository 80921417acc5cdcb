import { assert } from "chai";
import type { GameLobby } from "../../../components/game-lobby.ts";
import type { LobbyTable } from "../../../src/wire/responses.ts";
import { dragonTiger, history, scheduleAt } from "./fake-service.ts";
import { until } from "./until.ts";

// The built bundle, at its permanent URL.
const bundle = "/game-lobby.js";
await import(bundle);

const realFetch = globalThis.fetch;
let asked: string[];
let closed: LobbyTable["closed"];

async function respond(input: RequestInfo | URL): Promise<Response> {
  const { pathname } = new URL(String(input));
  asked.push(pathname);
  const state = dragonTiger(100, "betting");
  if (pathname === "/lobby/api/current") {
    const schedule = scheduleAt(state);
    const table = { game: "dragontiger", closed, state: closed === null ? state : null, schedule };
    return Response.json([table]);
  }
  return pathname.endsWith("/results")
    ? Response.json(history(state))
    : Response.json({ status: 404 }, { status: 404 });
}

beforeEach(() => {
  asked = [];
  closed = null;
  globalThis.fetch = respond;
});

afterEach(() => {
  document.body.replaceChildren();
  globalThis.fetch = realFetch;
});

async function mount(attributes = ""): Promise<GameLobby> {
  document.body.innerHTML = `<game-lobby games="dragontiger" lang="en" ${attributes}></game-lobby>`;
  const lobby = document.querySelector("game-lobby") as GameLobby;
  await lobby.updateComplete;
  return lobby;
}

const find = (lobby: GameLobby, selector: string) =>
  lobby.shadowRoot?.querySelector<HTMLElement>(selector);

const text = (lobby: GameLobby, selector: string) =>
  (find(lobby, selector)?.textContent ?? "").replace(/\s+/g, " ").trim();

describe("<game-lobby>", () => {
  it("the lobby shows its tables without a request for each table", async () => {
    const lobby = await mount();
    await until(() => text(lobby, ".phase") === "Place your bets");
    assert.equal(text(lobby, ".ring"), "14");
    await until(() => text(lobby, ".last").includes("Dragon wins"));
    assert.equal(text(lobby, ".badge"), "Dragon streak 10");
    assert.equal(lobby.shadowRoot?.querySelectorAll(".tile").length, 1);
    assert.notInclude(asked.join(" "), "/embed/dragontiger/api/current");
    assert.notInclude(asked.join(" "), "/api/schedule");
  });

  it("the lobby does not open a table if the page cancels the event", async () => {
    const lobby = await mount();
    const games: unknown[] = [];
    lobby.addEventListener("open", (event) => {
      games.push((event as CustomEvent<{ game: string }>).detail.game);
      event.preventDefault();
    });
    find(lobby, ".press")?.click();
    await lobby.updateComplete;
    assert.deepEqual(games, ["dragontiger"]);
    assert.isNull(find(lobby, "game-table"));
  });

  it("a script opens and closes a lobby table", async () => {
    const lobby = await mount('theme="light"');
    const fired: string[] = [];
    document.body.addEventListener("close", () => fired.push("close"));
    // @ts-expect-error A page can request an unknown game.
    lobby.open("nosuch");
    await lobby.updateComplete;
    assert.isNull(find(lobby, "game-table"));
    lobby.open("dragontiger");
    await lobby.updateComplete;
    assert.equal(find(lobby, "game-table")?.getAttribute("theme"), "light");
    lobby.close();
    lobby.close();
    await lobby.updateComplete;
    assert.deepEqual(fired, ["close"]);
    assert.equal(lobby.shadowRoot?.querySelectorAll(".tile").length, 1);
  });

  it("a closed table gives its reason in the lobby", async () => {
    closed = "maintenance";
    const lobby = await mount();
    await until(() => text(lobby, ".phase") === "Maintenance");
    assert.isTrue(find(lobby, ".tile")?.hasAttribute("data-closed"));
  });

  it("the lobby gets its accent colour from the page", async () => {
    const lobby = await mount('accent="#ff00aa"');
    assert.equal(getComputedStyle(lobby).getPropertyValue("--accent"), "#ff00aa");
  });

  it("a lobby does not send requests after it is removed", async () => {
    const lobby = await mount();
    await until(() => asked.includes("/lobby/api/stream"));
    lobby.remove();
    const before = asked.length;
    window.dispatchEvent(new Event("online"));
    await new Promise(requestAnimationFrame);
    assert.equal(asked.length, before);
  });
});
