/** The service's URL in the snippet files. */
const SERVICE = "https://games.example.com";
/** The key in the snippet files. */
const KEY = "YOUR_API_KEY";

/** Matches a comment on its own line, or at the end of a line. */
const COMMENT = /^(\s*)((?:\/\/|#|\*|\/\*|<!--).*)$|^(.*\s)(\/\/ .*)$/;

/**
 * Converts a snippet to HTML, with its comments in `<i>`. Example values are replaced by slots for the service's own
 * URL and the public test key.
 */
export function snippetHtml(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [, indent, whole, code, end] = COMMENT.exec(line) ?? [];
      if (whole !== undefined) {
        return `${indent}<i>${escapeHtml(whole)}</i>`;
      }
      return end === undefined
        ? escapeHtml(line)
        : `${escapeHtml(code ?? "")}<i>${escapeHtml(end)}</i>`;
    })
    .join("\n")
    .replaceAll(SERVICE, "{{baseUrl}}")
    .replaceAll(KEY, "{{testKey}}");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("{{", "&#123;&#123;");
}
