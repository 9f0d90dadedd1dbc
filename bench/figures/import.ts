import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startOperator } from '../../apps/server/src/testing/processes/operator-process.ts';
import { operatorFlags } from '../../scripts/run/server-program.mjs';
import { memoryOf } from '../processes.ts';
import type { Figure } from '../report.ts';
import { type ScratchDatabase, startScratchPostgres } from '../scratch-postgres.ts';

/** Measures the real import command with a folder, and with the same folder again. */
export async function measureImport(rows: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-import-'));
  const postgres = await startScratchPostgres();
  try {
    await writeFiles(folder, Math.ceil(rows / 5));
    const database = await postgres.create('import');
    const first = await takeIn(folder, database);
    const again = await takeIn(folder, database);
    return [
      rate('import, rows of five files', first.perSecond, 2_000),
      rate('import, the same files again', again.perSecond, 2_000),
      {
        what: 'memory of the import',
        figure: `${Math.round(first.memory)} MB`,
        floor: '',
        value: first.memory,
        budget: { most: 250 },
      },
    ];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Compares the import of a vendor's export, mostly orders and their lines, with one of a tenth of its rows. Each
 * row must take about the same time, or some statement grows with the square of the rows. Each import gets its own
 * database, like a marina's first import.
 */
export async function measureLargeImport(rows: number): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  try {
    const importOf = async (name: string, count: number) => {
      const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-export-'));
      try {
        await writeExport(folder, count);
        return (await takeIn(folder, await postgres.create(name))).perSecond;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    };
    const small = await importOf('tenth', Math.ceil(rows / 10));
    const large = await importOf('whole', rows);
    return [
      {
        what: `import of an export of ${rows.toLocaleString('en')} rows against a tenth`,
        figure: `${Math.round(large)}/s, ${Math.round(rows / large)} s`,
        floor: `${Math.round(small)}/s`,
        value: large / small,
        budget: { least: 0.5 },
      },
    ];
  } finally {
    await postgres.stop();
  }
}

const rate = (what: string, perSecond: number, least: number): Figure => ({
  what,
  figure: `${Math.round(perSecond)}/s`,
  floor: '',
  value: perSecond,
  budget: { least },
});

async function takeIn(folder: string, database: ScratchDatabase): Promise<{ perSecond: number; memory: number }> {
  const { child, ended } = startOperator(['import', folder], { database, nodeFlags: operatorFlags });
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(child.pid ?? 0) ?? 0);
  }, 50);
  const { code, out, err } = await ended;
  clearInterval(watch);
  const told = /([\d,]+) a second/.exec(out)?.[1];
  if (code !== 0 || told === undefined) throw new Error(`the import ended with ${code}:\n${out}${err}`);
  return { perSecond: Number(told.replaceAll(',', '')), memory };
}

/** Writes customers, each with a boat and an order of two lines: five rows of files for each. */
async function writeFiles(folder: string, customers: number): Promise<void> {
  await writeMarina(folder, customers);
  const order = (n: number) => `O${n},A${n},Berthing,Kittiwake,2026-03-01,2026-04-01,2788.75\n`;
  await write(folder, 'orders', 'reference,account,type,boat,created_on,due_on,total', customers, order);
  await writeLines(folder, customers);
}

/**
 * Writes an export with this number of rows: customers with a boat and six orders of two lines each, every second
 * order with an invoice.
 */
async function writeExport(folder: string, rows: number): Promise<void> {
  const customers = Math.ceil(rows / 20);
  const orders = customers * 6;
  await writeMarina(folder, customers);
  const columns = 'reference,account,type,boat,created_on,due_on,total,invoice_number';
  const invoice = (n: number) => (n % 2 === 0 ? '' : `INV-${n}`);
  const order = (n: number) =>
    `O${n},A${(n % customers) + 1},Berthing,Kittiwake,2026-03-01,2026-04-01,2788.75,${invoice(n)}\n`;
  await write(folder, 'orders', columns, orders, order);
  await writeLines(folder, orders);
}

async function writeMarina(folder: string, customers: number): Promise<void> {
  const tenant = `bench,Bench Marina,,GB,GBP,en-GB,en-GB,office@example.com,01632 960000,\n`;
  await write(
    folder,
    'tenants',
    'key,name,hosts,country,currency,language,languages,email,telephone,colour',
    1,
    () => tenant,
  );
  const site = '1,Bench,Quay Road,01632 960000,office@example.com,Europe/London\n';
  await write(folder, 'sites', 'number,name,address,telephone,email,time_zone', 1, () => site);
  await write(
    folder,
    'accounts',
    'reference,site,first_name,last_name,email,mobile,address1,town,postcode,country',
    customers,
    (n) =>
      `A${n},1,Robin,Number ${n},robin.${n}@example.com,07700 900${String(n % 1000).padStart(3, '0')},${n} Quay ` +
      'Road,Lymington,SO41 0QX,GB\n',
  );
  await write(
    folder,
    'boats',
    'reference,account,name,type,length,beam,draft,relationship,sticker',
    customers,
    (n) => `B${n},A${n},"Kittiwake, the ${n}.",Sailing yacht,9.45,3.1,1.6,Owner,S ${n}\n`,
  );
}

async function writeLines(folder: string, orders: number): Promise<void> {
  await write(
    folder,
    'order-lines',
    'order,name,quantity,unit_price,vat_percent,starts_on,ends_on,location',
    orders,
    (n) =>
      `O${n},Annual berth,9.45,275.00,20,2026-04-01,2027-03-31,A ${n}\nO${n},Electricity deposit,1,190.00,20,,,A ` +
      `${n}\n`,
  );
}

async function write(folder: string, name: string, header: string, count: number, row: (n: number) => string) {
  function* lines() {
    yield `${header}\n`;
    for (let n = 1; n <= count; n += 1) yield row(n);
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${name}.csv`)));
}
