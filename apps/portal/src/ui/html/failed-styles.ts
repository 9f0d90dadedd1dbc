const failed = new Set<HTMLLinkElement>();

const note = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
};
// Captured, because the event doesn't bubble.
if (!import.meta.env.SSR) addEventListener('error', note, true);

/**
 * Loads failed styles again. The build's loader requests a style only once, so a part whose first load failed would
 * otherwise have no styles.
 * @throws Error if one fails again
 */
export async function loadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
  return new Promise((resolve, reject) => {
    const again = document.createElement('link');
    again.rel = 'stylesheet';
    again.href = link.href;
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`the styles ${link.href} could not be loaded`)));
    link.replaceWith(again);
  });
}
