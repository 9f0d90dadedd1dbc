/** The part of negotiator 1 that we use. It has no types of its own, and DefinitelyTyped describes version 0.6. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string | undefined>> });
    /** Returns the best of the available languages. Undefined if the client accepts none of them. */
    language(available: readonly string[]): string | undefined;
    /** Returns the available encodings that the client accepts. */
    encodings(available: readonly string[]): string[];
  }
}
