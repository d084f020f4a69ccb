import { domainsOf } from '../identity/covers.ts'
import { hasKnownSuffix, readHost } from '../identity/host.ts'
import type { Identity } from '../identity/kinds.ts'
import { detectSubject, readSubject } from '../identity/read.ts'
import { readIdentity, reasonAgainstAny } from '../identity/reading.ts'
import { tidy } from '../identity/text.ts'
import { unwrap } from '../identity/unwrap.ts'
import { SUPPRESSION_KINDS, type SuppressionKind } from './channels.ts'

/** A person, or everyone at a domain, that must not get any message. */
export interface SuppressionSubject {
  readonly kind: SuppressionKind
  /** Normalized (see `domain/identity`). */
  readonly value: string
}

export type ReadSubject =
  | { readonly kind: 'read'; readonly subject: SuppressionSubject }
  /** The reason is a sentence. */
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * The identity in a text of the suppression list (Spec 2.7). `platform` is the network of an `@handle` and of nothing
 * else. A handle without a known network is refused, because it would match no person or the wrong one.
 */
export function readSuppressionSubject(text: string, platform?: string): ReadSubject {
  const written = text.trim()
  if (written.startsWith('@') && platform !== undefined) {
    const handle = readIdentity(written, 'handle', { platform })
    return handle.kind === 'read' ? accepted(handle.identity) : refused(handle.reason)
  }
  const found = everyoneAt(written) ?? detectSubject(written)
  return found === null ? refused(reasonAgainstAny(written)) : accepted(found, written)
}

/** `@example.org` is everyone at the domain. A handle may look like one, but names no person without its network. */
function everyoneAt(written: string): Identity | null {
  const bare = unwrap(tidy(written))
  const host = bare.startsWith('@') ? readHost(bare.slice(1)) : null
  return host !== null && hasKnownSuffix(host) ? readSubject(host, 'domain') : null
}

function accepted(found: Identity, written = found.value): ReadSubject {
  const kind = SUPPRESSION_KINDS.find((one) => one === found.kind)
  if (kind === undefined) return refused(reasonAgainstAny(written))
  const reason = tooWide(found)
  return reason === null ? { kind: 'read', subject: { kind, value: found.value } } : refused(reason)
}

const refused = (reason: string): ReadSubject => ({ kind: 'refused', reason })

function tooWide(found: Identity): string | null {
  if (found.kind === 'handle' && !found.value.includes(':'))
    return 'This handle has no network. Write it like instagram:ada.example, or set platform in the body.'
  // A public suffix is refused: the caller cannot mean everyone whose domain ends with it.
  if (found.kind === 'domain' && domainsOf(found).length === 0)
    return 'This is not the domain of one organization. Write one like example.com.'
  return null
}
