/**
 * Returns the origin of the page that frames this one, which that page's script wrote into the address. undefined
 * if the browser knows that it is another one. Messages go to this origin only.
 */
export function framingOrigin(): string | undefined {
  const claimed = new URLSearchParams(location.search).get('origin') ?? '';
  const known = location.ancestorOrigins?.[0];
  // A browser may hide the origin; it is "null" then.
  return known === undefined || known === 'null' || known === claimed ? claimed : undefined;
}
