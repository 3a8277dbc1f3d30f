/**
 * `tsyringe`, a dependency of `@peculiar/x509`, refuses to load without the polyfill
 * `reflect-metadata`. It reads metadata only of classes with constructor parameters, and the
 * library has none.
 */
if (!('getMetadata' in Reflect)) {
  Object.assign(Reflect, { getMetadata: () => undefined, getOwnMetadata: () => undefined })
}

export {}
