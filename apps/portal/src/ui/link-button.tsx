import { createLink } from '@tanstack/react-router';
import { AnchorButton } from './button.tsx';

/** A link to one of our routes that looks like a button. It only navigates. */
export const LinkButton = createLink(AnchorButton);
