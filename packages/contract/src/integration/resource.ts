import { z } from 'zod';
import { call } from '../shared/call.ts';
import { addressNumber, Instant } from '../shared/common.ts';
import type { Scope } from './scopes.ts';

/** The marina's own name of an object. No other object of its kind has it, and it never changes. */
export const OwnReference = z.string().trim().min(1).max(60);

/** Returns the part of a path that names an object. @param example a reference for the document */
export const byReference = (example: string) =>
  z.strictObject({
    reference: OwnReference.meta({ description: 'Your own name of the object.', examples: [example] }),
  });

/** A text of a row. Null and an empty text both mean "none". */
export const TextField = z.string().max(4_000).nullable().optional();

/** A day of a row. Only the document reads the format: the import's rules refuse other texts, in their own words. */
export const DayField = TextField.meta({ format: 'date' });

/** A number of a row. Null means "none". */
export const NumberField = z.number().nullable().optional();

/** How many objects a page of a list has. */
export const PageLimit = addressNumber(z.int().min(1).max(100)).default(50);

/** The part of a list that is wanted. */
export const ListQuery = z.strictObject({
  limit: PageLimit.meta({ description: 'The most objects of one page.' }),
  cursor: z.string().max(200).optional().meta({
    description: 'The `next` of the page before, with the same filters. It stays right while objects are added.',
  }),
  updatedSince: Instant.optional().meta({
    description: 'Only objects that were made or changed at this time or later, in the order of their changes.',
  }),
});

/** The filters of lists. Each list has some of them. */
export const Filters = {
  account: OwnReference.optional().meta({
    description: 'Only objects of this customer. The list is empty if there is no such customer.',
    examples: ['C-1001'],
  }),
  site: addressNumber(z.int()).optional().meta({ description: 'Only objects of this harbour.' }),
  type: z.string().max(60).optional().meta({ description: 'Only objects with exactly this type.' }),
};

/** Returns the shape of a page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z
      .string()
      .nullable()
      .meta({ description: 'The cursor of the next page. Null: this is the last page.', examples: [null] }),
  });

/** The fields of every object beside its own. */
export const Tracked = {
  updatedAt: Instant.meta({ description: 'The time of the last change.', examples: ['2026-05-16T09:30:00.000Z'] }),
};

/** Says whose details count, as the import's `--office-wins`. */
export const OfficeWins = z.strictObject({
  officeWins: z.enum(['true', 'false']).default('false').meta({
    description: 'True: your details replace those that the customer has changed in the portal since your last ones.',
  }),
});

/** An example of a field, undefined for one that is made from the field's schema, and a description. */
type About = readonly [example: unknown, description?: string];

/**
 * Adds examples and descriptions to the fields of a shape, for the document of the integration API.
 * @param about by field. Several shapes may share it, so a shape may lack some of its fields
 */
export function documented<Shape extends z.ZodObject>(shape: Shape, about: Readonly<Record<string, About>>): Shape {
  const fields = Object.entries(about).flatMap(([name, [example, description]]) => {
    const field = shape.shape[name] as z.ZodType | undefined;
    const facts = {
      ...(example === undefined ? {} : { examples: [example] }),
      ...(description === undefined ? {} : { description }),
    };
    return field ? [[name, field.meta(facts)] as const] : [];
  });
  return shape.extend(Object.fromEntries(fields)) as unknown as Shape;
}

/**
 * Returns the row of a `PUT`, in which the document demands these fields. The import's rules refuse a row without them,
 * in their own words.
 */
export const withDemanded = <Shape extends z.ZodObject>(
  row: Shape,
  fields: readonly (keyof Shape['shape'] & string)[],
) =>
  row.extend(
    Object.fromEntries(fields.map((name) => [name, (row.shape[name] as z.ZodType).meta({ isDemanded: true })])),
  ) as unknown as Shape;

/** Tells if a `PUT` has to give a field of a row. See `withDemanded`. */
export const isDemanded = (field: z.ZodType): boolean => field.meta()?.['isDemanded'] === true;

/** A text in each language of the marina, by the language's tag. */
export const Texts = z.record(z.string().max(20), z.string().max(4_000).nullable());

interface Noun<Params extends z.ZodType, Query extends z.ZodType, Resource extends z.ZodType, Row extends z.ZodType> {
  /** The name of the calls, such as `stays`. */
  noun: string;
  /** The words of the summaries. */
  one: string;
  many: string;
  /** The file of the import that has the same rows. */
  file: string;
  /** The path of the list below the version. The path of one object adds `name`. */
  path: string;
  name: string;
  scopes: { read: Scope; write: Scope };
  params: Params;
  listParams?: z.ZodType;
  query: Query;
  resource: Resource;
  row: Row;
  /** The row of a `PUT`, with the fields that it demands. */
  whole: Row;
  bodyExample: Readonly<Record<string, unknown>>;
}

/** Declares the calls of a resource whose objects are rows of the import: a list, one object, `PUT` and `PATCH`. */
export function resourceCalls<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Resource extends z.ZodType,
  Row extends z.ZodType,
>({ noun, one, many, file, path, name, scopes, ...shapes }: Noun<Params, Query, Resource, Row>) {
  const { params, query, resource: answer, row, bodyExample } = shapes;
  const list = `integration/v1/${path}`;
  const object = { path: `${list}/${name}`, access: 'integration', params, versioned: true, answer } as const;
  return {
    list: call({
      name: `${noun}.list`,
      summary: `The ${many}`,
      method: 'GET',
      path: list,
      access: 'integration',
      scopes: [scopes.read],
      ...(shapes.listParams ? { params: shapes.listParams } : {}),
      query,
      answer: pageOf(answer),
    }),
    get: call({ ...object, name: `${noun}.get`, summary: `One ${one}`, method: 'GET', scopes: [scopes.read] }),
    put: call({
      ...object,
      name: `${noun}.put`,
      summary: `Create or replace ${/^[aeo]/.test(one) ? 'an' : 'a'} ${one}, as a row of ${file} does`,
      method: 'PUT',
      scopes: [scopes.write],
      creates: true,
      body: shapes.whole,
    }),
    patch: call({
      ...object,
      name: `${noun}.patch`,
      summary: `Change some fields of ${/^[aeo]/.test(one) ? 'an' : 'a'} ${one} (RFC 7396)`,
      method: 'PATCH',
      scopes: [scopes.write],
      body: row,
      bodyExample,
    }),
  };
}
