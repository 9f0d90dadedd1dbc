import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chosenPart } from './groups.ts';
import { keepThread } from './lasting-thread.ts';

const { tests, needsServers } = chosenPart();
if (needsServers) keepThread();
const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs the files in the order of the list: the first failure ends a mutant, so the quick and telling ones come first.
 */
class InListedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((pattern) => matchesGlob(moduleId, root + pattern));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  root,
  resolve: {
    // The mutated copy shares node_modules, whose link to the contract leads to the original files.
    alias: { '@quayside/contract': `${root}packages/contract/src` },
  },
  test: {
    include: tests,
    isolate: false,
    testTimeout: 10_000,
    hookTimeout: 30_000,
    sequence: { sequencer: InListedOrder },
    globalSetup: needsServers ? ['scripts/test/server-build.mjs', 'apps/server/src/testing/global-setup.ts'] : [],
  },
});
