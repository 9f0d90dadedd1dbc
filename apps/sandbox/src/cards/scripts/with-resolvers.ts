interface Resolvers<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
}

/** Does the same as `Promise.withResolvers`, which Safari has only since 17.4. The portal's oldest browsers lack it. */
export function withResolvers<T>(): Resolvers<T> {
  const made: Partial<Resolvers<T>> = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made as Resolvers<T>;
}
