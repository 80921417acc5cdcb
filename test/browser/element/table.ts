import type { GameTable } from "../../../components/game-table.ts";
import type { GameTableElement } from "../../../src/hud/table/table-element.ts";
import { FakeService } from "./fake-service.ts";
import { until } from "./until.ts";

/* The built element on a page, with a new service for each test. */

// The built bundle, at its permanent URL.
const bundle = "/game-table.js";
await import(bundle);

export let service: FakeService;

beforeEach(() => {
  localStorage.clear();
  service = new FakeService();
});

afterEach(() => {
  document.body.replaceChildren();
  service.restore();
});

type Mounted = GameTable & GameTableElement;

export async function mountTable(attributes: string, selector: string): Promise<Mounted> {
  document.body.innerHTML = `<game-table game="dragontiger" ${attributes}></game-table>`;
  const table = document.querySelector("game-table") as Mounted;
  await until(() => table.shadowRoot?.querySelector(selector) != null);
  return table;
}
