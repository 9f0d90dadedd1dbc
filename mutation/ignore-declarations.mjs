import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Returns the names of the called function, such as those of `z.object` or `engine.log.warn`. Empty if it has none.
 * @param {any} callee
 * @returns {string[]}
 */
function namesOf(callee) {
  if (callee.type === 'Identifier') return [callee.name];
  return callee.type === 'MemberExpression' ? [...namesOf(callee.object), callee.property.name] : [];
}

/**
 * Leaves code alone that decides nothing. That is a call's name and summary, and its schemas: the tests over all
 * calls and the OpenAPI document prove those. It also leaves log lines, and the points at which `npm run
 * test:faults` kills the process. Rules are still mutated.
 */
const declarations = {
  /** @param {any} path */
  shouldIgnore(path) {
    // A mutant can be a whole statement that is left out.
    const node = path.isExpressionStatement() ? path.node.expression : path.node;
    if (node.type !== 'CallExpression') return undefined;
    const names = namesOf(node.callee);
    if (names[0] === 'z' || names[0] === 'call') return 'a declaration of the contract';
    if (names.at(-2) === 'log') return 'a line of the log';
    return names[0] === 'crashPoint' ? 'a point at which tests kill the process' : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'declarations', declarations)];
