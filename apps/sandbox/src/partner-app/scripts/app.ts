/** The messages from the portal around a framed app. */
type FromPortal =
  | { readonly type: 'languageChanged'; readonly language: string }
  | { readonly type: 'parentLocationChange'; readonly restoreLocation: boolean };

const address = new URL(location.href);
const portal = new URL(address.searchParams.get('parentUrl') ?? location.href).origin;
const tell = (message: object) => parent.postMessage(message, portal);
const keptDay = `day of ${location.pathname}`;

addEventListener('message', ({ data, origin, source }: MessageEvent<FromPortal>) => {
  if (origin !== portal || source !== parent) return;
  if (data.type === 'languageChanged') show('language', data.language);
  // The portal's Back returns to where the customer was. Any other change starts from the beginning.
  if (data.type === 'parentLocationChange') showDay((data.restoreLocation && readDay()) || '0');
});

/** Shows the same page with another value in its address. */
function show(name: 'day' | 'language', value: string): void {
  if ((address.searchParams.get(name) ?? '0') === value) return;
  address.searchParams.set(name, value);
  location.replace(address);
}

/** Stores the day when it is chosen, because a frame that is removed has no time left for that. */
function showDay(day: string): void {
  keepDay(day);
  show('day', day);
}

function readDay(): string | null {
  try {
    return sessionStorage.getItem(keptDay);
  } catch {
    return null; // a browser may deny storage to frames
  }
}

function keepDay(day: string): void {
  try {
    sessionStorage.setItem(keptDay, day);
  } catch {
    // The app then starts from the beginning next time.
  }
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('.days a')) {
  // Adds no step to the browser's history, whose Back belongs to the portal.
  link.addEventListener('click', (event) => {
    event.preventDefault();
    showDay(new URL(link.href).searchParams.get('day') ?? '0');
  });
}

document.querySelector<HTMLFormElement>('#pay')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const order = document.querySelector<HTMLInputElement>('#order');
  const orderId = Number(order?.value);
  if (!Number.isSafeInteger(orderId) || orderId <= 0) return order?.focus();
  tell({ type: 'redirectToPayment', orderId });
  document.querySelector<HTMLElement>('#asked')?.removeAttribute('hidden');
});

tell({ type: 'microAppLoaded' });

export {};
