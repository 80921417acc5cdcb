/** The service's address and the key in the snippet files. */
const SERVICE = "https://games.example.com";
const KEY = "YOUR_API_KEY";

/** A comment that fills a line, or ends one. */
const COMMENT = /^(\s*)((?:\/\/|#|\*|\/\*|<!--).*)$|^(.*\s)(\/\/ .*)$/;

/**
 * A snippet as HTML, its comments set apart. Where the file names an example, the page names itself:
 * the service's address, and the demo key where there is one. What is not shown is not copied.
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
    .replaceAll(KEY, `<span class="demo">{{demoKey}}</span><span class="no-demo">${KEY}</span>`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("{{", "&#123;&#123;");
}
