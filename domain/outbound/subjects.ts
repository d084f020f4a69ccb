import { domainsOf } from '../identity/covers.ts'
import type { Identity } from '../identity/kinds.ts'
import { detectSubject, readSubject } from '../identity/read.ts'
import { SUPPRESSION_KINDS, type SuppressionKind } from './channels.ts'

/** A person, or everyone at a domain, that must not get any message. */
export interface SuppressionSubject {
  readonly kind: SuppressionKind
  /** Normalized (see `domain/identity`). */
  readonly value: string
}

export type ReadSubject =
  | { readonly kind: 'read'; readonly subject: SuppressionSubject }
  /** The reason is a clause that follows the subject. */
  | { readonly kind: 'refused'; readonly reason: string }

const UNREADABLE = 'is not an email, domain, LinkedIn URL, phone with country code, or platform:handle'

/**
 * The identity in a text of the suppression list (Spec 2.7). `platform` is the network of an `@handle` and of nothing
 * else. A handle without a known network is refused, because it would match no person or the wrong one.
 */
export function readSuppressionSubject(text: string, platform?: string): ReadSubject {
  const written = text.trim()
  const found =
    written.startsWith('@') && platform !== undefined
      ? readSubject(written, 'handle', platform)
      : detectSubject(written)
  if (found === null) return refused(UNREADABLE)
  const kind = SUPPRESSION_KINDS.find((one) => one === found.kind)
  if (kind === undefined) return refused(found.kind === 'url' ? 'is a page: name a profile or a domain' : UNREADABLE)
  const reason = tooWide(found)
  return reason === null ? { kind: 'read', subject: { kind, value: found.value } } : refused(reason)
}

const refused = (reason: string): ReadSubject => ({ kind: 'refused', reason })

function tooWide(found: Identity): string | null {
  if (found.kind === 'handle' && !found.value.includes(':'))
    return 'has no network: write platform:handle, or set platform in the body'
  // A public suffix is refused: the caller cannot mean everyone whose domain ends with it.
  if (found.kind === 'domain' && domainsOf(found).length === 0) return 'is not a domain of a single organization'
  return null
}
