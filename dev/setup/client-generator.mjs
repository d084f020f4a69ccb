// What generates and packs the Python client, a Python program. In order: CLIENT_GENERATOR, our cache, pip.
import { join } from 'node:path'
import { pythonWith } from './python.mjs'

/**
 * @param {string} clone
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string, note: string}>} the Python that has it: `<python> -m openapi_python_client`
 */
export async function clientGenerator(clone, progress) {
  const given = process.env.CLIENT_GENERATOR
  if (given) return { value: given, note: `${given}, from CLIENT_GENERATOR` }
  const requirements = join(clone, 'api/clients/python/requirements.txt')
  return pythonWith('client-generator', { requirements, purpose: 'The generator of the Python client', progress })
}
