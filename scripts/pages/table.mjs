import { parseSync } from 'oxc-parser';
import { Failure } from '../command/failure.mjs';

/** @typedef {{ type: string, [key: string]: any }} Node */
/** @typedef {{ name: string, options: Map<string, Node>, read: (name: string) => Node | undefined }} Route */
/** @typedef {{ files: string[], document?: string[], leadsTo?: string, [key: string]: unknown }} Page */

/**
 * Returns the pages of route files by their paths, in the order of the files.
 * @param {{ file: string, text: string }[]} sources
 * @returns {Record<string, Page>}
 * @throws Failure if a route can't be read
 */
export function readPages(sources) {
  /** @type {Map<string, Route[]>} */
  const routes = new Map(sources.map((source) => [source.file, routesOf(source)]));
  const all = [...routes.values()].flat();
  const pages = all.flatMap((route) => {
    const path = pathOf(route, all);
    // A layout has only an id, and the route for everything else has no page of its own.
    return route.options.has('path') && !path.endsWith('/*') && !isLayout(route, all) ? [{ path, route }] : [];
  });
  return Object.fromEntries(pages.map(({ path, route }) => [path, pageOf(path, route, all, pages)]));
}

/**
 * Returns the routes that a file declares by `createRoute`.
 * @param {{ file: string, text: string }} source
 * @returns {Route[]}
 */
function routesOf({ file, text }) {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Failure(`${file}: ${errors[0].message}`);
  const declared = /** @type {Node[]} */ (program.body).flatMap((statement) => {
    const declaration = statement.declaration ?? statement;
    return declaration.type === 'VariableDeclaration' ? /** @type {Node[]} */ (declaration.declarations) : [];
  });
  const values = new Map(declared.map(({ id, init }) => [String(id.name), /** @type {Node} */ (init)]));
  return [...values].flatMap(([name, init]) => {
    if (init?.callee?.name !== 'createRoute') return [];
    return [{ name, options: propertiesOf(init.arguments[0]), read: (wanted) => values.get(wanted) }];
  });
}

/** @param {Node} object @returns {Map<string, Node>} */
const propertiesOf = (object) =>
  new Map(/** @type {Node[]} */ (object.properties).map(({ key, value }) => [key?.name, value]));

/**
 * @param {Route} route
 * @param {Route[]} all
 * @returns {Route | undefined} the layout of a route; undefined at the top
 */
function parentOf(route, all) {
  const { name } = route.options.get('getParentRoute')?.body ?? {};
  if (name === 'root') return undefined;
  // A layout of the same file comes first.
  const found =
    all.find((other) => other.name === name && other.read === route.read) ?? all.find(({ name: n }) => n === name);
  return found ?? fail(route, `has no known parent: ${name}`);
}

/** @param {Route} route @param {Route[]} all */
const isLayout = (route, all) => all.some((other) => parentOf(other, all) === route);

/** @param {Route} route @param {Route[]} all @returns {string} the path from the root, with `:name` for a part */
function pathOf(route, all) {
  const parent = parentOf(route, all);
  const own = route.options.get('path');
  const above = parent ? pathOf(parent, all).replace(/\/$/, '') : '';
  if (!own) return above || '/';
  const path = String(valueOf(route, own))
    .replace(/^\//, '')
    .replace(/\$(\w*)/g, (_, name) => (name ? `:${name}` : '*'));
  return `${above}/${path}`;
}

/**
 * @param {string} path @param {Route} route @param {Route[]} all @param {{ path: string, route: Route }[]} pages
 * @returns {Page}
 */
function pageOf(path, route, all, pages) {
  const own = staticDataOf(route);
  const document = documentOf(route, all);
  const described = { ...own, ...(document.length > 0 && { document }) };
  if (own.leadsTo === undefined) return { files: filesOf(route, all), ...described };
  // The guard leads on to another page before the browser shows anything, so it needs that page's files.
  const target = pages.find((page) => page.path === own.leadsTo);
  if (!target) return fail(route, `leads to ${JSON.stringify(own.leadsTo)}, but there is no such page`);
  return { files: filesOf(target.route, all), ...described };
}

/**
 * @param {Route} route
 * @param {Route[]} all
 * @returns {string[]} the kinds of the document, with those of its layouts
 */
function documentOf(route, all) {
  const parent = parentOf(route, all);
  const own = /** @type {string[]} */ (staticDataOf(route).document ?? []);
  return [...new Set([...(parent ? documentOf(parent, all) : []), ...own])];
}

/** @param {Route} route @param {Route[]} all @returns {string[]} the files of the layouts, then the page's own */
function filesOf(route, all) {
  const parent = parentOf(route, all);
  const expression = route.options.get('component');
  const component = expression?.type === 'Identifier' ? route.read(expression.name) : expression;
  const source = component?.arguments?.[0]?.body?.source;
  if (component?.callee?.name !== 'lazyRouteComponent' || !source)
    return fail(route, 'has neither a lazyRouteComponent nor `leadsTo`');
  const file = `src/routes/${String(source.value).replace(/^\.\//, '')}`;
  return [...(parent ? filesOf(parent, all) : []), file];
}

/** @param {Route} route @returns {Record<string, unknown>} */
function staticDataOf(route) {
  const expression = route.options.get('staticData');
  return expression ? /** @type {Record<string, unknown>} */ (valueOf(route, expression)) : {};
}

/** @param {Route} route @param {Node} node @returns {unknown} */
function valueOf(route, node) {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'ArrayExpression')
    return node.elements.map((/** @type {Node} */ element) => valueOf(route, element));
  if (node.type === 'ObjectExpression')
    return Object.fromEntries([...propertiesOf(node)].map(([name, value]) => [name, valueOf(route, value)]));
  return fail(route, `must be written out: its ${node.type} can't be read`);
}

/** @param {Route} route @param {string} problem @returns {never} */
function fail({ name }, problem) {
  throw new Failure(`The route ${name} ${problem}.`);
}
