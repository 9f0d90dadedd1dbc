import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inProject } from '../command/project.mjs';

/** The errors of Vitest's last run that belong to no test: `OutsideError[]`. */
export const errorsOutsideTestsFile = inProject('.reports', 'vitest-errors.json');

/**
 * Vitest's reporter of the errors that belong to no test: those that nothing caught, and those of hooks and of files
 * that don't load. Vitest ends with exit code 1 for them, but its JSON report doesn't count them.
 * @implements {Reporter}
 */
export class ErrorsOutsideTests {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly SerializedError[]} uncaught
   */
  onTestRunEnd(modules, uncaught) {
    /** @type {OutsideError[]} */
    const errors = uncaught.map((error) => {
      const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = error;
      const when = typeof test === 'string' ? `, after the test “${test}” began` : '';
      return describe(typeof file === 'string' ? file : '', `an error that nothing caught${when}`, error);
    });
    for (const module of modules) {
      const file = module.moduleId;
      for (const error of module.errors()) errors.push(describe(file, 'loading, or a hook', error));
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) errors.push(describe(file, `a hook of “${suite.fullName}”`, error));
      const state = module.state();
      if (state !== 'passed' && state !== 'failed' && state !== 'skipped')
        errors.push({ file, title: `the file did not run to its end: ${state}`, message: '' });
    }
    mkdirSync(dirname(errorsOutsideTestsFile), { recursive: true });
    writeFileSync(errorsOutsideTestsFile, JSON.stringify(errors, null, 2));
  }
}

/** @param {string} file @param {string} title @param {SerializedError} error @returns {OutsideError} */
const describe = (file, title, error) => ({
  file,
  title,
  message: [error.cause?.message, error.stack ?? error.message].filter((part) => part !== undefined).join('\n'),
});

/**
 * @typedef {{ file: string, title: string, message: string }} OutsideError `file` is empty where none is known
 * @typedef {import('vitest/node').Reporter} Reporter
 * @typedef {import('vitest/node').TestModule} TestModule
 * @typedef {import('vitest/node').SerializedError} SerializedError
 */
