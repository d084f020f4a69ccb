// The fuzzer of `npm run fuzz`, a Python program. In order: SCHEMATHESIS, our cache, pip.
import { join } from 'node:path'
import { pythonWith } from './python.mjs'

/**
 * @param {string} clone
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string, note: string}>} the Python that has it: `<python> -m schemathesis.cli`
 */
export async function schemathesis(clone, progress) {
  const given = process.env.SCHEMATHESIS
  if (given) return { value: given, note: `${given}, from SCHEMATHESIS` }
  const requirements = join(clone, 'lab/fuzz/requirements.txt')
  return pythonWith('schemathesis', { requirements, purpose: 'The fuzzer', progress })
}
