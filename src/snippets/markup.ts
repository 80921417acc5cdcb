/** The service URL in the snippet files. */
const SERVICE = "https://games.example.com";
/** The API key in the snippet files. */
const KEY = "YOUR_API_KEY";

/** Where code without spaces can wrap: between the parts of a URL, style or key. */
const BREAKS = /(?<=[?;]|tbs_(?:test|live)_|[^:/\d]\/)(?=\w)/;

/** Converts code to HTML, with a `<code>` for each line and a `<span>` for each part that must not wrap. */
export function codeHtml(code: string): string {
  const spanned = (run: string) =>
    run
      .split(BREAKS)
      .map((part) => `<span>${escapeHtml(part)}</span>`)
      .join("");
  return code
    .trimEnd()
    .replaceAll(/(?:\d+ \/ )?\S+/g, spanned)
    .replaceAll(/^.*$/gm, "<code>$&</code>");
}

/** Converts a snippet to HTML, with slots for the service URL and the public test key. */
export const snippetHtml = (text: string): string =>
  codeHtml(text).replaceAll(SERVICE, "{{baseUrl}}").replaceAll(KEY, "{{testKey}}");

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("{{", "&#123;&#123;");
}
