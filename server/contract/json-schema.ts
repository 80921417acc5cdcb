/** The part of JSON Schema (2020-12) that the contract is written in. */
export interface JsonSchema {
  $ref?: string;
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  examples?: unknown[];
}

/** Refers to a schema of the contract. */
export function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
