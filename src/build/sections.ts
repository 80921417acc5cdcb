/** A search result: the part of a page under one heading. */
export interface Section {
  /** The page's title for the text before the first heading. */
  readonly heading: string;
  /** The heading's anchor; empty for the top of the page. */
  readonly slug: string;
  /** The text between this heading and the next, without code blocks; if empty, the headings below it. */
  readonly text: string;
  readonly code: string;
  /** The codes in the first column of its tables, or first in its lists, such as `too_many_rounds` or `DATA_DIR`. */
  readonly codes: readonly string[];
}

interface Heading {
  readonly slug: string;
  readonly text: string;
}

/**
 * Splits a page at its headings.
 *
 * @param headings the page's headings, in order.
 */
export function splitSections(
  title: string,
  markdown: string,
  headings: readonly Heading[],
): Section[] {
  const parts: { readonly depth: number; readonly lines: string[] }[] = [{ depth: 1, lines: [] }];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    isCode = line.startsWith("```") ? !isCode : isCode;
    const depth = isCode ? 0 : (/^(#{2,6}) /.exec(line)?.[1]?.length ?? 0);
    if (depth > 0) {
      parts.push({ depth, lines: [] });
    } else {
      parts.at(-1)?.lines.push(line);
    }
  }
  return parts.map(({ depth, lines }, index) => {
    const { text: heading, slug } = headings[index - 1] ?? { text: title, slug: "" };
    const below = parts.slice(index + 1);
    const next = below.findIndex((part) => part.depth <= depth);
    const names = headings.slice(index, next === -1 ? undefined : index + next);
    const markdown = lines.join("\n");
    const code = (markdown.match(CODE_BLOCK) ?? []).join("\n");
    const text = plainText(markdown.replace(CODE_BLOCK, ""));
    const codes = lines.flatMap((line) => /^[|-] `(\w+_\w+)`/.exec(line)?.[1] ?? []);
    return {
      heading,
      slug,
      text: text || names.map((name) => name.text).join(", "),
      code,
      codes,
    };
  });
}

const CODE_BLOCK = /^```[^]*?^```$/gm;

/** Removes the markup from Markdown, and joins its lines. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^\|?[\s:|-]+$|!\[[^\]]*\]\([^)]*\)/gm, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^ *(?:-|\d+\.) /gm, "· ")
    .replace(/`([^`]*)`|[*|]|\b_|_\b|^[>#] ?/gm, "$1")
    .replace(/\s+/g, " ")
    .replace(/^[· ]+/, "")
    .trim();
}
