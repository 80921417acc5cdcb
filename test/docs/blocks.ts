import { readdir, readFile } from "node:fs/promises";

const ROOT = new URL("../../", import.meta.url);
const DOCS = new URL("src/content/docs/", ROOT);

/** The service's host in all examples. */
export const EXAMPLE_HOST = "https://games.example.com";

export interface Block {
  /** Its file and first line, for the reader of a failure. */
  readonly place: string;
  readonly lang: string;
  readonly text: string;
  /** The previous block of the same file; empty before the first. */
  readonly before: string;
}

/** The user docs in Markdown, by path in the repository. */
export async function docsFiles(): Promise<Map<string, string>> {
  const pages = (await readdir(DOCS)).filter((name) => name.endsWith(".md"));
  const paths = [
    "README.md",
    "CONTRIBUTING.md",
    ...pages.map((name) => `src/content/docs/${name}`),
  ];
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [
        path,
        await readFile(new URL(path, ROOT), "utf8"),
      ]),
    ),
  );
}

export async function allBlocks(): Promise<Block[]> {
  return [...(await docsFiles())].flatMap(([path, markdown]) => {
    let before = "";
    return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map((found) => {
      const [, lang = "", text = ""] = found;
      const line = markdown.slice(0, found.index).split("\n").length;
      const block = { place: `${path}:${line}`, lang, text, before };
      before = text;
      return block;
    });
  });
}
