/**
 * The origin of the page that frames this one, as that page's script wrote it into the address; undefined where the browser
 * knows that it is another one. Messages go to this origin only.
 */
export function framingOrigin(): string | undefined {
  const claimed = new URLSearchParams(location.search).get('origin') ?? '';
  const known = location.ancestorOrigins?.[0];
  // A browser may hide the origin, and says "null" then.
  return known === undefined || known === 'null' || known === claimed ? claimed : undefined;
}
