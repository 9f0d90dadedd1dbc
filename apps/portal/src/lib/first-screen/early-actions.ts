declare global {
  /** The clicks before this script came: on buttons, and on links in a frame or beside typed text (`noteClicks`). */
  var earlyClicks: HTMLElement[] | undefined;
}

const typedFields = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].filter(
    ({ value, defaultValue }) => value !== defaultValue,
  );

/** Checks if the browser follows the link in this window. */
export const isFollowedHere = ({ ctrlKey, metaKey, shiftKey }: Event & Partial<MouseEvent>) =>
  !ctrlKey && !metaKey && !shiftKey;

/** The time that a pressed link waits. The files of the page may fail or never come, and its question with them. */
const longestWaitMs = 3_000;

/**
 * Holds what the reader does on a page that the server has drawn, until React listens. The browser follows links
 * itself, but for those of a signed-in page where something is typed, because the portal asks before that is lost, and
 * of one in a frame, because some pages open in place of the framing one.
 * @returns does it again if `isDrawn`, and stops to hold
 */
export function holdEarlyActions(root: HTMLElement): (isDrawn: boolean) => void {
  const elements: HTMLElement[] = [];
  const holdClick = (clicked: HTMLElement) => {
    elements.push(clicked);
    if (isLink(clicked)) setTimeout(() => elements.includes(clicked) && location.assign(clicked.href), longestWaitMs);
  };
  globalThis.earlyClicks?.forEach(holdClick);
  globalThis.earlyClicks = undefined;
  const hold = (event: Event) => {
    const { type, target } = event;
    // The click that submits is held. The browser would post the form, and then React would send it again.
    if (type === 'submit') event.preventDefault();
    // An icon of a button is an element too, but not of HTML.
    const button = target instanceof Element && target.closest('button');
    if (type === 'click' && button) holdClick(button);
    const link = target instanceof Element && target.closest<HTMLElement>('a[href]:not([target])');
    if (type !== 'click' || !link || !isFollowedHere(event)) return;
    if (!/\/secure\//i.test(location.pathname) || (self === top && typedFields().length === 0)) return;
    event.preventDefault();
    holdClick(link);
  };
  const types = ['click', 'submit'];
  for (const type of types) root.addEventListener(type, hold, true);
  return (isDrawn) => {
    for (const type of types) root.removeEventListener(type, hold, true);
    const clicks = elements.splice(0);
    if (!isDrawn) return;
    redoChoices(root);
    clicks.forEach(press);
  };
}

const isLink = (element: HTMLElement): element is HTMLAnchorElement => element.matches('a');

/** Presses a button, or a link once React has taken over the form that asks before typed text is lost. */
function press(clicked: HTMLElement): void {
  if (!isLink(clicked)) return clicked.click();
  for (const field of typedFields()) tell(field, 'input');
  setTimeout(() => clicked.click());
}

/**
 * Tells React what the reader has chosen and switched, because React takes over the values that the server wrote.
 * The fields of a form are read when it starts, and radio buttons when they are drawn (`RadioCards`).
 * DANGER: a browser that goes back to a page restores what was chosen there, and nobody has chosen it now. So what
 * takes effect at once has `autoComplete="off"`: no consent is given and no order is selected by going back.
 */
function redoChoices(root: HTMLElement): void {
  switchAgain([...root.querySelectorAll<HTMLInputElement>('[type=checkbox]')]);
  for (const list of root.querySelectorAll('select')) if (isChosen(list)) chooseAgain(list);
  for (const field of root.querySelectorAll<HTMLInputElement>('[type=file]')) if (field.value) tellChange(field);
  // The words that a list is searched for are in no form.
  for (const field of root.querySelectorAll<HTMLInputElement>('[type=search]')) typeAgain(field);
}

/**
 * Switches again what the reader has switched. React takes over a part of the page at the first event that it hears
 * there, and then sets all boxes of that part to what this tab remembers. So all are read, and set back, before that.
 */
function switchAgain(boxes: readonly HTMLInputElement[]): void {
  const switched = boxes.filter(({ checked, defaultChecked }) => checked !== defaultChecked);
  for (const box of switched) box.checked = box.defaultChecked;
  const before = switched.map(({ checked }) => checked);
  switched.forEach(tellChange);
  for (const [at, box] of switched.entries()) if (box.checked === before[at]) box.click();
}

/**
 * Chooses an option again. React takes over this part of the page at the first event that it hears there, and then sets
 * the list back to the option that the server wrote. Nothing listens to this first one.
 */
function chooseAgain(list: HTMLSelectElement): void {
  const { value } = list;
  tell(list, 'keyup');
  list.value = value;
  tellChange(list);
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

const tell = (field: HTMLElement, type: 'change' | 'input' | 'keyup') =>
  field.dispatchEvent(new Event(type, { bubbles: true }));

const tellChange = (field: HTMLElement) => tell(field, 'change');

/** Checks if the reader has chosen another option than the server has drawn. */
export const isChosen = ({ options, selectedIndex }: HTMLSelectElement): boolean =>
  selectedIndex !==
  Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  );
