/** Posts a form to the bank, in the frame named `target` on this page. */
export function postToBank(action: string, target: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.target = target;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Reads the claims of a JSON web token. The provider checks the signature, not this. */
export function readClaims(jwt: string): Record<string, string> {
  const body = jwt.split('.')[1] ?? '';
  const text = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(text) as Record<string, string>;
}

/** Encodes a message as base64url of JSON, without padding. */
export function encodeMessage(message: Readonly<Record<string, string>>): string {
  return btoa(JSON.stringify(message)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
