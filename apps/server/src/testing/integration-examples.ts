import type { Example } from './contract-example.ts';

/** Valid input of every call of the integration API, about the things of `makeContractFixture`. */
export const integrationExamples: Record<string, () => Example> = {
  'key.get': () => ({ isEverybodys: true }),
  'sites.get': () => ({ params: { number: 1 } }),
};
