/** A docs section in the search index. */
export interface FoundSection {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly code: string;
  /** A ranking factor: high on pages for integrators, who search most, and low for contributors. */
  readonly weight: number;
  /** The codes that the section explains, such as setting names. */
  readonly codes: readonly string[];
}
