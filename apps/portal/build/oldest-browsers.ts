/**
 * The oldest browsers in which the portal works with its scripts (SHELL-230), by the names that compilers use. The
 * build writes no newer syntax, and the journeys of `e2e/engines/` run also without any newer function.
 */
export const oldestBrowsers = { chrome: '111', edge: '111', firefox: '115', safari: '16.4', ios: '16.4' };
