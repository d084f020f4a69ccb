import type { Capability } from '../../domain/capabilities/capability.ts'
import { readInput } from '../../domain/capabilities/read-input.ts'
import { checkRequest } from './absence.ts'
import { invalidRequest, type ValidationFault } from './check.ts'

const INPUT = '/input'

/**
 * The input of a run as it is stored and sent to providers: its texts are read, then the schema judges them. Throws
 * `invalid_request` with all faults.
 */
export function requireInput(
  { inputSchema, exampleInput }: Pick<Capability, 'inputSchema' | 'exampleInput'>,
  written: unknown,
): unknown {
  const { input, faults } = readInput(inputSchema, written)
  const checked = checkRequest(inputSchema, input, { prefix: INPUT })
  const unread = faults.map(({ path, message }) => ({ path: `${INPUT}${path}`, message }))
  if (checked.ok && unread.length === 0) return checked.value
  const judged = checked.ok ? [] : checked.faults.filter(({ path }) => !unread.some((fault) => fault.path === path))
  throw invalidRequest([...unread, ...judged.map((fault) => withExample(fault, exampleInput))])
}

/** What is missing is clearest in a complete input. */
const withExample = ({ path, message }: ValidationFault, example: Capability['exampleInput']): ValidationFault => ({
  path,
  message: path === INPUT ? `${message}, for example \`${JSON.stringify(example)}\`` : message,
})
