import type { Country } from './places.ts';
import type { Random } from './random.ts';

/** An invented person. */
export interface Person {
  title: string;
  firstname: string;
  lastname: string;
  phone: string;
  mobile: string;
  email: string;
  address1: string;
  address2: string;
  town: string;
  county: string;
  postcode: string;
  countryCode: string;
}

/** Makes a person. @param taken the e-mail names in use; the new one is added */
export function makePerson(random: Random, country: Country, taken: Set<string>): Person {
  const firstname = random.pick(country.firstnames);
  const lastname = random.pick(country.lastnames);
  const number = String(random.whole(1, 148));
  const street = random.pick(country.streets);
  const { town, county, postcode } = random.pick(country.towns);
  return {
    title: random.pick(country.titles),
    firstname,
    lastname,
    phone: random.chance(0.7) ? fill(random, country.phone) : '',
    mobile: random.chance(0.8) ? fill(random, country.mobile) : '',
    email: emailOf(`${firstname}.${lastname}`, random.chance(0.5) ? 'example.com' : 'example.org', taken),
    address1: country.numberFirst ? `${number} ${street}` : `${street} ${number}`,
    address2: '',
    town,
    county,
    postcode: fill(random, postcode),
    countryCode: country.code,
  };
}

function emailOf(name: string, domain: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase();
  const free = taken.has(plain) ? `${plain}${taken.size}` : plain;
  taken.add(free);
  return `${free}@${domain}`;
}

function fill(random: Random, pattern: string): string {
  return pattern.replace(/[#@]/g, (mark) =>
    mark === '#'
      ? String(random.whole(0, 9))
      : random.pick(['A', 'B', 'D', 'E', 'H', 'J', 'L', 'N', 'P', 'Q', 'T', 'W', 'X']),
  );
}
