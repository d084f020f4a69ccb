import { readSubject } from '../identity/read.ts'
import { addressesOfHeader } from '../outbound/written-addresses.ts'
import { readSuppressionSubject } from '../outbound/subjects.ts'
import type { MessagingNetwork } from '../senders/sender.ts'

export interface Participant {
  readonly kind: 'linkedin' | 'handle' | 'phone'
  /** Normalized (see `domain/identity`). */
  readonly value: string
}

/** The people in a chat, by the names of the sender; empty if no name reads as an identity. */
export function participantsOf(network: MessagingNetwork, names: readonly string[]): Participant[] {
  const found = names.map((name) => participant(network, name)).filter((one) => one !== null)
  return [...new Map(found.map((one) => [one.value, one])).values()]
}

function participant(network: MessagingNetwork, name: string): Participant | null {
  switch (network) {
    // A public name may be one word in any script, which is a profile only where a path contains it.
    case 'linkedin':
      return known('linkedin', (readSubject(name, 'linkedin') ?? readSubject(`in/${name}`, 'linkedin'))?.value)
    case 'instagram': {
      // An id of digits is no handle, although it could be one.
      const found = /^\d+$/.test(name) ? null : readSubject(name, 'handle', 'instagram')
      return found?.kind === 'handle' ? known('handle', found.value) : null
    }
    // A number with its country, whether or not the plus is written.
    case 'whatsapp':
      return known('phone', readSubject(/^[1-9]\d{6,14}$/.test(name) ? `+${name}` : name, 'phone')?.value)
    case 'gmail':
      return null
  }
}

const known = (kind: Participant['kind'], value: string | undefined): Participant | null =>
  value === undefined ? null : { kind, value }

/** Recipients as suppressions name them, each once; a text that is no email address is left out. */
export function mailSubjects(
  recipients: readonly string[],
): { readonly kind: 'email'; readonly value: string; readonly subject: string }[] {
  const found = recipients
    .map((recipient) => ({ subject: recipient, read: readSuppressionSubject(recipient) }))
    .flatMap(({ subject, read }) =>
      read.kind === 'read' && read.subject.kind === 'email'
        ? [{ kind: 'email' as const, value: read.subject.value, subject }]
        : [],
    )
  return [...new Map(found.map((one) => [one.value, one])).values()]
}

/** A message may name more addresses than any mail server delivers to at once; further ones are not stored. */
const CORRESPONDENTS_MAX = 1_000

/** The normalized addresses in the headers of a mail, each once: `Ada <ada@example.com>`, or several in one text. */
export function correspondents(headers: readonly string[]): string[] {
  const found = headers.flatMap(addressesOfHeader).flatMap((address) => readSubject(address, 'email')?.value ?? [])
  return [...new Set(found)].slice(0, CORRESPONDENTS_MAX)
}
