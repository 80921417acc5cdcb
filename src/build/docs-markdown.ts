import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { satteri } from "@astrojs/markdown-satteri";
import { docsPath } from "./outline.ts";

/** Highlighter language names that differ from the file's extension. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ".mjs": "js",
  ".py": "python",
  ".conf": "nginx",
  ".cron": "sh",
  ".service": "systemd",
  ".timer": "systemd",
  "": "docker",
};

/**
 * Points where a name that is longer than its line can wrap: after a `_` or a `/` within it, but not after `://`,
 * because the server looks for its example URL as a whole.
 */
const BREAKS = /(?<=[^\s/][_/])(?=[\w{])/;

/** Code of at most `SHORT` characters never wraps; code that is longer than a phone's line wraps like text. */
const [SHORT, PHONE_LINE] = [30, 40];

/** Maximum number of lines of an unfolded file. Links titled "folded" are always folded. */
const MAX_UNFOLDED_LINES = 40;

const html = (value: string) => ({ type: "html", value }) as const;

/**
 * Converts the docs' Markdown to pages. Links to Markdown files become links to their pages. A paragraph that consists
 * only of links to project files is replaced by the files' contents; if it has several links, separated by "·", they
 * become tabs.
 */
export const docsMarkdown = satteri({
  mdastPlugins: [
    {
      name: "tableside:links",
      link(node, ctx) {
        const [, page, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(node.url) ?? [];
        if (page !== undefined) {
          ctx.setProperty(node, "url", docsPath(page) + anchor);
        }
        // Files in public/ are served unchanged.
        const [, served] = /^(?:\.\.\/)+public(\/.*)$/.exec(node.url) ?? [];
        if (served !== undefined) {
          ctx.setProperty(node, "url", served);
        }
      },
    },
    {
      name: "tableside:own-pages",
      inlineCode(node, ctx) {
        if (/^\/(account|verify)\/(\w+\/)?$/.test(node.value)) {
          const code = { type: "inlineCode" as const, value: node.value };
          ctx.replaceNode(node, { type: "link", url: node.value, children: [code] });
        }
      },
    },
    {
      name: "tableside:files",
      paragraph(node, ctx) {
        const links = node.children.filter((child) => child.type === "link");
        const others = node.children.filter((child) => child.type !== "link");
        const areFiles = links.length > 0 && links.every(({ url }) => url.startsWith("../"));
        if (!areFiles || !others.every((child) => "value" in child && child.value.trim() === "·")) {
          return;
        }
        const files = links.map((link) => {
          const value = readFileSync(new URL(link.url, ctx.fileURL), "utf8").trimEnd();
          const extension = extname(link.url);
          const isShort = link.title !== "folded" && value.split("\n").length <= MAX_UNFOLDED_LINES;
          const lang = LANGUAGES[extension] ?? extension.slice(1);
          return {
            name: ctx.textContent(link),
            file: basename(link.url),
            isShort,
            code: { type: "code", lang, value } as const,
          };
        });
        const isGroup = files.length > 1;
        ctx.replaceNode(node, [
          ...(isGroup ? [html('<div class="tabs">')] : []),
          ...files.flatMap(({ name, file, isShort, code }, index) => {
            const isOpen = isGroup ? index === 0 && links[0]?.title !== "folded" : isShort;
            const open = isOpen ? " open" : "";
            const group = isGroup ? ` name="${links[0]?.url}"` : "";
            const label = isGroup ? name : `<code>${name}</code>`;
            return [
              html(`<details${open}${group}><summary>${label}</summary>`),
              ...(isGroup ? [html(`<p class="file">${file}</p>`)] : []),
              code,
              html("</details>"),
            ];
          }),
          ...(isGroup ? [html("</div>")] : []),
        ]);
      },
    },
  ],
  hastPlugins: [
    {
      name: "tableside:breaks",
      element: {
        filter: ["code"],
        visit(node, ctx) {
          const code = ctx.textContent(node);
          const isShort = code.length <= SHORT;
          const parent = ctx.parent(node);
          const place = parent?.type === "element" ? parent.tagName : "";
          if (place === "pre") {
            return;
          }
          // A path in a table would take most of a phone's line.
          const isWhole =
            code.includes(" ") || (isShort && !(place === "td" && code.includes("/")));
          const parts = isWhole ? [code] : code.split(BREAKS);
          const children = parts.flatMap((value, index) => {
            const text = { type: "text" as const, value };
            const wbr = { type: "element" as const, tagName: "wbr", properties: {}, children: [] };
            return index === 0 ? [text] : [wbr, text];
          });
          const className = isShort ? ["short"] : code.length > PHONE_LINE ? ["long"] : [];
          const properties = { className };
          ctx.replaceNode(node, { type: "element", tagName: "code", properties, children });
        },
      },
    },
    // Wide code scrolls within its box, including with the keyboard.
    {
      name: "tableside:scrolling-code",
      element: {
        filter: ["pre"],
        visit(node, ctx) {
          ctx.setProperty(node, "tabIndex", 0);
          ctx.setProperty(node, "role", "group");
          ctx.setProperty(node, "ariaLabel", "Code");
        },
      },
    },
    {
      name: "tableside:boxes",
      element: {
        filter: ["pre", "table"],
        visit(node, ctx) {
          const properties =
            node.tagName === "pre"
              ? { className: ["code"], dataLanguage: node.properties["dataLanguage"] }
              : { className: ["table"], tabIndex: 0, role: "group", ariaLabel: "Table" };
          ctx.wrapNode(node, { type: "element", tagName: "div", properties, children: [] });
        },
      },
    },
  ],
});
