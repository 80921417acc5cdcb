import type { Group, Kit, Node, Placement } from "../../../components/stage/kit.ts";
import { recordingKit } from "./recording-kit.ts";
import type { Recorded } from "./recording-kit.ts";

/** Nothing is drawn in close-up. */
const nothing = { place() {}, fit() {}, prepare() {}, paintOne() {}, show() {}, take() {} };

/** A kit that notes where groups stand, and what is in them in the order of drawing. */
export function treeKit() {
  const { kit, parts } = recordingKit();
  const placed = new Map<Node, Placement>();
  const inside = new Map<Node, Node[]>();
  const own = new Map<Node, Recorded>();
  const noted = <Made extends Node>(make: () => Made): Made => {
    const made = make();
    const part = parts.at(-1);
    if (part) {
      own.set(made, part);
    }
    return made;
  };
  const tree: Kit = {
    ...kit,
    part: () => nothing as never,
    picture: () => noted(kit.picture),
    light: () => noted(kit.light),
    card: () => noted(kit.card),
    label: () => noted(kit.label),
    group() {
      const group: Group = {
        add: (...nodes) => void inside.get(group)?.push(...nodes),
        place: (at) => void placed.set(group, at),
      };
      inside.set(group, []);
      return group;
    },
  };
  /** All that is drawn of a node, lowest first. */
  const drawn = (node: Node): Recorded[] =>
    inside.get(node)?.flatMap(drawn) ?? [own.get(node)].flatMap((part) => part ?? []);
  return { kit: tree, placed, drawn };
}
