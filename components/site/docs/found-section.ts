/** A section of the docs in the search index. */
export interface FoundSection {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly code: string;
  /** Whether its page is for integrators, who search most. */
  readonly isIntegration: boolean;
  /** The codes that it explains, such as names of settings. */
  readonly codes: readonly string[];
}
