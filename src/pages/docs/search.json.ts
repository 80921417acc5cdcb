import type { APIRoute } from "astro";
import { getCollection } from "astro:content";
import type { FoundSection } from "../../../components/site/docs/found-section.ts";
import { docsPath, outline } from "../../build/outline.ts";
import { splitSections } from "../../build/sections.ts";

/** A collection entry; Astro generates its own types only during a build. */
interface DocsPage {
  readonly id: string;
  readonly body: string;
  readonly data: { readonly title: string; readonly description: string };
  readonly rendered: {
    readonly metadata: { readonly headings: readonly { slug: string; text: string }[] };
  };
}

const WEIGHTS: Readonly<Record<(typeof outline)[number]["title"], number>> = {
  Integrate: 2,
  Trust: 1,
  "Run and sell": 1,
  Contribute: 0.25,
};
const weightOf = new Map(
  outline.flatMap(({ title, pages }) => pages.map((page) => [page as string, WEIGHTS[title]])),
);
// Its headings are setting names, which a search for the whole name finds anyway.
weightOf.set("settings", 0.2);

/** GET /docs/search.json: every section of the docs, for the search in the browser. */
export const GET: APIRoute = async () => {
  const pages = (await getCollection("docs")) as unknown as readonly DocsPage[];
  const sections = pages.flatMap(
    ({ id, body, data: { title, description }, rendered }): FoundSection[] =>
      splitSections(title, `${description}\n\n${body}`, rendered.metadata.headings).map(
        ({ slug, ...section }) => {
          const url = slug === "" ? docsPath(id) : `${docsPath(id)}#${slug}`;
          return { id: url, page: title, weight: weightOf.get(id) ?? 1, ...section };
        },
      ),
  );
  return Response.json(sections);
};
