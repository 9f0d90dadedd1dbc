import { z } from 'zod';

/** The rights that a key of the integration API can have: a pair for each resource, `read` and `write`. */
export const Scope = z.enum(['sites:read', 'sites:write']);
export type Scope = z.output<typeof Scope>;
