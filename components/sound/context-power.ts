/** Tables that are to be heard, by the context that they share. */
const heardTables = new WeakMap<AudioContext, Set<object>>();

/** Browsers stop a context that no gesture has allowed, and phones stop it for a call. */
const GESTURES = ["pointerup", "keydown"] as const;

function tablesOf(context: AudioContext): Set<object> {
  const known = heardTables.get(context);
  if (known !== undefined) {
    return known;
  }
  const tables = new Set<object>();
  heardTables.set(context, tables);
  for (const gesture of GESTURES) {
    addEventListener(gesture, () => tables.size > 0 && run(context), { capture: true });
  }
  return tables;
}

/** Where it is refused there is silence, and the next gesture tries again. */
function run(context: AudioContext): void {
  if (context.state !== "running") {
    context.resume().catch(() => {});
  }
}

/** Runs a context while any table is to be heard: one that nobody hears costs nothing. */
export function setHeard(context: AudioContext, table: object, isHeard: boolean): void {
  const tables = tablesOf(context);
  if (isHeard) {
    tables.add(table);
    run(context);
    return;
  }
  tables.delete(table);
  // A context is made in a gesture, and nobody may want to hear anything by the time that all is loaded.
  if (tables.size === 0 && context.state === "running") {
    context.suspend().catch(() => {});
  }
}
