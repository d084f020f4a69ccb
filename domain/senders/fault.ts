import type { Environment } from '../runs/states.ts'
import { byName, candidatesOf, isJudgedHere, nounOf, placeOf, type SenderQuestion } from './resolve.ts'
import type { NamedSender, OwnSender, SenderKind } from './sender.ts'

/** What is wrong with a member of a send's input that names a sender or a message, before any provider is chosen. */
export interface SenderFault {
  readonly member: 'inbox_id' | 'from' | 'account_id' | 'in_reply_to'
  /** `unknown`: the workspace has nothing with this name. `other`: the members name different senders,
   * or none where there are several. */
  readonly kind: 'unknown' | 'other'
  /** It quotes nothing of the input. */
  readonly message: string
}

type Named = Pick<SenderQuestion, 'kind' | 'environment' | 'input' | 'origin'> & {
  /** Those of this kind and environment that the input names. */
  readonly own: readonly NamedSender[]
}

const NAMING = ['inbox_id', 'from', 'account_id'] as const

/**
 * The first member that no provider could serve, or null. `resolveSender` decides again right before the call: a sender
 * may be removed in the meantime. A message that the service has not seen may be known to the provider.
 */
export function senderFault(question: Named): SenderFault | null {
  const { kind, input } = question
  const found: NamedSender[] = []
  for (const member of NAMING) {
    const name = input[member]
    if (typeof name !== 'string') continue
    if (kind === 'gmail' && member !== 'account_id')
      return { member, kind: 'other', message: `${member} and account_id name two different senders.` }
    const sender = byName(candidatesOf(question, question.own), name.trim())
    if (sender === undefined) {
      const by = member === 'from' ? 'address' : 'id'
      const message = `This workspace has no ${nounOf(kind)} with this ${by} in this environment.`
      return { member, kind: 'unknown', message }
    }
    if (found.some(({ id }) => id !== sender.id))
      return { member, kind: 'other', message: 'inbox_id and from name two different inboxes.' }
    found.push(sender)
  }
  return replyFault(question, found)
}

function replyFault(question: Named, found: readonly NamedSender[]): SenderFault | null {
  const { kind, origin } = question
  if (!isJudgedHere(question)) return null
  const member = 'in_reply_to'
  const place = placeOf(kind)
  if (origin.kind === 'foreign')
    return { member, kind: 'unknown', message: `The message to reply to is not in an ${place} of this workspace.` }
  const holder = origin.kind === 'own' ? origin.senderId : null
  return holder !== null && found.length > 0 && byName(found, holder) === undefined
    ? { member, kind: 'other', message: `The message to reply to is in another ${place}.` }
    : null
}

/** A sender that can send now, and the provider through which it does. */
export type AbleSender = Pick<OwnSender, 'id' | 'address' | 'provider'>

/** A message of more choices is not read. */
const CHOICES_MAX = 10

/** Those of the senders whose providers may be called. `providers`: the only ones; null: all. */
export const callableSenders = ({
  environment,
  providers,
  able,
}: {
  readonly environment: Environment
  readonly providers: readonly string[] | null
  readonly able: readonly AbleSender[]
}): AbleSender[] =>
  // The sandbox calls none of them.
  able.filter(({ provider }) => environment === 'test' || providers === null || providers.includes(provider))

/**
 * A send that names no sender, of a workspace that has several: the provider that happens to come first does not choose
 * (decisions, "an unnamed sender"). Null where one or none can send.
 */
export function unnamedFault({
  kind,
  ...senders
}: Parameters<typeof callableSenders>[0] & { readonly kind: SenderKind }): SenderFault | null {
  const choices = callableSenders(senders)
  if (choices.length < 2) return null
  const member = kind === 'inbox' ? 'inbox_id' : 'account_id'
  const shown = choices.slice(0, CHOICES_MAX).map(({ id, address }) => (address === null ? id : `${id} (${address})`))
  const more = choices.length > CHOICES_MAX ? ' and others' : ''
  const message = `Several ${pluralOf(kind)} can send this. Name one in ${member}: ${shown.join(', ')}${more}.`
  return { member, kind: 'other', message }
}

const pluralOf = (kind: SenderKind): string => (kind === 'inbox' ? 'inboxes' : `${nounOf(kind)}s`)
