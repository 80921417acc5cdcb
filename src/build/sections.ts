/** A search result: the part of a page under one heading. */
export interface Section {
  /** Its heading; the page's title for the text before the first one. */
  readonly heading: string;
  /** The heading's anchor; empty for the top of the page. */
  readonly slug: string;
  /** The text between this heading and the next; if there is none, the headings below it. */
  readonly text: string;
  /** The codes that its tables explain, one in each row, such as `too_many_rounds` or `DATA_DIR`. */
  readonly codes: readonly string[];
}

interface Heading {
  readonly slug: string;
  readonly text: string;
}

/**
 * Cuts a page at its headings.
 *
 * @param headings those of the page, in their order.
 */
export function sectionsOf(
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
    const text = plainText(lines.join("\n"));
    const codes = lines.flatMap((line) => /^\| `(\w+_\w+)` /.exec(line)?.[1] ?? []);
    return { heading, slug, text: text || names.map((name) => name.text).join(", "), codes };
  });
}

/** Markdown without its markup, on one line. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, "")
    .replace(/^\|?[\s:|-]+$/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*|]|^[>#] ?|^ *(?:-|\d+\.) /gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
