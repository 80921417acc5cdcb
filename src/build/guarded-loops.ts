import { parseAst, Visitor } from "vite";
import type { Plugin } from "vite";

/**
 * Makes every `for…in` of a built script skip inherited properties, because some embedding pages extend
 * `Array.prototype` and `Object.prototype`, which neither Pixi nor the bundler's helper expects.
 */
export const guardedLoops: Plugin = {
  name: "tableside:guarded-loops",
  applyToEnvironment: ({ name }) => name === "client",
  renderChunk(code) {
    if (!/\bfor\b.* in /.test(code)) {
      return null;
    }
    const inserted: (readonly [at: number, text: string])[] = [];
    const sourceText = ({ start, end }: { start: number; end: number }) => code.slice(start, end);
    new Visitor({
      ForInStatement({ left, right, body }) {
        const name = left.type === "VariableDeclaration" ? left.declarations[0]?.id : left;
        const object = right.type === "AssignmentExpression" ? right.left : right;
        if (name?.type !== "Identifier" || !/^[\w$.[\]]+$/.test(sourceText(object))) {
          throw new Error(`This for…in cannot be guarded: ${sourceText(right)}`);
        }
        inserted.push(
          [body.start, `{ if (Object.hasOwn(${sourceText(object)}, ${name.name})) `],
          [body.end, " }"],
        );
      },
    }).visit(parseAst(code));
    return inserted
      .toSorted(([one], [other]) => other - one)
      .reduce((text, [at, guard]) => text.slice(0, at) + guard + text.slice(at), code);
  },
};
