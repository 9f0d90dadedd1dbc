import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * The names of the function that is called, such as those of `z.object` or `engine.log.warn`; none where it has none.
 * @param {any} callee
 * @returns {string[]}
 */
function namesOf(callee) {
  if (callee.type === 'Identifier') return [callee.name];
  return callee.type === 'MemberExpression' ? [...namesOf(callee.object), callee.property.name] : [];
}

/**
 * Leaves alone what decides nothing. A call's name and summary, and the shape of what goes in and out: the walks over
 * all calls and the document that programs read prove those. What is written to the log. The points at which
 * `npm run test:faults` kills the process. Rules stay mutated.
 */
const declarations = {
  /** @param {any} path */
  shouldIgnore(path) {
    if (!path.isCallExpression()) return undefined;
    const names = namesOf(path.node.callee);
    if (names[0] === 'z' || names[0] === 'call') return 'a declaration of the contract';
    if (names.at(-2) === 'log') return 'a line of the log';
    return names[0] === 'crashPoint' ? 'a point at which tests kill the process' : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'declarations', declarations)];
