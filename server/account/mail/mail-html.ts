import { escapeHtml } from "../../http/html.ts";

/** What a mail says. */
interface Written {
  readonly subject: string;
  readonly text: string;
  /** A language tag. */
  readonly lang: string;
}

const STYLE = {
  page: "margin:0;padding:24px;background:#f4f5f7;color:#1b1f24;font:16px/1.5 system-ui,sans-serif",
  sheet: "max-width:560px;margin:0 auto;padding:24px;border-radius:8px;background:#ffffff",
  heading: "margin:0 0 16px;font-size:20px;line-height:1.3",
  paragraph: "margin:0 0 16px",
  link: "color:#0b5cad;overflow-wrap:anywhere",
};

/**
 * The same mail as HTML, made from its text: paragraphs, and links where a line is an address. It holds
 * no picture, no script and nothing from elsewhere, so that reading it tells nobody.
 */
export function mailHtml({ subject, text, lang }: Written): string {
  const heading = subject.replace(/^Tableside: /, "");
  const paragraphs = text.trim().split("\n\n").map(paragraph).join("\n");
  return `<!doctype html>
<html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${STYLE.page}"><div style="${STYLE.sheet}">
<h1 style="${STYLE.heading}">${escapeHtml(heading)}</h1>
${paragraphs}
</div></body></html>
`;
}

function paragraph(text: string): string {
  return `<p style="${STYLE.paragraph}">${text.split("\n").map(line).join("<br>\n")}</p>`;
}

function line(text: string): string {
  const shown = escapeHtml(text);
  return /^https?:\/\/\S+$/.test(text)
    ? `<a href="${shown}" style="${STYLE.link}">${shown}</a>`
    : shown;
}
