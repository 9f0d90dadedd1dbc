import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** TypeScript that types every call of an OpenAPI document, as `openapi-fetch` reads it. */
export async function clientTypes(document: object): Promise<string> {
  return astToString(await openapiTypeScript(document as OpenAPI3));
}
