import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Leaves declarations alone: a call's name and summary, and the shape of what goes in and out. The walks over all calls
 * and the document that programs read prove those. Rules stay mutated.
 */
const declarations = {
  /** @param {any} path */
  shouldIgnore(path) {
    if (!path.isCallExpression()) return undefined;
    const { callee } = path.node;
    const object = callee.type === 'MemberExpression' ? callee.object : callee;
    const isDeclaration = object.type === 'Identifier' && (object.name === 'z' || object.name === 'call');
    return isDeclaration ? 'a declaration of the contract' : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'declarations', declarations)];
