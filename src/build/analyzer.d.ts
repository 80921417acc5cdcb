/** The analyzer's command as a function; it has no types of its own. */
declare module "@custom-elements-manifest/analyzer/cli.js" {
  /** With `noWrite`, gives the manifest and touches no file. */
  export function cli(options: {
    argv: readonly string[];
    cwd: string;
    noWrite: boolean;
  }): Promise<object>;
}
