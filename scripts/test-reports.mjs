import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
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
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[],
 *   stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} Report
 * @param {string} file @returns {Report | undefined}
 */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
