import { minorToDecimal } from '@quayside/contract/shared/money.ts';
import { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import { type Cell, csvLines } from '../../features/exports/exports.exports.ts';
import { decimalPlacesOf } from '../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** The columns of a list, each with what it shows of a row. */
export type Columns<Row> = { [column: string]: (row: Row, tenant: Tenant) => Cell };

/** Writes an amount of a list as a number. */
export const decimalCell = (minor: number, currency: string, { settings }: Tenant): Cell => ({
  decimal: minorToDecimal(minor, decimalPlacesOf(currency, settings.culture)),
});

/** An option that is a day. */
export const dayOption = (description: string) => z.iso.date().meta({ description, value: 'yyyy-mm-dd' });

/** Refuses days in the wrong order. */
export function refuseBackwards({ from, to }: { from: string; to: string }): void {
  if (from > to) throw new OperatorError('--from: is after --to.');
}

/** Prints rows as CSV, some at a time. All of them are of one moment. */
export async function writeCsv<Row>(
  { database, terminal }: OperatorContext,
  tenant: Tenant,
  columns: Columns<Row>,
  readRows: (trx: TenantDb) => AsyncGenerator<Row[]>,
): Promise<void> {
  terminal.stdout.write(csvLines([Object.keys(columns)]));
  const read = database.forTenant(tenant.id).transaction().setAccessMode('read only');
  await read.execute(async (trx) => {
    for await (const rows of readRows(trx))
      terminal.stdout.write(csvLines(rows.map((row) => Object.values(columns).map((cell) => cell(row, tenant)))));
  });
}
