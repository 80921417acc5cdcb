import "./preview-table.ts";
import { findGame } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import { fixtures } from "../../../src/hud/table/all-fixtures.ts";
import { PHASES, phaseLengthMs } from "../../../src/round/phases.ts";

/* The preview page's controls. The URL contains the choice, so that it can be linked, reloaded and captured. */

const form = document.querySelector<HTMLFormElement>("form")!;
const preview = document.querySelector<HTMLElementTagNameMap["preview-table"]>("preview-table")!;
const slider = document.querySelector<HTMLInputElement>('input[name="elapsedMs"]')!;
const outcomes = document.querySelector<HTMLSelectElement>('select[name="outcome"]')!;
const elapsed = document.querySelector<HTMLOutputElement>('output[name="elapsed"]')!;
const play = document.querySelector<HTMLButtonElement>("button")!;
/** The animation frame request while a phase plays. */
let playing = 0;

const sizes = document.querySelector<HTMLSelectElement>('select[name="size"]')!;
const fitting = [...sizes.options].find(({ value }) => Number.parseInt(value, 10) <= innerWidth);
sizes.value = fitting?.value ?? sizes.value;
for (const [name, value] of new URLSearchParams(location.search)) {
  const field = form.elements.namedItem(name);
  if (name === "slug" && field instanceof HTMLSelectElement) {
    field.value = value;
    listOutcomes();
  }
  if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) {
    field.value = value;
  }
}
if (outcomes.options.length === 0) {
  listOutcomes();
}
form.addEventListener("input", (event) => {
  cancelAnimationFrame(playing);
  if (event.target instanceof HTMLSelectElement && event.target.name === "slug") {
    listOutcomes();
  }
  show();
});
play.addEventListener("click", () => {
  cancelAnimationFrame(playing);
  slider.value = "0";
  const startedMs = performance.now();
  const step = () => {
    slider.value = String(Math.round(performance.now() - startedMs));
    show();
    if (Number(slider.value) < Number(slider.max)) {
      playing = requestAnimationFrame(step);
    }
  };
  step();
});
show();

function readChoice(name: string): string {
  return String(new FormData(form).get(name));
}

function listOutcomes(): void {
  const titles = fixtures[readChoice("slug")]?.map(({ title }) => title) ?? [];
  outcomes.replaceChildren(...titles.map((title, index) => new Option(title, String(index))));
}

function show(): void {
  const slug = readChoice("slug");
  const phase = PHASES.find((known) => known === readChoice("phase")) ?? "betting";
  const game = findGame(slug);
  const entropy = readChoice("entropy") === "drand" ? "drand" : "seed";
  slider.max = String(game === undefined ? 0 : phaseLengthMs(phase, timingOf(game, entropy)));
  const elapsedMs = Number(slider.value);
  const [width, height] = readChoice("size").split("x");
  preview.style.width = `${width}px`;
  preview.style.height = `${height}px`;
  preview.theme = readChoice("theme");
  preview.choice = {
    slug,
    entropy,
    phase,
    elapsedMs,
    outcome: Number(readChoice("outcome")),
    round: Number(readChoice("round")),
    lang: readChoice("lang"),
    bets: readChoice("bets") === "some",
  };
  elapsed.value = `${(elapsedMs / 1000).toFixed(2)} s`;
  const query = new URLSearchParams(
    [...new FormData(form)].map(([name, value]) => [name, String(value)]),
  );
  history.replaceState(null, "", `?${query}`);
}

declare global {
  interface HTMLElementTagNameMap {
    "preview-table": import("./preview-table.ts").PreviewTable;
  }
}
