import { chosenPart } from './mutation/groups.ts';
import { reportOf } from './mutation/report.ts';

/** Mutation tests (`npm run mutate`): makes many small changes to the code and expects a failing test for each. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './mutation/ignore-declarations.mjs'],
  ignorers: ['declarations'],
  vitest: { configFile: 'mutation/vitest.config.ts', related: false },
  mutate: chosenPart().mutate,
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  // Stryker rewrites this file with TypeScript's compiler API, which version 7 doesn't have yet.
  tsconfigFile: 'there-is-none.json',
  ignorePatterns: ['.cache', '.reports', '/data', 'test-results'],
  tempDirName: '.cache/mutation',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: reportOf(process.env.MUTATION_PART ?? 'rules') },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
};
