import type { Plugin } from 'vite';

/** The files in which routes are declared. */
const routes = /\/apps\/portal\/src\/routes\/[\w-]+-routes\.ts$/;

/** The facts of a route's `staticData` that only the table of pages, the menu and the server need. */
const unread = new Set(['leadsTo', 'description', 'menu']);

/** The kinds of documents that the browser's own rule reads (`routes/layout-routes.ts`). */
const readKinds = new Set(['key', 'payment', 'ownWindow']);

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * Removes from the declared routes what no browser reads, because every page loads all routes.
 */
export function lightRoutes(): Plugin {
  return {
    name: 'quayside:light-routes',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      // Runs after the types are stripped, so that it parses JavaScript.
      order: 'post',
      filter: { id: routes },
      handler(code) {
        return { code: lighten(code, this.parse(code) as unknown as AstNode), map: null };
      },
    },
  };
}

/** Returns the code of a file of routes without what no browser reads. */
export function lighten(code: string, program: AstNode): string {
  const cuts = objectsIn(program).flatMap(({ properties, end }) => {
    const all = properties as AstNode[];
    const data = all.find((property) => nameOf(property) === 'staticData')?.value as AstNode | undefined;
    if (data?.type !== 'ObjectExpression') return [];
    const facts = data.properties as AstNode[];
    if (!facts.some(isRead)) return cutsOf(all, end, (property) => property.value !== data);
    return cutsOf(facts, data.end, isRead);
  });
  return cuts.toSorted((a, b) => b.start - a.start).reduce((rest, { start, end }) => cutOut(rest, start, end), code);
}

const nameOf = ({ key }: AstNode) => String((key as AstNode | undefined)?.name);

/** Checks if a browser reads a fact. Of the kinds of a document it reads some. */
function isRead(fact: AstNode): boolean {
  if (nameOf(fact) !== 'document') return !unread.has(nameOf(fact));
  return ((fact.value as AstNode).elements as AstNode[]).some(({ value }) => readKinds.has(String(value)));
}

/** Returns the ranges of the members that don't stay, each with the comma after it. */
const cutsOf = (members: AstNode[], end: number, stays: (member: AstNode) => boolean) =>
  members.flatMap((member, place) =>
    stays(member) ? [] : [{ start: member.start, end: members[place + 1]?.start ?? end - 1 }],
  );

const cutOut = (text: string, start: number, end: number) => text.slice(0, start) + text.slice(end);

/** Returns all objects below a node. */
function objectsIn(node: AstNode): AstNode[] {
  const below = Object.values(node)
    .flat()
    .filter((child): child is AstNode => typeof child === 'object' && child !== null && 'type' in child)
    .flatMap(objectsIn);
  return node.type === 'ObjectExpression' ? [node, ...below] : below;
}
