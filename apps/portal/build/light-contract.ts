import type { Plugin } from 'vite';

const contract = /\/packages\/contract\/src\/(?:[\w-]+\/)+[\w-]+\.ts$/;
/** The properties of a call that the portal's `api` reads. */
const kept = new Set(['name', 'method', 'path']);

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** A change of the source: the range from `start` to `end` is replaced by `text`. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Removes everything from the contract's calls that a browser doesn't need, so that unused schemas disappear. The
 * server needs the schemas to validate. With them every page would load all of Zod, which is a quarter of the login
 * page's budget.
 */
export function lightContract(): Plugin {
  return {
    name: 'quayside:light-contract',
    transform: {
      // Runs after the types are stripped, so that it parses JavaScript.
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

/** Returns the values that a statement creates: `const Name = something(…)`, or an object that may contain calls. */
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

/** Turns `call({ … })` into `({ … })` without the properties and spreads that only a server reads. */
function lighten(value: AstNode): Edit[] {
  const callee = value.callee as AstNode;
  const [definition] = value.arguments as [AstNode];
  const properties = definition.properties as AstNode[];
  const nameOf = ({ key }: AstNode) => String((key as AstNode | undefined)?.name);
  // A call that spreads another one takes missing properties from it, so that spread must stay.
  const isWhole = properties.filter((property) => kept.has(nameOf(property))).length === kept.size;
  const cuts = properties.flatMap((property, place) => {
    if (kept.has(nameOf(property)) || (property.type === 'SpreadElement' && !isWhole)) return [];
    return [{ start: property.start, end: properties[place + 1]?.start ?? definition.end - 1, text: '' }];
  });
  // Without this mark the bundler keeps a call with a spread although nobody uses it.
  const [before, after] = isWhole ? ['', ''] : ['/* @__PURE__ */ (() => ', ')()'];
  return [
    { start: callee.start, end: callee.end, text: before },
    ...cuts,
    { start: value.end, end: value.end, text: after },
  ];
}

/** Marks a schema as free of side effects, so that the bundler removes it if nobody uses it. */
function spare(value: AstNode): Edit[] {
  return [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
    { start: value.end, end: value.end, text: '))()' },
  ];
}
