import { domainsOf } from '../identity/covers.ts'
import type { Identity } from '../identity/kinds.ts'
import { detectSubject, readSubject } from '../identity/read.ts'
import { SUPPRESSION_KINDS, type SuppressionKind } from './channels.ts'

/** Somebody, or everybody at a domain, who is not to be written to. */
export interface SuppressionSubject {
  readonly kind: SuppressionKind
  /** Normalized (see `domain/identity`). */
  readonly value: string
}

export type ReadSubject =
  | { readonly kind: 'read'; readonly subject: SuppressionSubject }
  /** The reason is a clause that goes after the subject. */
  | { readonly kind: 'refused'; readonly reason: string }

const UNREADABLE = 'is no email, domain, LinkedIn URL, phone with its country code, or platform:handle'

/**
 * Whom a text of the suppression list names (Spec 2.7). `platform` is the network of an `@handle` and of nothing else; a handle of no
 * known network is refused, because it would match nobody or the wrong person.
 */
export function readSuppressionSubject(text: string, platform?: string): ReadSubject {
  const written = text.trim()
  const found = written.startsWith('@') && platform !== undefined ? readSubject(written, 'handle', platform) : detectSubject(written)
  if (found === null) return refused(UNREADABLE)
  const kind = SUPPRESSION_KINDS.find((one) => one === found.kind)
  if (kind === undefined) return refused(found.kind === 'url' ? 'is a page: name a profile or a domain' : UNREADABLE)
  const reason = tooWide(found)
  return reason === null ? { kind: 'read', subject: { kind, value: found.value } } : refused(reason)
}

const refused = (reason: string): ReadSubject => ({ kind: 'refused', reason })

function tooWide(found: Identity): string | null {
  if (found.kind === 'handle' && !found.value.includes(':')) return 'names no network: write platform:handle, or give platform in the body'
  // Nobody means everyone whose domain ends so.
  if (found.kind === 'domain' && domainsOf(found).length === 0) return 'is no domain that one organization has registered'
  return null
}
