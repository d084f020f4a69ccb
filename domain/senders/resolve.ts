import type { JsonObject } from '../json/json.ts'
import type { Environment } from '../runs/states.ts'
import { type MessageOrigin, namedSenders, type MessagingNetwork, type NamedSender, type OwnSender } from './sender.ts'
import { simulatedSender } from './simulated.ts'

export interface SenderQuestion {
  readonly kind: 'inbox' | MessagingNetwork
  readonly environment: Environment
  /** The provider of the next call. */
  readonly provider: string
  /** The workspace's own connection that serves the call; null: the platform's account. */
  readonly connectionId: string | null
  readonly input: JsonObject
  /** The workspace's senders of this kind and environment: those that the input names, or all if it names none. */
  readonly own: readonly OwnSender[]
  readonly origin: MessageOrigin
}

export type SenderAnswer =
  /**
   * `input` names the sender as the provider does. `sender` is null when the chat that the input names decides: then it
   * must belong to one of `senders`, which only the provider can check.
   */
  | {
      readonly kind: 'ready'
      readonly input: JsonObject
      readonly sender: OwnSender | null
      readonly senders: readonly string[]
    }
  /** The attempt ends as `rejected`. The detail names nothing of the input: it is shown in `attempts`. */
  | { readonly kind: 'refused'; readonly detail: string }

type Choice = { readonly sender: OwnSender } | { readonly refused: string }

const refused = (reason: string): Choice => ({ refused: reason })

/**
 * Which of the workspace's own inboxes or accounts a message is sent from (Spec 4.8; decisions, "a send's replies"). A
 * sender that the input names must belong to the workspace and to its environment: everything else that the platform's
 * account at the provider can reach belongs to another workspace.
 */
export function resolveSender(question: SenderQuestion): SenderAnswer {
  const reachable = question.own.filter((sender) => serves(sender, question))
  const choice = chosen(question, reachable)
  if (choice === null)
    return {
      kind: 'ready',
      input: question.input,
      sender: null,
      senders: reachable.filter(({ canSend }) => canSend).map(({ externalId }) => externalId),
    }
  if ('refused' in choice) return { kind: 'refused', detail: choice.refused }
  const { sender } = choice
  return { kind: 'ready', input: withProviderIds(question, sender), sender, senders: [sender.externalId] }
}

/** The result with the workspace's own id of the inbox or account: the provider's id stays internal. */
export function withSenderIds(output: JsonObject, sender: OwnSender | null): JsonObject {
  if (sender === null) return output
  if (typeof output['account_id'] === 'string') return { ...output, account_id: sender.id }
  return output['inbox_id'] === undefined ? output : { ...output, inbox_id: sender.id }
}

/**
 * The sandbox treats its providers as one: each of them serves every sender of the sandbox. A sender is served only by
 * the account that holds it (decisions, "own keys of senders").
 */
const serves = (sender: OwnSender, { environment, provider, connectionId }: SenderQuestion): boolean =>
  environment === 'test' || (sender.provider === provider && sender.connectionId === connectionId)

/**
 * Whether the service itself judges which mailbox holds the message that is replied to. The sandbox knows all its
 * messages. At the provider of Gmail accounts the id of a message does not name its mailbox.
 */
export const isJudgedHere = ({ environment, kind }: Pick<SenderQuestion, 'environment' | 'kind'>): boolean =>
  environment === 'test' || kind === 'gmail'

function withProviderIds({ input, kind }: SenderQuestion, sender: OwnSender): JsonObject {
  const { externalId, address, displayName } = sender
  if (kind !== 'inbox') return { ...input, account_id: externalId }
  const words = { ...input, inbox_id: externalId, from: address }
  return displayName === null ? words : { ...words, from_name: displayName }
}

/** Null if there are several accounts and the chat that the input names decides between them. */
function chosen(question: SenderQuestion, reachable: readonly OwnSender[]): Choice | null {
  const { kind, input, origin, environment } = question
  if (isJudgedHere(question) && origin.kind === 'foreign')
    return refused(`the message to reply to is not in an ${placeOf(kind)} of this workspace`)
  if (namedSenders(input).length > 0) return named(question, reachable)
  if (origin.kind === 'own' && origin.senderId !== null) {
    const received = byName(candidatesOf(question, reachable), origin.senderId)
    return received === undefined
      ? refused(`the ${nounOf(kind)} with the message to reply to cannot be used here`)
      : usable(received, kind)
  }
  const able = reachable.filter(({ canSend }) => canSend)
  const [only, second] = able.length === 0 && environment === 'test' ? [simulatedSender(kind)] : able
  if (only === undefined) return refused(`no ${nounOf(kind)} of this workspace can send through this provider`)
  if (second === undefined) return { sender: only }
  return kind !== 'inbox' && typeof input['chat_id'] === 'string'
    ? null
    : refused(`several can send: name one in ${kind === 'inbox' ? 'inbox_id' : 'account_id'}`)
}

/** The sandbox always has one more sender: the simulated one. */
export const candidatesOf = <S>(
  { environment, kind }: Pick<SenderQuestion, 'environment' | 'kind'>,
  senders: readonly S[],
): readonly (S | OwnSender)[] => (environment === 'test' ? [...senders, simulatedSender(kind)] : senders)

function named(question: SenderQuestion, reachable: readonly OwnSender[]): Choice {
  const { kind, input, origin } = question
  const found = namedSenders(input).map((name) => byName(candidatesOf(question, reachable), name))
  const [sender] = found
  if (sender === undefined || found.includes(undefined)) {
    const elsewhere = namedSenders(input).map((name) => byName(question.own, name))
    if (elsewhere.includes(undefined))
      return refused(`this workspace has no ${nounOf(kind)} with this id in this environment`)
    return refused(
      elsewhere.some((other) => other?.provider === question.provider)
        ? `this ${nounOf(kind)} belongs to another account at this provider`
        : `this ${nounOf(kind)} belongs to another provider`,
    )
  }
  if (found.some((other) => other?.id !== sender.id)) return refused('inbox_id and from name two different inboxes')
  const receivedBy = isJudgedHere(question) && origin.kind === 'own' ? origin.senderId : null
  if (receivedBy !== null && byName([sender], receivedBy) === undefined)
    return refused(`the message to reply to is in another ${placeOf(kind)}`)
  return usable(sender, kind)
}

const usable = (sender: OwnSender, kind: SenderQuestion['kind']): Choice =>
  sender.canSend ? { sender } : refused(`this ${nounOf(kind)} cannot send now: it is not connected`)

/** Finds a sender by its id, or an inbox by its address. */
export const byName = <S extends NamedSender>(senders: readonly S[], name: string): S | undefined =>
  senders.find(({ id, address }) => id === name || (address !== null && address === name.toLowerCase()))

export const placeOf = (kind: SenderQuestion['kind']): string => (kind === 'inbox' ? 'inbox' : 'account')

export const nounOf = (kind: SenderQuestion['kind']): string => (kind === 'inbox' ? 'inbox' : `${kind} account`)
