import { defineCollection } from "astro/content/config";
import { glob } from "astro/loaders";
import { z } from "astro/zod";

/** The pages under /docs/: Markdown that reads as well in the repository. */
const docs = defineCollection({
  loader: glob({ base: "./src/content/docs", pattern: "*.md" }),
  schema: z.strictObject({
    title: z.string(),
    /** One sentence: the lead of the page, and what search engines show. */
    description: z.string(),
  }),
});

export const collections = { docs };
