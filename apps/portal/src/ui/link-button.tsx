import { createLink } from '@tanstack/react-router';
import { AnchorButton } from './button.tsx';

/** A link to one of our routes that looks like a button: it leads somewhere and does nothing else. */
export const LinkButton = createLink(AnchorButton);
