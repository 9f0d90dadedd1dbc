/**
 * Gives a clicked button the focus, as most browsers do. Safari leaves the focus on what is around the button. Then a
 * dialog that closes can't give the focus back, and a screen reader begins at the top of the page again.
 */
export function focusClickedButtons(): void {
  const focus = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const { activeElement } = document;
    // A field that still has the focus keeps it: leaving it could move the button.
    if (button && activeElement !== button && activeElement?.contains(button)) button.focus({ preventScroll: true });
  };
  addEventListener('click', focus, { capture: true });
}
