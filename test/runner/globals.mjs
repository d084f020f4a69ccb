// What tests import as '@jest/globals'. Support modules outlive a test file: each name represents the global of that
// name, which is the current file's.
/** @type {Record<string, any>} */
const globals = globalThis

/** @param {string} name */
const current = (name) =>
  new Proxy(() => undefined, {
    apply: (_, self, args) => Reflect.apply(globals[name], self, args),
    get: (_, key) => globals[name][key],
  })

export const describe = current('describe')
export const it = current('it')
export const expect = current('expect')
export const beforeAll = current('beforeAll')
export const beforeEach = current('beforeEach')
export const afterAll = current('afterAll')
export const afterEach = current('afterEach')
