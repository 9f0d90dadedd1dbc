/**
 * Holds what the reader does on a page that the server has drawn, until React listens. Links need nothing: the browser
 * follows them itself.
 * @returns does it again if `isDrawn`, and stops to hold
 */
export function holdEarlyActions(root: HTMLElement): (isDrawn: boolean) => void {
  const held: (() => void)[] = [];
  const hold = (event: Event) => {
    const { type, target } = event;
    // The click that submits is held. The browser would post the form, and then React would send it again.
    if (type === 'submit') event.preventDefault();
    // An icon of a button is an element too, but not of HTML.
    if (!(target instanceof Element)) return;
    const button = target.closest('button');
    if (type === 'click' && button) held.push(() => button.click());
    // A chosen language or file. Fields of text are read when their form starts.
    if (type === 'change' && target.matches('select, [type=file]'))
      held.push(() => target.dispatchEvent(new Event('change', { bubbles: true })));
  };
  const types = ['click', 'change', 'submit'];
  for (const type of types) root.addEventListener(type, hold, true);
  return (isDrawn) => {
    for (const type of types) root.removeEventListener(type, hold, true);
    if (isDrawn) for (const act of held) act();
  };
}
