import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript';

/**
 * Returns TypeScript code with the types of every call of an OpenAPI document, in the form that `openapi-fetch`
 * reads.
 */
export async function clientTypes(document: object): Promise<string> {
  return astToString(await openapiTypeScript(document as OpenAPI3));
}
