import type { Environment } from '../../../domain/runs/states.ts'
import type { Random } from '../../../test/support/random.ts'

/**
 * A marker is in the input of every run, wherever its provider shows it again, and ends with a letter that selects the
 * simulators' answer.
 */
export const MARKER = /m\d{6}[a-z]/

/** The letter of each kind of run. invariants/providers.ts uses those of sends. */
const KINDS = {
  /** The first provider finds the contact. */
  find: 'a',
  /** One provider finds nothing, and the next one does. */
  fallback: 'b',
  /** No provider finds anything. */
  none: 'n',
  /** As `find`, and the run writes a row. */
  record: 'w',
  email: 'e',
  invite: 'i',
  message: 'l',
  actor: 'x',
  raw: 'r',
  sandbox: 's',
} as const

export type RunKind = keyof typeof KINDS

export const letterOf = (kind: RunKind): string => KINDS[kind]

/** What the customer does besides waiting for the end. */
export const MANNERS = ['once', 'repeat', 'lose the answer', 'cancel'] as const

interface Planned {
  readonly atMs: number
  /** Which of the workspaces. */
  readonly workspace: number
}

export interface RunOperation extends Planned {
  readonly what: 'run'
  readonly marker: string
  readonly kind: RunKind
  readonly environment: Environment
  readonly keyed: boolean
  readonly manner: (typeof MANNERS)[number]
  /** `lose the answer`: when the customer hangs up. */
  readonly hangUpMs: number
}

export interface MessageOperation extends Planned {
  readonly what: 'message'
  readonly messageId: string
  /** Providers may send the same message several times. */
  readonly times: number
}

export interface WalletOperation extends Planned {
  readonly what: 'wallet'
}

export type Operation = RunOperation | MessageOperation | WalletOperation

export const WORKSPACES = 2
const PER_SECOND = 3.5

/** How often each kind occurs; a quarter of all runs is the sandbox's. */
const WEIGHTS: Readonly<Record<RunKind, number>> = {
  find: 16,
  fallback: 10,
  none: 5,
  record: 7,
  email: 12,
  invite: 7,
  message: 7,
  actor: 9,
  raw: 8,
  sandbox: 27,
}
const RUN_KINDS = Object.entries(WEIGHTS)
  .flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind))
  .filter((kind): kind is RunKind => kind in KINDS)

/** Everything that customers and providers do in this number of seconds, ordered by time. */
export function planOperations(random: Random, seconds: number): Operation[] {
  return Array.from({ length: Math.ceil(seconds * PER_SECOND) }, (_, index): Operation => {
    const planned = {
      atMs: Math.round(((index + random.next()) * 1000) / PER_SECOND),
      workspace: random.int(0, WORKSPACES - 1),
    }
    const what = random.next()
    if (what < 0.08)
      return { ...planned, what: 'message', messageId: `message-${index}`, times: random.pick([1, 1, 1, 2, 3]) }
    if (what < 0.12) return { ...planned, what: 'wallet' }
    const kind = random.pick(RUN_KINDS)
    const keyed = random.chance(0.88)
    return {
      ...planned,
      what: 'run',
      kind,
      keyed,
      marker: `m${String(index).padStart(6, '0')}${letterOf(kind)}`,
      environment: kind === 'sandbox' ? 'test' : 'live',
      manner: random.pick([
        'once',
        'once',
        'once',
        'once',
        'once',
        'cancel',
        ...(keyed ? (['repeat', 'repeat', 'lose the answer', 'lose the answer'] as const) : []),
      ] as const),
      hangUpMs: random.int(1, 60),
    }
  }).toSorted((one, other) => one.atMs - other.atMs)
}

const CONTACT = (marker: string) => ({
  capability: 'contact.find',
  input: { full_name: 'Robin Sample', domain: `${marker}.example.com` },
})

/** The row that a `record` run writes: the address that the simulators find. */
export const addressOf = (marker: string): string => `robin@${marker}.example.com`

/** The body of POST /v1/run. */
export function requestOf({ kind, marker }: RunOperation): object {
  const person = `https://www.linkedin.com/in/robin-${marker}`
  switch (kind) {
    case 'find':
    case 'fallback':
    case 'none':
      return CONTACT(marker)
    case 'record':
      return {
        ...CONTACT(marker),
        record: { table: 'leads', key: addressOf(marker), save: { email: 'email' }, set: { status: 'found' } },
      }
    case 'email':
      return {
        capability: 'email.send',
        routing: { provider: 'agentmail' },
        input: { to: addressOf(marker), subject: 'A question', text: `Hello ${marker}` },
      }
    case 'invite':
      return { capability: 'linkedin.invite', input: { profile_url: person, message: `Hello ${marker}` } }
    case 'message':
      return { capability: 'linkedin.message', input: { profile_url: person, text: `Hello ${marker}` } }
    case 'actor':
      return {
        provider: 'apify',
        endpoint: '/v2/actors/{actorId}/runs',
        path: { actorId: 'apify~instagram-scraper' },
        input: { search: `shoes ${marker}` },
      }
    case 'raw':
      return {
        provider: 'dataforseo',
        endpoint: '/v3/ai_optimization/chat_gpt/llm_responses/live',
        input: [{ keyword: `shoes ${marker}`, location_code: 2840, language_code: 'en' }],
      }
    case 'sandbox':
      return {
        capability: 'contact.find',
        input: {
          full_name: `Ada Example${['', '', ' +no-match', ' +error', ' +slow-3'][Number(marker.slice(1, 7)) % 5]}`,
          domain: `${marker}.example.com`,
        },
      }
  }
}
