/** `worker.ts` with all that it needs, as one script (see astro.config.mjs). */
declare module "virtual:keeper-script" {
  const script: string;
  export default script;
}
