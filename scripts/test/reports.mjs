import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { errorsOutsideTestsFile } from './errors-outside-tests.mjs';
import { inProject } from '../command/project.mjs';

const folder = inProject('.reports');
const vitest = inProject('.reports', 'vitest.json');
const playwright = inProject('.reports', 'playwright.json');

/** Removes the reports of an earlier run, so that a runner without a report counts as nothing. */
export function clearReports() {
  mkdirSync(folder, { recursive: true });
  for (const report of [vitest, errorsOutsideTestsFile, playwright]) rmSync(report, { force: true });
}

/**
 * Returns the sum of both runners' reports. A test that passed only in a retry counts as failed, and so does an error
 * outside the tests: of a hook, of a file that doesn't load, or one that nothing caught.
 * @returns {{ passed: number, failed: number, complete: boolean }} `complete`: both reported, and both ran tests
 */
export function readReports() {
  const unit = read(vitest);
  const browser = read(playwright);
  const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0);
  const inBrowser = browser === undefined ? 0 : browser.stats.unexpected + browser.stats.flaky + browser.errors.length;
  return {
    passed,
    failed: (unit?.numFailedTests ?? 0) + readOutside().length + inBrowser,
    complete: (unit?.numPassedTests ?? 0) > 0 && (browser?.stats.expected ?? 0) > 0,
  };
}

/**
 * Returns each failed test with the first lines of its error. Whoever sees only the last lines of a run, as in CI,
 * needs them there.
 * @returns {string[]}
 */
export function readFailures() {
  const ofVitest = (read(vitest)?.testResults ?? []).flatMap(({ name, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    return failed.map((test) => describe(name, test.fullName, test.failureMessages[0]));
  });
  const outside = readOutside().map(({ file, title, message }) => describe(file, title, message));
  const report = read(playwright);
  const ofPlaywright = specsOf(report?.suites ?? [])
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return describe(file, title, results.find(({ error }) => error)?.error?.message);
    });
  return [
    ...ofVitest,
    ...outside,
    ...ofPlaywright,
    ...(report?.errors ?? []).map(({ message }) => describe('', '', message)),
  ];
}

/** @returns {import('./errors-outside-tests.mjs').OutsideError[]} */
const readOutside = () =>
  existsSync(errorsOutsideTestsFile) ? JSON.parse(readFileSync(errorsOutsideTestsFile, 'utf8')) : [];

/** @param {Suite[]} suites @returns {Spec[]} */
const specsOf = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);

/** @param {string} file @param {string} title @param {string} [error] */
function describe(file, title, error = 'no error was reported') {
  const lines = stripVTControlCharacters(error).split('\n').slice(0, 12);
  const where = file === '' ? '' : `${relative(inProject(), file)} › `;
  return [`✗ ${where}${title}`, ...lines.map((line) => `    ${line.slice(0, 200)}`)].join('\n');
}

/**
 * @typedef {{ ok: boolean, file: string, title: string,
 *   tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ numPassedTests: number, numFailedTests: number, suites?: Suite[], errors: { message?: string }[],
 *   testResults: { name: string, assertionResults: VitestTest[] }[],
 *   stats: { expected: number, unexpected: number, flaky: number } }} Report
 * @param {string} file @returns {Report | undefined}
 */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
