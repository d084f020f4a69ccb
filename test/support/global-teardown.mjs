// Jest turns a .ts file here into CommonJS; as .mjs it is imported as it is, and Node strips the types of the rest.
export { default } from './global-teardown.ts'
