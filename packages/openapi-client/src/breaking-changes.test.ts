import { describe, expect, test } from 'vitest';
import { breakingChanges, type ComparableDocument } from './breaking-changes.ts';

interface Parts {
  body?: object;
  answer?: object;
  parameters?: object[];
  operation?: object;
  schemas?: Record<string, object>;
}

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });

/** Returns a document of one call, `PUT /boats`. */
const documentOf = ({ body = {}, answer = {}, parameters = [], operation = {}, schemas = {} }: Parts) => {
  const put = { operationId: 'boats.put', parameters, requestBody: json(body), responses: { 200: json(answer) } };
  return { paths: { '/boats': { put: { ...put, ...operation } } }, components: { schemas } } as ComparableDocument;
};

const changes = (before: Parts, after: Parts) => breakingChanges(documentOf(before), documentOf(after));
const inBody = (before: object, after: object) =>
  changes({ body: object({ name: before }) }, { body: object({ name: after }) });
const inAnswer = (before: object, after: object) =>
  changes({ answer: object({ name: before }) }, { answer: object({ name: after }) });

describe('a change that breaks callers is found', () => {
  test('[API-7] a call, an answer, or a way to send the body is gone', () => {
    const before = documentOf({});
    expect(breakingChanges(before, { ...before, paths: {} })).toEqual(['PUT /boats: the call is gone']);
    expect(changes({}, { operation: { responses: { 201: json({}) } } })).toEqual([
      'PUT /boats: 200: the answer is gone',
    ]);
    expect(changes({}, { operation: { requestBody: { content: { 'text/csv': { schema: {} } } } } })).toEqual([
      'PUT /boats: request: application/json is gone',
    ]);
    expect(changes({}, { operation: { operationId: 'boats.save' } })).toEqual([
      'PUT /boats: its name is now boats.save',
    ]);
  });

  test('[API-7] a field is gone, from a request or an answer, also inside lists and named shapes', () => {
    const whole = object({ name: text, length: text });
    const less = object({ name: text });
    expect(changes({ body: whole }, { body: less })).toEqual(['PUT /boats: request.length: the field is gone']);
    expect(changes({ answer: whole }, { answer: less })).toEqual(['PUT /boats: 200.length: the field is gone']);
    const list = { type: 'array', items: { $ref: '#/components/schemas/Boat' } };
    expect(changes({ answer: list, schemas: { Boat: whole } }, { answer: list, schemas: { Boat: less } })).toEqual([
      'PUT /boats: 200[].length: the field is gone',
    ]);
  });

  test('[API-7] a field or parameter or scope becomes required', () => {
    const required = ['PUT /boats: request.name: the field is required'];
    expect(changes({ body: object({ name: text }) }, { body: object({ name: text }, ['name']) })).toEqual(required);
    expect(changes({ body: object({}) }, { body: object({ name: text }, ['name']) })).toEqual(required);
    const parameter = { name: 'site', in: 'query', schema: text };
    const demanded = { parameters: [{ ...parameter, required: true }] };
    const found = ['PUT /boats: the parameter site in the query is required'];
    expect(changes({ parameters: [parameter] }, demanded)).toEqual(found);
    expect(changes({}, demanded)).toEqual(found);
    expect(changes({ parameters: [parameter] }, {})).toEqual(['PUT /boats: the parameter site in the query is gone']);
    const scope = (name: string) => ({ operation: { 'x-scopes': [name] } });
    expect(changes(scope('boats:read'), scope('boats:write'))).toEqual(['PUT /boats: needs the scope boats:write']);
    const bodyRequired = { operation: { requestBody: { ...json({}), required: true } } };
    expect(changes({}, bodyRequired)).toEqual(['PUT /boats: request: a body is required']);
  });

  test.each([
    ['another type', text, { type: 'number' }, 'is number instead of string'],
    ['null no more', { anyOf: [text, { type: 'null' }] }, text, 'is string instead of string or null'],
    ['whole numbers alone', { type: 'number' }, { type: 'integer' }, 'is integer instead of number'],
    ['shorter texts', { ...text, maxLength: 60 }, { ...text, maxLength: 50 }, 'maxLength is now 50'],
    ['no empty texts', text, { ...text, minLength: 1 }, 'minLength is now 1'],
    ['smaller numbers', { type: 'number' }, { type: 'number', maximum: 9 }, 'maximum is now 9'],
    ['a pattern', text, { ...text, pattern: '^x' }, 'pattern is now "^x"'],
    ['a format', text, { ...text, format: 'date' }, 'format is now "date"'],
    ['fewer words', { enum: ['a', 'b'] }, { enum: ['a'] }, 'no longer takes b'],
    ['words alone', text, { ...text, enum: ['a'] }, 'takes only some words'],
    [
      'shorter texts of a choice',
      { anyOf: [{ ...text, maxLength: 60 }, { type: 'null' }] },
      { anyOf: [{ ...text, maxLength: 9 }, { type: 'null' }] },
      'maxLength is now 9',
    ],
  ])('[API-7] a request takes less than before: %s', (_, before, after, change) => {
    expect(inBody(before, after)).toEqual([`PUT /boats: request.name: ${change}`]);
  });

  test('[API-7] an answer has another type, may be null, or may lack what was always there', () => {
    expect(inAnswer(text, { type: 'number' })).toEqual(['PUT /boats: 200.name: is number instead of string']);
    const orNull = { anyOf: [text, { type: 'null' }] };
    expect(inAnswer(text, orNull)).toEqual(['PUT /boats: 200.name: is string or null instead of string']);
    const always = object({ name: text }, ['name']);
    expect(changes({ answer: always }, { answer: object({ name: text }) })).toEqual([
      'PUT /boats: 200.name: the field may be missing',
    ]);
  });
});

describe('a change that breaks nobody is none', () => {
  test('[API-7] new calls, fields, optional parameters and words; wider requests, narrower answers', () => {
    const before = documentOf({});
    const more = { ...before, paths: { ...before.paths, '/more': before.paths['/boats'] ?? {} } };
    expect(breakingChanges(before, more)).toEqual([]);
    const fewer = { body: object({ a: text }), answer: object({ a: text }) };
    const wider = { body: object({ a: text, b: text }), answer: object({ a: text, b: text }, ['a', 'b']) };
    expect(changes(fewer, { ...wider, parameters: [{ name: 'q', in: 'query', schema: text }] })).toEqual([]);
    expect(inAnswer({ enum: ['a'] }, { enum: ['a', 'b'] })).toEqual([]);
    expect(inAnswer({ type: 'number' }, { type: 'integer' })).toEqual([]);
    expect(inAnswer({ anyOf: [text, { type: 'null' }] }, text)).toEqual([]);
    expect(inBody(text, { anyOf: [text, { type: 'null' }] })).toEqual([]);
  });

  test('[API-7] the same document, even with a shape that contains itself', () => {
    const part = { $ref: '#/components/schemas/Part' };
    const parts = { answer: part, schemas: { Part: object({ parts: { type: 'array', items: part } }) } };
    expect(changes(parts, parts)).toEqual([]);
  });
});
