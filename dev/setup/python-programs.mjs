// Programs in Python that commands need. In order: the variable of its name, our cache, pip.
import { join } from 'node:path'
import { pythonWith } from './python.mjs'

const PROGRAMS = {
  // `npm run fuzz`: `<python> -m schemathesis.cli`
  SCHEMATHESIS: { name: 'schemathesis', requirements: 'lab/fuzz/requirements.txt', purpose: 'The fuzzer' },
  // `npm run client:python`, `npm run release`: `<python> -m openapi_python_client`
  CLIENT_GENERATOR: {
    name: 'client-generator',
    requirements: 'packages/python/requirements.txt',
    purpose: 'The generator of the Python client',
  },
  // `npm run release`: `<python> -m twine`
  TWINE: { name: 'twine', requirements: 'dev/release/requirements.txt', purpose: 'The judge of the Python package' },
}

/**
 * @param {keyof typeof PROGRAMS} variable
 * @param {string} clone
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string, note: string}>} the Python that has the program
 */
export async function pythonProgram(variable, clone, progress) {
  const given = process.env[variable]
  if (given) return { value: given, note: `${given}, from ${variable}` }
  const { name, requirements, purpose } = PROGRAMS[variable]
  return pythonWith(name, { requirements: join(clone, requirements), purpose, progress })
}
