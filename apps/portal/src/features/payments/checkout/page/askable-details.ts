/** The details that a provider may ask for, in the account form's names and in the form's order. */
export const askableDetails = [
  'firstname',
  'lastname',
  'email',
  'phone',
  'mobile',
  'address1',
  'town',
  'postcode',
] as const;

type AskableDetail = (typeof askableDetails)[number];

/** The kinds of values that the browser may fill in. */
const autoComplete: Readonly<Record<AskableDetail, string>> = {
  firstname: 'given-name',
  lastname: 'family-name',
  email: 'email',
  phone: 'tel',
  mobile: 'tel',
  address1: 'address-line1',
  town: 'address-level2',
  postcode: 'postal-code',
};

/** Returns the properties of a detail's input. */
export const inputOfDetail = (name: AskableDetail) => ({
  autoComplete: autoComplete[name],
  type: name === 'email' ? ('email' as const) : name === 'phone' || name === 'mobile' ? ('tel' as const) : undefined,
});

/** Returns the key of a detail's label. */
export const labelOfDetail = (name: AskableDetail): string =>
  name === 'phone' ? 'payments.contact.phone' : `account.${name}`;

/** Returns the details that the server's names of missing fields mean, such as `firstname` for `Firstname`. */
export const detailsOf = (missingFields: readonly string[]): string[] =>
  missingFields.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
