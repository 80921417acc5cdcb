import { defineCollection } from "astro/content/config";
import { glob } from "astro/loaders";
import { z } from "astro/zod";

/** The pages under /docs/, whose Markdown is also readable in the repository. */
const docs = defineCollection({
  loader: glob({ base: "./src/content/docs", pattern: "*.md" }),
  schema: z.strictObject({
    title: z.string(),
    /** One sentence, used as the lead of the page and in search engines. */
    description: z.string(),
  }),
});

export const collections = { docs };
