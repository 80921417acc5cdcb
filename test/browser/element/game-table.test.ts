import { assert } from "chai";
import type { GameTable } from "../../../components/game-table.ts";
import type { PhaseMessage } from "../../../src/wire/phase-event.ts";
import { dragonTiger, history, scheduleAt } from "./fake-service.ts";
import { service } from "./table.ts";
import { until } from "./until.ts";

let received: PhaseMessage[];

beforeEach(() => void (received = []));

async function mount(attributes = 'game="dragontiger"'): Promise<GameTable> {
  document.body.innerHTML = `<game-table ${attributes}></game-table>`;
  const table = document.querySelector("game-table") as GameTable;
  table.addEventListener("phase", (event) =>
    received.push((event as CustomEvent<PhaseMessage>).detail),
  );
  await until(() => text(table, ".round").includes("100"));
  return table;
}

function text(table: GameTable, selector: string): string {
  return (table.shadowRoot?.querySelector(selector)?.textContent ?? "").replace(/\s+/g, " ").trim();
}

describe("<game-table>", () => {
  describe("the phase event of <game-table>", () => {
    it("each phase change fires one event with exactly five fields", async () => {
      await mount();
      service.say(dragonTiger(100, "revealing"));
      await until(() => received.length === 1);
      service.nudge();
      service.nudge();
      service.say(dragonTiger(100, "result"));
      await until(() => received.length === 2);
      const common = { type: "dragontiger_phase", round: 100, daily_round: 100, remainMs: 0 };
      assert.deepEqual(received, [
        { ...common, phase: "revealing" },
        { ...common, phase: "result" },
      ]);
      assert.deepEqual(Object.keys(received[0] ?? {}), [
        "type",
        "round",
        "daily_round",
        "phase",
        "remainMs",
      ]);
    });

    it("a listener on the page receives phase events from a table inside a component", async () => {
      const host = document.body.appendChild(document.createElement("div"));
      const root = host.attachShadow({ mode: "open" });
      root.innerHTML = '<game-table game="dragontiger"></game-table>';
      const table = root.querySelector("game-table") as GameTable;
      let fired = 0;
      document.body.addEventListener("phase", () => (fired += 1), { once: true });
      await until(() => text(table, ".round").includes("100"));
      service.say(dragonTiger(101, "betting"));
      await until(() => fired === 1);
    });
  });

  describe("a server-rendered table's first picture", () => {
    it("a table's first picture needs only the data in the page", async () => {
      const state = dragonTiger(100, "betting");
      const snapshot = { schedule: scheduleAt(state), state, results: history(state) };
      const json = JSON.stringify(snapshot);
      document.body.innerHTML = `<game-table game="dragontiger"><script type="application/json">${json}</script></game-table>`;
      const table = document.querySelector("game-table") as GameTable;
      await table.updateComplete;
      assert.ok(text(table, ".round").includes("100"), "the round shows");
      assert.equal(table.shadowRoot?.querySelectorAll(".bead").length, 10);
      assert.equal(table.shadowRoot?.querySelectorAll(".table").length, 1);
    });

    it("a table's first picture replaces the picture from the server", async () => {
      document.body.setHTMLUnsafe(
        '<game-table game="dragontiger"><template shadowrootmode="open"><p id="old">old</p></template></game-table>',
      );
      const table = document.querySelector("game-table") as GameTable;
      await table.updateComplete;
      assert.equal(table.shadowRoot?.querySelector("#old"), null);
      assert.ok(table.shadowRoot?.querySelector(".table"), "the table is drawn");
    });
  });

  describe("live table labels", () => {
    it("the countdown follows the server's clock, even if the viewer's is wrong", async () => {
      const table = await mount();
      assert.equal(text(table, ".digits"), "14");
    });

    it("the table shows the phase, the daily round and the date with its time zone", async () => {
      const table = await mount();
      assert.equal(text(table, ".phase"), "Place your bets");
      assert.ok(text(table, ".daily").includes("2026-01-01 Asia/Seoul"), text(table, ".daily"));
    });

    it("the table names the winner in the result", async () => {
      const table = await mount();
      service.say(dragonTiger(100, "result"));
      await until(() => text(table, ".banner").includes("Dragon wins"));
      await until(
        () =>
          table.shadowRoot?.querySelector(".bead")?.getAttribute("title") === "Round 100: Dragon",
      );
    });

    it("the table changes its language whenever the attribute changes", async () => {
      const table = await mount('game="dragontiger" lang="ko-KR"');
      assert.equal(text(table, ".phase"), "베팅하세요");
      table.lang = "en";
      await table.updateComplete;
      assert.equal(text(table, ".phase"), "Place your bets");
    });

    const accents = [
      ["is drawn in a three-digit accent", "#f06", "#ff0066"],
      ["is drawn in an accent without a hash sign", "ff0066", "#ff0066"],
      ["is drawn in an accent given as a CSS function", "rgb(255, 0, 102)", "#ff0066"],
      // Cause: a variable, which the table cannot read, made the accent black.
      ["stays gold if its accent is a variable", "var(--brand)", "#d9b45b"],
      ["stays gold if its accent is transparent", "#ff006680", "#d9b45b"],
    ] as const;
    // Cause: a colour without six digits removed the cards from the table.
    for (const [fate, accent, drawn] of accents) {
      it(`a table uses any accent that is an opaque colour: it ${fate}`, async () => {
        const table = await mount(`game="dragontiger" accent="${accent}"`);
        assert.equal(getComputedStyle(table).getPropertyValue("--accent"), drawn);
        const warned: unknown[] = [];
        const { warn } = console;
        console.warn = (...words) => warned.push(words);
        await until(() => table.shadowRoot?.querySelector("canvas") != null);
        console.warn = warn;
        assert.deepEqual(warned, []);
      });
    }
  });

  describe("a table out of view", () => {
    const secondsOf = (table: GameTable) => Number(text(table, ".digits"));

    async function mountBelow(attributes: string): Promise<GameTable> {
      const far = 'style="margin-top: 300vh"';
      document.body.insertAdjacentHTML(
        "beforeend",
        `<game-table game="dragontiger" ${far} ${attributes}></game-table>`,
      );
      const table = document.body.lastElementChild as GameTable;
      await until(() => secondsOf(table) > 0);
      return table;
    }

    it("the countdown stops on a table that is neither visible nor audible", async () => {
      const visible = await mount();
      const hidden = await mountBelow("");
      const audibleOnly = await mountBelow('muted="false"');
      await until(() => secondsOf(hidden) > secondsOf(visible));
      const changes: MutationRecord[] = [];
      const watch = new MutationObserver((list) => changes.push(...list));
      const everything = { subtree: true, childList: true, attributes: true, characterData: true };
      watch.observe(hidden.shadowRoot as ShadowRoot, everything);
      const before = secondsOf(visible);
      // On a very busy machine, the countdown can already be over.
      const hasMoved = () => secondsOf(visible) < before || before === 0;
      await until(() => hasMoved() && secondsOf(audibleOnly) === secondsOf(visible));
      assert.deepEqual(changes, []);
      watch.disconnect();

      hidden.scrollIntoView();
      await until(() => secondsOf(hidden) <= before);
      visible.scrollIntoView();
      service.say(dragonTiger(100, "revealing"));
      await until(() => [visible, hidden].every((at) => text(at, ".phase").includes("Dealing")));
    });
  });

  // Cause: it set its own theme, calm and accent attributes, which React reports as a mismatch.
  it("a table leaves its attributes as the page wrote them", async () => {
    localStorage.setItem("tableside:calm", "on");
    const table = await mount('game="dragontiger" accent="#ff0066" sound=""');
    const written = '<game-table game="dragontiger" accent="#ff0066" sound=""></game-table>';
    assert.equal(table.outerHTML, written);
    assert.equal(table.muted, false);
  });

  it("a table that cannot be drawn describes itself in text", async () => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = () => null;
    try {
      const table = await mount();
      service.say(dragonTiger(100, "result"));
      await until(() => text(table, ".poster").includes("Dragon: king of spades"));
      assert.equal(table.shadowRoot?.querySelector("canvas"), null);
    } finally {
      HTMLCanvasElement.prototype.getContext = getContext;
    }
  });

  describe("a <game-table> that the page moves, removes or reconfigures", () => {
    it("a table does not send requests after it is removed from the page", async () => {
      const table = await mount();
      table.remove();
      const asked = service.asked.length;
      service.nudge();
      await new Promise(requestAnimationFrame);
      assert.equal(service.asked.length, asked);
    });

    it("a table that is moved within the page has only one canvas", async () => {
      const table = await mount();
      const { body } = document;
      table.remove();
      body.append(table);
      table.remove();
      body.append(table);
      await until(() => table.shadowRoot?.querySelectorAll("canvas").length === 1);
    });

    it("a table switches to another game", async () => {
      const table = await mount();
      table.game = "baccarat";
      await until(() => service.asked.some((path) => path.includes("/embed/baccarat/api/current")));
      await until(() => text(table, "h2") === "Baccarat");
    });

    it("a malformed base-url is reported before any request", async () => {
      document.body.innerHTML =
        '<game-table game="dragontiger" base-url="games.example"></game-table>';
      const table = document.querySelector("game-table") as GameTable;
      await table.updateComplete;
      assert.ok(text(table, '[role="alert"]').startsWith("“games.example” is not a service URL"));
      assert.deepEqual(service.asked, []);
      table.baseUrl = "https://games.example";
      await until(() => service.asked.includes("/embed/dragontiger/api/current"));
    });
  });
});
