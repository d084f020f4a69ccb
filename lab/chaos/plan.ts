import { LINK_FAULTS } from './faults/links.ts'
import { PROCESS_FAULTS } from './faults/processes.ts'
import { SURROUNDING_FAULTS } from './faults/surroundings.ts'
import type { Fault } from './faults/fault.ts'
import type { Random } from '../../test/support/random.ts'

export const FAULTS: readonly Fault[] = [...SURROUNDING_FAULTS, ...PROCESS_FAULTS, ...LINK_FAULTS]

export interface PlannedFault {
  readonly fault: Fault
  /** The quiet time before it. */
  readonly pauseSeconds: number
  readonly random: Random
}

/** One after another, for as long as the campaign takes: each occurs once before any occurs again. */
export function* planFaults(random: Random, faults: readonly Fault[]): Generator<PlannedFault, never> {
  if (faults.length === 0) throw new Error('there is no fault to plan')
  for (let round = 0; ; round += 1) {
    for (const fault of random.shuffled(faults))
      yield { fault, pauseSeconds: random.int(5, 9), random: random.fork(`${fault.name} ${round}`) }
  }
}

/** Those whose name contains the word. */
export function faultsNamed(word: string | null): readonly Fault[] {
  const found = word === null ? FAULTS : FAULTS.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()))
  if (found.length === 0) throw new Error(`No fault is called "${word}". See: npm run chaos -- --list`)
  return found
}
