/** Sends a form to the bank, inside the frame of the name `target` on this page. */
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

/** The claims of a JSON web token; the signature is for the provider to check. */
export function readClaims(jwt: string): Record<string, string> {
  const body = jwt.split('.')[1] ?? '';
  const text = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(text) as Record<string, string>;
}

/** base64url without padding of a message's JSON. */
export function encodeMessage(message: Readonly<Record<string, string>>): string {
  return btoa(JSON.stringify(message)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
