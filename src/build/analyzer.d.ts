/** Types for the analyzer's command, which has none. */
declare module "@custom-elements-manifest/analyzer/cli.js" {
  /** With `noWrite` it returns the manifest and does not write a file. */
  export function cli(options: {
    argv: readonly string[];
    cwd: string;
    noWrite: boolean;
  }): Promise<object>;
}
