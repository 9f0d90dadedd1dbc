/** An element of the page, by the names that people and screen readers use. */
export type Wanted = {
  /** A CSS selector for an element without a name, else one of the roles below. */
  role: string;
  /** The whole name, or the whole text; repeated spaces count once. With `part`: any part of it. */
  name?: string;
  part?: string;
  /** Searches only inside this. */
  within?: Wanted;
  /** Only if a press would reach it: visible, not moving, not covered, and enabled. */
  isReady?: boolean;
  /** Focuses it and selects its text. */
  isSelected?: boolean;
};

export const button = (name: string, within?: Wanted): Wanted => ({ role: 'button', name, ...(within && { within }) });
export const link = (name: string, within?: Wanted): Wanted => ({ role: 'link', name, ...(within && { within }) });
/** The label may contain more, such as that the field is optional. */
export const field = (part: string, within?: Wanted): Wanted => ({ role: 'field', part, ...(within && { within }) });
export const heading = (name: string): Wanted => ({ role: 'heading', name });
export const dialog = (name: string): Wanted => ({ role: 'dialog', name });
export const text = (part: string, within?: Wanted): Wanted => ({ role: 'text', part, ...(within && { within }) });
export const css = (selector: string, within?: Wanted): Wanted => ({ role: selector, ...(within && { within }) });

/**
 * Finds the element in the page. Null if it isn't there yet. It runs inside the page, so it uses nothing from
 * outside. It checks roles itself, because two of the engines don't know them.
 */
export function seek(wanted: Wanted): Element | null {
  const roles: Record<string, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    field: 'input, select, textarea',
    heading: 'h1, h2, h3',
    dialog: 'dialog[open]',
    text: '*',
  };
  const tidy = (words: string | null | undefined) => (words ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const labelled = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const named = labelled.map((id) => tidy(document.querySelector(`#${CSS.escape(id)}`)?.textContent)).join(' ');
    const label = labels.map((one) => tidy(one.textContent)).join(' ');
    return tidy(named || element.getAttribute('aria-label') || label || element.textContent);
  };
  const isReady = (element: Element) => {
    if (element.matches(':disabled, [aria-disabled=true], [data-locked]')) return false;
    if (document.getAnimations().some(({ effect }) => (effect as KeyframeEffect | null)?.target?.contains(element)))
      return false;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    let top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (top?.shadowRoot) top = top.shadowRoot.elementFromPoint(x + width / 2, y + height / 2);
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    return [element, ...labels].some((one) => one.contains(top));
  };
  // A provider's challenge renders its dialog in a shadow tree.
  const all = (root: ParentNode, selector: string): Element[] => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot, selector) : [])),
  ];
  const find = ({ role, name, part, within }: Wanted): Element[] => {
    const roots = within ? find(within) : [document.documentElement];
    const candidates = roots.flatMap((root) => all(root, roles[role] ?? role));
    const seen = candidates.filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const right = seen.filter((element) => {
      if (name !== undefined) return nameOf(element) === name;
      // A document's texts are also data in its scripts, which nobody sees.
      const says = role === 'text' ? tidy((element as HTMLElement).innerText) : nameOf(element);
      return part === undefined || says.includes(part);
    });
    // Among elements with a text, the innermost one counts.
    return role === 'text'
      ? right.filter((one) => !right.some((other) => other !== one && one.contains(other)))
      : right;
  };
  const [found] = find(wanted);
  if (!found || (wanted.isReady && !isReady(found))) return null;
  if (wanted.isSelected) {
    (found as HTMLInputElement).focus();
    if (!found.matches('select')) (found as HTMLInputElement).select();
  }
  return found;
}
