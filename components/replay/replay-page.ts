/*
 * The script of a replay page: loads the table first, then the proof next to it, which is checked in the
 * viewer's browser.
 */
const table = document.querySelector("game-table");
const container = document.querySelector<HTMLElement>("#proof");
if (table !== null && container !== null) {
  const ready = new Promise((resolve) => {
    table.addEventListener("ready", resolve, { once: true });
    table.addEventListener("error", resolve, { once: true });
  });
  await import("../game-table.ts");
  await ready;
  const { showProof } = await import("./page-proof.ts");
  const { game, lang } = table;
  await showProof(container, { game, round: table.getAttribute("round") ?? "", lang });
}

export {};
