/**
 * Names an order as offices read it: by the number that customers see, with the marina's own reference, such as
 * `1001 (INV-2026-0101)`.
 */
export const orderName = ({ id, reference }: { id: number; reference: string | null }): string =>
  reference === null ? String(id) : `${id} (${reference})`;
