import type { JsonSchema } from "./json-schema.ts";

/** The part of OpenAPI 3.1 that the contract is written in. */
export interface OpenApi {
  openapi: "3.1.1";
  info: Record<string, unknown>;
  servers: { url: string; description: string }[];
  security: [];
  tags: { name: string; description: string }[];
  paths: Record<string, { get: OpenApiOperation }>;
  webhooks?: Record<string, { post: OpenApiOperation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, OpenApiResponse>;
    examples: Record<string, Example>;
    securitySchemes: Record<string, Record<string, string>>;
  };
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  externalDocs?: { url: string; description: string };
  security?: Record<string, never[]>[];
  parameters?: (Parameter | Ref)[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, OpenApiResponse | Ref>;
}

export interface Ref {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: JsonSchema;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, Header | Ref>;
  content?: Content;
}

export type Content = Record<string, { schema: JsonSchema; examples?: Record<string, Ref> }>;

export interface Example {
  summary: string;
  value: unknown;
}
