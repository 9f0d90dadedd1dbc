import { Failure } from '../command/failure.mjs';

/**
 * The ports that browsers and Node's `fetch` refuse to call, because other programs listen there (Fetch standard,
 * "Port blocking").
 */
const blocked = new Set(
  [
    [1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110],
    [111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532],
    [540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061],
    [6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
  ].flat(),
);

/**
 * Returns the first port of a range that no browser opens; undefined if there is none.
 * @param {number} first
 * @param {number} count
 */
export const findBlockedPort = (first, count) =>
  Array.from({ length: count }, (_, index) => first + index).find((port) => blocked.has(port));

/**
 * Refuses a setting that names ports which no browser opens.
 * @param {string} name
 * @param {string} value the first port
 * @param {number} count of the ports from there on
 */
export function refuseBlockedPort(name, value, count) {
  const refused = findBlockedPort(Number(value), count);
  if (refused !== undefined)
    throw new Failure(`${name}=${value} does not work: browsers refuse to open port ${refused}. Set another port.`);
}
