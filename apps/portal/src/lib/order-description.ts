/** Returns what an order is for, and the boat unless the description names it. */
export function describeOrder({ description, boatName }: { description: string; boatName: string | null }): string {
  const boat = boatName !== null && !description.includes(boatName) ? boatName : '';
  return [description, boat].filter(Boolean).join(' · ');
}
