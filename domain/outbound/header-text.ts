import { isJsonObject, type Json } from '../json/json.ts'
import { segmentsOf } from '../catalog/segments.ts'
import type { Call } from './actor-names.ts'

/**
 * What is written into the body of a message, or is a file, in which lines break: any other member of a message may
 * become a line of its header, also one that its provider adds later.
 */
const BODY_MEMBERS: ReadonlySet<string> = new Set(
  [
    'body body_html body_text content html preview_text text',
    'call_script description fallback_value file message note notes payload properties schema variables',
  ].flatMap((words) => words.split(' ')),
)

/** Providers whose raw calls carry messages, and by which segments of their paths; null: all of them do. */
const CARRIERS: ReadonlyMap<string, RegExp | null> = new Map([
  ['agentmail', null],
  ['resend', null],
  ['apollo', /^(?:emailer-\w+|sequences)$/],
])

/** A line break in a header begins another one, such as a hidden recipient; a tab is a blank (RFC 5322, 2.2). */
const CONTROL = /(?!\t)\p{Cc}|[\u2028\u2029]/u

/** More than a person fixes at once; each of many recipients may have the same fault. */
const FAULTS_MAX = 20

export interface HeaderFault {
  /** A JSON pointer below the input. */
  readonly at: string
  readonly message: string
}

const MESSAGE = 'must be one line without control characters, for example `A question`'
const NAME = 'must have names without line breaks and control characters, for example `X-Campaign`'

/** The texts of a message that would break out of their line of its header (Spec 4.8); empty: none. */
export const headerFaults = (input: Json): HeaderFault[] => [...faultsIn(input, BODY_MEMBERS, '')].slice(0, FAULTS_MAX)

/** The same of a raw call: none where it carries no message. */
export function headerFaultsOfRaw({ provider, endpoint }: Pick<Call, 'provider' | 'endpoint'>, input: Json) {
  const paths = CARRIERS.get(provider)
  if (paths === undefined) return []
  return paths === null || segmentsOf(endpoint).some((word) => paths.test(word)) ? headerFaults(input) : []
}

/** `free`: members that may have line breaks; below `headers` there are none, also where one is called like a body. */
function* faultsIn(value: Json, free: ReadonlySet<string>, at: string): Generator<HeaderFault> {
  if (typeof value === 'string') {
    if (CONTROL.test(value)) yield { at, message: MESSAGE }
  } else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* faultsIn(inner, free, `${at}/${index}`)
  } else if (isJsonObject(value)) {
    for (const [name, inner = null] of Object.entries(value)) {
      if (CONTROL.test(name)) yield { at, message: NAME }
      else if (!free.has(name)) yield* faultsIn(inner, name === 'headers' ? NONE : free, `${at}${pointerTo(name)}`)
    }
  }
}

const NONE: ReadonlySet<string> = new Set()
/** RFC 6901. */
const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
