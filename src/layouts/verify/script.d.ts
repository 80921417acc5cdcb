/** `components/site/verify/verify-page.ts` with all its imports, as one script (see astro.config.mjs). */
declare module "virtual:verify-script" {
  const script: string;
  export default script;
}
