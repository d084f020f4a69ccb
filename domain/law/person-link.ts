import { ERASURE_KINDS, type ErasureKind } from '../erasures/subject.ts'
import type { JsonObject } from '../json/json.ts'
import type { Send } from '../outbound/recipients.ts'
import { unsubscriber } from '../outbound/unsubscribe.ts'
import { ENVIRONMENTS, type Environment } from '../runs/states.ts'

/** Where the links lead: `<public address>/p/<token>`. */
export const PERSON_PATH = '/p/'

/** A person as the recipient of a message. */
export interface LinkedPerson {
  readonly kind: ErasureKind
  /** Normalized. */
  readonly value: string
}

/** Whose page it is, at which sender, and the message that has its link. */
export interface PersonLink {
  readonly workspaceId: string
  readonly environment: Environment
  readonly runId: string
  readonly person: LinkedPerson
}

/**
 * The person whose link a message carries: the only recipient of a message that is no reply. null: it carries none. A
 * transactional email was requested, and an invitation has no room.
 */
export function personOfLink(capability: string, input: JsonObject, send: Send): LinkedPerson | null {
  const [only, second] = send.recipients
  if (send.reply || only === undefined || second !== undefined || capability === 'linkedin.invite') return null
  if (capability === 'email.send' && unsubscriber(input) === null) return null
  return only
}

/** The text that a token carries and that its code covers. */
export const writePersonLink = ({ workspaceId, environment, runId, person }: PersonLink): string =>
  JSON.stringify([workspaceId, environment, runId, person.kind, person.value])

/** null: the text is none. */
export function readPersonLink(text: string): PersonLink | null {
  const read: unknown = JSON.parse(text)
  const [workspaceId, environment, runId, kind, value]: unknown[] = Array.isArray(read) ? read : []
  const [knownEnvironment, knownKind] = [
    ENVIRONMENTS.find((one) => one === environment),
    ERASURE_KINDS.find((one) => one === kind),
  ]
  return typeof workspaceId === 'string' &&
    typeof runId === 'string' &&
    typeof value === 'string' &&
    knownEnvironment !== undefined &&
    knownKind !== undefined
    ? { workspaceId, environment: knownEnvironment, runId, person: { kind: knownKind, value } }
    : null
}

/** What a person requests on their page: the field of its forms, and its values. */
export const PERSON_REQUEST = 'request'
export const PERSON_REQUESTS = ['objection', 'erasure'] as const
export type PersonRequest = (typeof PERSON_REQUESTS)[number]

/** null: the body is no form of the page. */
export function readPersonRequest(body: string): PersonRequest | null {
  const requested = new URLSearchParams(body.trim()).get(PERSON_REQUEST)
  return PERSON_REQUESTS.find((one) => one === requested) ?? null
}
