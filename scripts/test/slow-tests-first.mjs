import { BaseSequencer } from 'vitest/node';

/**
 * Tests of at least ten seconds that mostly wait: for a process to end, a timeout or an alert. Beside them, other tests
 * use the cores. Started last, they would make the run wait for themselves alone.
 */
const waiting =
  /(alerts|hanging-\w+|jobs|start-order|readiness|status-port|process|crashes\.faults|mail-crash|presence|client)\.test\.ts$/;

/** Starts the tests that mostly wait before all others, which keep Vitest's order. */
export class SlowTestsFirst extends BaseSequencer {
  /**
   * @override
   * @param {Parameters<BaseSequencer['sort']>[0]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    const isSlow = sorted.filter(({ moduleId }) => waiting.test(moduleId));
    return [...isSlow, ...sorted.filter((file) => !isSlow.includes(file))];
  }
}
