/** A section of the docs in the search index. */
export interface FoundSection {
  /** Its URL. */
  readonly id: string;
  /** The title of its page. */
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly code: string;
  /** Whether its page is for integrators, who search most. */
  readonly isIntegration: boolean;
  /** The codes that it explains, such as names of settings. */
  readonly codes: readonly string[];
}
