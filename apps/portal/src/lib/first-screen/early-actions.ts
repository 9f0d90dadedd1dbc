declare global {
  /** The buttons that the reader clicked before this script came. The server's script notes them (`startScripts`). */
  var earlyClicks: HTMLButtonElement[] | undefined;
}

/**
 * Holds what the reader does on a page that the server has drawn, until React listens. Links need nothing: the browser
 * follows them itself.
 * @returns does it again if `isDrawn`, and stops to hold
 */
export function holdEarlyActions(root: HTMLElement): (isDrawn: boolean) => void {
  const held = (globalThis.earlyClicks ?? []).map((button) => () => button.click());
  globalThis.earlyClicks = undefined;
  const hold = (event: Event) => {
    const { type, target } = event;
    // The click that submits is held. The browser would post the form, and then React would send it again.
    if (type === 'submit') event.preventDefault();
    // An icon of a button is an element too, but not of HTML.
    const button = target instanceof Element && target.closest('button');
    if (type === 'click' && button) held.push(() => button.click());
  };
  const types = ['click', 'submit'];
  for (const type of types) root.addEventListener(type, hold, true);
  return (isDrawn) => {
    for (const type of types) root.removeEventListener(type, hold, true);
    if (!isDrawn) return;
    redoChoices(root);
    for (const act of held) act();
  };
}

/**
 * Tells React what the reader has chosen and switched, because React takes over the values that the server wrote.
 * The fields of a form are read when it starts, and radio buttons when they are drawn (`RadioCards`).
 */
function redoChoices(root: HTMLElement): void {
  for (const box of root.querySelectorAll<HTMLInputElement>('[type=checkbox]')) {
    const { checked } = box;
    if (checked === box.defaultChecked) continue;
    box.checked = !checked;
    // React takes over a part of the page at once when it hears such an event there.
    tellChange(box);
    // Meanwhile it may show what this tab remembers.
    if (box.checked !== checked) box.click();
  }
  for (const list of root.querySelectorAll('select')) if (isChosen(list)) tellChange(list);
  for (const field of root.querySelectorAll<HTMLInputElement>('[type=file]')) if (field.value) tellChange(field);
  // The words that a list is searched for are in no form.
  for (const field of root.querySelectorAll<HTMLInputElement>('[type=search]')) typeAgain(field);
}

/** Types a text again. React watches a field's own `value`, and hears only of changes that don't come from there. */
function typeAgain(field: HTMLInputElement): void {
  const { value: typed, defaultValue } = field;
  if (typed === defaultValue) return;
  field.value = defaultValue;
  // React takes over this part of the page now.
  tell(field, 'input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
  tell(field, 'input');
}

const tell = (field: HTMLElement, type: 'change' | 'input') => field.dispatchEvent(new Event(type, { bubbles: true }));

const tellChange = (field: HTMLElement) => tell(field, 'change');

/** Checks if the reader has chosen another option than the server has drawn. */
export const isChosen = ({ options, selectedIndex }: HTMLSelectElement): boolean =>
  selectedIndex !==
  Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  );
