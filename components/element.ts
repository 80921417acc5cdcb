/*
 * The script at /game-table.js, for any page: brings <game-table>. Where there are no elements, as
 * on a server that imports it to render a page, it does nothing rather than fail.
 */
if ("customElements" in globalThis) {
  await import("./game-table.ts");
}

// What makes this file a module.
export {};
