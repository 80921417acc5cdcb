/** What the search finds: a page's part under one heading. */
export interface Section {
  /** Its heading; the page's title for what stands before the first one. */
  readonly heading: string;
  /** The heading's anchor; empty for the top of the page. */
  readonly slug: string;
  readonly text: string;
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
  const parts: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    isCode = line.startsWith("```") ? !isCode : isCode;
    if (!isCode && /^#{2,6} /.test(line)) {
      parts.push([]);
    } else {
      parts.at(-1)?.push(line);
    }
  }
  return parts.map((lines, index) => {
    const { text: heading, slug } = headings[index - 1] ?? { text: title, slug: "" };
    return { heading, slug, text: plainText(lines.join("\n")) };
  });
}

/** Markdown without its marks, on one line. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, "")
    .replace(/^\|?[\s:|-]+$/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*|]|^[>#] ?|^ *(?:-|\d+\.) /gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
