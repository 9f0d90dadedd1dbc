import { CallError } from '../../http/errors.ts';

/**
 * Refuses an object without lines, and to take all lines away: a row of the import replaces lines, and none says that
 * there are none.
 * @throws CallError INVALID_REQUEST
 */
export function refuseNoLines(lines: readonly object[], stored: { lines: readonly object[] } | undefined): void {
  if (lines.length > 0 || stored?.lines.length === 0) return;
  const message = stored ? 'is empty: leave it out to keep the stored lines' : 'is empty: give at least one line';
  throw new CallError('INVALID_REQUEST', {
    fields: [{ errorCode: 'refused', fieldName: 'lines', message }],
    values: { field: 'lines' },
  });
}
