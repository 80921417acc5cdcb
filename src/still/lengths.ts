/**
 * Registers lengths that are then computed once, where they are set. A browser that cannot do that puts their
 * text wherever they are used, and comes to the same.
 */
export function registered(names: readonly string[], syntax = "<length>", initial = "0px"): string {
  return names
    .map((name) => `@property --${name}{syntax:"${syntax}";inherits:true;initial-value:${initial}}`)
    .join("\n");
}
