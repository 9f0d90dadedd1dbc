import { onTestFinished, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/databases/test-database.ts';
import { makeFolder } from '../../testing/import-files.ts';
import { runOperator } from '../testing/operator.ts';

const berths = Array.from({ length: 300 }, (_, index) => index + 1);

/** Writes a file as an older German program does. */
const sheet = (columns: string, rows: readonly string[]) =>
  Buffer.from(`${[columns, ...rows].join('\r\n')}\r\n`.replaceAll('€', '\u0080'), 'latin1');

const euros = (berth: number) => `1.${String(berth).padStart(3, '0')},50 €`;

/** The exports of a marina's office, with the mistakes that such files have. */
const messy = {
  'tenants.csv':
    'key,name,hosts,country,currency,language,email,telephone\n' +
    'foerdehafen,Fördehafen,foerdehafen.localhost,DE,EUR,de-DE,buero@foerdehafen.example,04343 1234\n',
  'sites.csv':
    'number,name,address,telephone,email,time_zone\n' +
    '1,Fördehafen,Hafenstraße 1,04343 1234,buero@foerdehafen.example,Europe/Berlin\n',
  'Kundenliste.csv': sheet('Kd-Nr;Nachname;E-Mail;Ort;Land;Kategorie', [
    ...berths.map((berth) => `${20_000 + berth};Müller ${berth};m${berth}@example.de;Schönberg;Deutschland;A`),
    '20005;Müller 5;m5@example.de;Schönberg;Deutschland;A',
    '20400;;;;;',
  ]),
  'Boote.csv': sheet('Boots-Nr;Eigner;Bootsname;Typ;Länge;Breite;Tiefgang', [
    ...berths.map((berth) => `S${berth};${20_000 + berth};Lütt Deern;Segelyacht;11,42;3,35;1,80`),
    'S900;29999;Störtebeker;Motorboot;9,10;3,00;0,90',
    'S901;;Möwe;Motorboot;9,10;3,00;0,90',
  ]),
  'Rechnungen.csv': sheet(
    'Rechnung;Kunde;Art;Datum;Fällig;Brutto',
    berths.map((berth) => `R${berth};${20_000 + berth};Liegeplatz;1.4.2026;15.4.2026;${euros(berth)}`),
  ),
  'Positionen.csv': sheet(
    'Rechnung;Text;Menge;Einzelpreis;MwSt',
    berths.map((berth) => `R${berth};Liegeplatz;1;${euros(berth)};19`),
  ),
};

const mapping = {
  accounts: {
    file: 'Kundenliste.csv',
    columns: {
      'Kd-Nr': 'reference',
      Nachname: 'last_name',
      'E-Mail': 'email',
      Ort: 'town',
      Land: 'country',
      Kategorie: null,
    },
    values: { site: '1' },
  },
  boats: {
    file: 'Boote.csv',
    columns: {
      'Boots-Nr': 'reference',
      Eigner: 'account',
      Bootsname: 'name',
      Typ: 'type',
      Länge: 'length',
      Breite: 'beam',
      Tiefgang: 'draft',
    },
    values: { relationship: 'Owner' },
  },
  orders: {
    file: 'Rechnungen.csv',
    columns: {
      Rechnung: 'reference',
      Kunde: 'account',
      Art: 'type',
      Datum: 'created_on',
      Fällig: 'due_on',
      Brutto: 'total',
    },
  },
  'order-lines': {
    file: 'Positionen.csv',
    columns: { Rechnung: 'order', Text: 'name', Menge: 'quantity', Einzelpreis: 'unit_price', MwSt: 'vat_percent' },
  },
};

test('an office’s exports of 300 berths: each cause is named and counted, corrected files are taken in', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const importing = (files: Record<string, string | Buffer>, map: object) => {
    const folder = makeFolder({ ...files, 'mapping.json': JSON.stringify(map) });
    const written = ['--locale', 'de-DE', '--mapping', `${folder}/mapping.json`];
    return runOperator(['import', folder, ...written], { database });
  };
  const first = await importing(messy, mapping);
  expect(first.code).toBe(1);
  expect(first.err).toContain('301 times: Kundenliste.csv: country: "…" is not a country of two letters');
  for (const problem of [
    'Kundenliste.csv:302: reference: is the same as in line 6',
    'Kundenliste.csv:303: last_name: is empty',
    'Boote.csv:302: account: there is no account "29999"',
    'Boote.csv:303: account: is empty',
  ])
    expect(first.err).toContain(problem);
  expect(first.err).toContain('Nothing was written.');

  const corrected = {
    ...messy,
    'Kundenliste.csv': withoutWrongLines(messy['Kundenliste.csv']),
    'Boote.csv': withoutWrongLines(messy['Boote.csv']),
  };
  const words = { country: { Deutschland: 'DE' } };
  const second = await importing(corrected, { ...mapping, accounts: { ...mapping.accounts, words } });
  expect({ code: second.code, err: second.code === 0 ? '' : second.err }).toEqual({ code: 0, err: '' });
  for (const kind of ['accounts', 'boats', 'orders', 'order-lines'])
    expect(second.out).toMatch(new RegExp(`foerdehafen: ${kind} +300 +0 +0`));
});

/** Returns a file without its last two lines, which are wrong. */
const withoutWrongLines = (file: Buffer) =>
  Buffer.from(`${file.toString('latin1').split('\r\n').slice(0, 301).join('\r\n')}\r\n`, 'latin1');
