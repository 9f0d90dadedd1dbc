import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

test.each([
  ['1 Quay Road<br/>Saltmarsh<br>SM1 1AA', ['1 Quay Road', 'Saltmarsh', 'SM1 1AA']],
  ['1 Quay Road<BR /> <br />Saltmarsh', ['1 Quay Road', 'Saltmarsh']],
  ['1 Quay Road<br class="x">Saltmarsh', ['1 Quay Road', 'Saltmarsh']],
  ['The <b>Quay</b><br/>Saltmarsh', ['The <b>Quay</b>', 'Saltmarsh']],
  ['1 Quay Road\r\nSaltmarsh\n', ['1 Quay Road', 'Saltmarsh']],
  ['', []],
])('[AGR-8] %s', (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});
