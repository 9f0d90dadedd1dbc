/** Returns the cursor of the same list and filters at another place. @param next a cursor that the list has answered */
export function cursorAt(next: string | null, place: string | number): string {
  const [mark] = Buffer.from(next ?? '', 'base64url')
    .toString()
    .split(' ');
  return Buffer.from(`${mark} ${place}`).toString('base64url');
}
