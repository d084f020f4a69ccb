import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ATTACKS, type AttackName } from './attacks.ts'

export const SECTIONS = [
  'figures',
  'latency',
  'runs',
  'history',
  'tables',
  'events',
  'catalog',
  'scale',
  'bystander',
  'holds',
  'jobs',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** `together`: api and worker in one process, as with `npm start`. `apart`: a process each, as in production. */
export const SETUPS = ['together', 'apart'] as const
export type Setup = (typeof SETUPS)[number]

export interface Options {
  readonly sections: readonly SectionName[]
  readonly setups: readonly Setup[]
  readonly quick: boolean
  /** Runs loaded before the listings are measured. */
  readonly rows: number
  /** The folder for CPU profiles of the processes under test; null takes none. */
  readonly profileDir: string | null
  /** One attack of the bystander's part; null measures each of them. */
  readonly attack: AttackName | null
}

/** The full size of the budget ("Reads that grow") is 1,000,000, which takes about two minutes to load. */
const ROWS_DEFAULT = 100_000
const ROWS_QUICK = 20_000
const ROWS_MIN = 10_000
const ROWS_MAX = 10_000_000

export const USAGE = `npm run bench -- [options]
  --only ${SECTIONS.join('|')}
                                 one part only
  --setup together|apart         latency, bystander and jobs in one set-up only
  --attack NAME                  one attack of the bystander's part: ${ATTACKS.join(', ')}
  --rows N                       runs and events loaded before their listings, the history and the stream are read
                                 (default ${ROWS_DEFAULT}; the budget's full size is 1000000)
  --quick                        small numbers, to see that everything works; states nothing about speed
  --profile FOLDER               CPU profiles of the processes under test (they cost speed: compare nothing)`

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      setup: { type: 'string' },
      rows: { type: 'string' },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      attack: { type: 'string' },
    },
  })
  const rows = Number(values.rows ?? (values.quick ? ROWS_QUICK : ROWS_DEFAULT))
  if (!Number.isSafeInteger(rows) || rows < ROWS_MIN || rows > ROWS_MAX)
    throw new Error(`--rows is an integer from ${ROWS_MIN} to ${ROWS_MAX}.`)
  return {
    sections: oneOrAll('--only', values.only, SECTIONS),
    setups: oneOrAll('--setup', values.setup, SETUPS),
    quick: values.quick,
    rows,
    // The programs run in a separate folder.
    profileDir: values.profile === undefined ? null : resolve(values.profile),
    attack: values.attack === undefined ? null : (oneOrAll('--attack', values.attack, ATTACKS)[0] ?? null),
  }
}

function oneOrAll<T extends string>(option: string, value: string | undefined, all: readonly T[]): readonly T[] {
  if (value === undefined) return all
  const found = all.find((one) => one === value)
  if (found === undefined) throw new Error(`${option} is one of ${all.join(', ')}.`)
  return [found]
}
