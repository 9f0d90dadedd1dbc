import type { Plugin } from 'vite';

const contract = /\/packages\/contract\/src\/[\w-]+\.ts$/;
/** What the portal's `api` reads of a call. */
const kept = new Set(['name', 'method', 'path']);

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** A place of the source, what goes there and how far it covers what was there. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Leaves of the contract's calls what a browser needs to make them, and lets unused schemas go. Schemas are for the
 * server, which validates; with them every page would load all of Zod, a quarter of the login page's budget.
 */
export function lightContract(): Plugin {
  return {
    name: 'quayside:light-contract',
    transform: {
      // After types are stripped, so that what is parsed is JavaScript.
      order: 'post',
      filter: { id: contract },
      handler(code) {
        const program = this.parse(code) as unknown as { body: AstNode[] };
        const edits = program.body
          .flatMap(madeValues)
          .flatMap((value) => (isCall(value) ? lighten(value) : spare(value)));
        let light = code;
        for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start)) {
          light = light.slice(0, start) + text + light.slice(end);
        }
        return { code: light, map: null };
      },
    },
  };
}

/** The values that a statement makes: `const Name = something(…)`, or an object that may call something within. */
function madeValues(statement: AstNode): AstNode[] {
  const declaration = (statement.declaration ?? statement) as AstNode;
  if (declaration.type !== 'VariableDeclaration') return [];
  return (declaration.declarations as AstNode[]).flatMap(({ init }) => {
    const value = init as AstNode | null;
    return value?.type === 'CallExpression' || value?.type === 'ObjectExpression' ? [value] : [];
  });
}

function isCall(value: AstNode): boolean {
  return (value.callee as AstNode | undefined)?.name === 'call';
}

/** `call({ … })` becomes `({ … })` without the properties, and what is spread, that only a server reads. */
function lighten(value: AstNode): Edit[] {
  const callee = value.callee as AstNode;
  const [definition] = value.arguments as [AstNode];
  const properties = definition.properties as AstNode[];
  const nameOf = ({ key }: AstNode) => String((key as AstNode | undefined)?.name);
  // One that is made of another call has from that what it doesn't say itself.
  const isWhole = properties.filter((property) => kept.has(nameOf(property))).length === kept.size;
  const cuts = properties.flatMap((property, place) => {
    if (kept.has(nameOf(property)) || (property.type === 'SpreadElement' && !isWhole)) return [];
    return [{ start: property.start, end: properties[place + 1]?.start ?? definition.end - 1, text: '' }];
  });
  return [{ start: callee.start, end: callee.end, text: '' }, ...cuts];
}

/** Says of a schema that making it does nothing else, so that it goes where nobody uses it. */
function spare(value: AstNode): Edit[] {
  return [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
    { start: value.end, end: value.end, text: '))()' },
  ];
}
