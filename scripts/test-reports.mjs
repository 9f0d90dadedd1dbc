import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inProject } from './project.mjs';

const folder = inProject('.reports');
const vitest = inProject('.reports', 'vitest.json');
const playwright = inProject('.reports', 'playwright.json');

/** Removes the reports of an earlier run, so that a runner without a report counts as nothing. */
export function clearReports() {
  mkdirSync(folder, { recursive: true });
  for (const report of [vitest, playwright]) rmSync(report, { force: true });
}

/**
 * Returns the sum of both runners' reports. A test that passed only in a retry counts as failed.
 * @returns {{ passed: number, failed: number, complete: boolean }} `complete`: both reported, and both ran tests
 */
export function readReports() {
  const unit = read(vitest);
  const browser = read(playwright);
  const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0);
  // A file that doesn't load has no failed test, but a failed suite.
  const unloaded =
    unit?.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
      .length ?? 0;
  const inBrowser = browser === undefined ? 0 : browser.stats.unexpected + browser.stats.flaky + browser.errors.length;
  return {
    passed,
    failed: (unit?.numFailedTests ?? 0) + unloaded + inBrowser,
    complete: (unit?.numPassedTests ?? 0) > 0 && (browser?.stats.expected ?? 0) > 0,
  };
}

/**
 * Returns each failed test with the first lines of its error. Whoever sees only the last lines of a run, as in CI,
 * needs them there.
 * @returns {string[]}
 */
export function readFailures() {
  const ofVitest = (read(vitest)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    if (status !== 'failed') return [];
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return [describe(name, 'does not load', message)];
    return failed.map((test) => describe(name, test.fullName, test.failureMessages[0]));
  });
  const report = read(playwright);
  const ofPlaywright = specsOf(report?.suites ?? [])
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return describe(file, title, results.find(({ error }) => error)?.error?.message);
    });
  return [...ofVitest, ...ofPlaywright, ...(report?.errors ?? []).map(({ message }) => describe('', '', message))];
}

/** @param {Suite[]} suites @returns {Spec[]} */
const specsOf = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);

/** @param {string} file @param {string} title @param {string} [error] */
function describe(file, title, error = 'no error was reported') {
  const lines = stripVTControlCharacters(error).split('\n').slice(0, 12);
  return [`✗ ${relative(inProject(), file)} › ${title}`, ...lines.map((line) => `    ${line.slice(0, 200)}`)].join(
    '\n',
  );
}

/**
 * @typedef {{ ok: boolean, file: string, title: string,
 *   tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ numPassedTests: number, numFailedTests: number, suites?: Suite[], errors: { message?: string }[],
 *   testResults: { name: string, status: string, message?: string, assertionResults: VitestTest[] }[],
 *   stats: { expected: number, unexpected: number, flaky: number } }} Report
 * @param {string} file @returns {Report | undefined}
 */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
