/** Whether a value of an address is a guid. By hand: the contract's schema would bring a library to every page. */
export const isGuid = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value);
