import { randomUUID } from 'node:crypto'
import { perAccount, type Account } from '../kit/twin.ts'

/** A person's account on a network, connected to Unipile. */
export interface Connected {
  readonly id: string
  /** LINKEDIN, INSTAGRAM, WHATSAPP or GOOGLE. */
  readonly type: string
  readonly name: string
  status: string
}

/** A page on which a person connects an account. */
export interface Link {
  readonly type: string
  readonly notifyUrl: string
  readonly name: string
  /** The account that is connected again; null: a new one. */
  readonly again: string | null
}

export interface Chat {
  readonly id: string
  readonly account: string
  readonly attendee: string
  readonly messages: { readonly id: string; readonly text: string; readonly own: boolean }[]
}

export interface Mail {
  readonly id: string
  readonly account: string
  readonly to: readonly string[]
  readonly subject: string
  readonly body: string
  readonly messageId: string
  readonly threadId: string
}

/** What one customer of Unipile has. */
export interface Network {
  readonly links: Map<string, Link>
  readonly accounts: Map<string, Connected>
  readonly chats: Map<string, Chat>
  readonly mails: Map<string, Mail>
  /** The mail that was sent under an idempotency key. */
  readonly keys: Map<string, string>
  /** Account and person of each invitation. */
  readonly invited: Set<string>
}

export const networkOf: (account: Account) => Network = perAccount(() => ({
  links: new Map(),
  accounts: new Map(),
  chats: new Map(),
  mails: new Map(),
  keys: new Map(),
  invited: new Set(),
}))

/** Connects the account of a link; an account that is connected again keeps its id. */
export function connect(
  network: Network,
  { type, again, owner }: Pick<Link, 'type' | 'again'> & { readonly owner?: string },
): Connected {
  const before = again === null ? undefined : network.accounts.get(again)
  const account: Connected = before ?? {
    id: `acc_${randomUUID()}`,
    type,
    name: owner ?? OWNERS[type] ?? 'Own account',
    status: 'OK',
  }
  account.status = 'OK'
  network.accounts.set(account.id, account)
  return account
}

/** A Google account is named by its address. */
const OWNERS: Readonly<Record<string, string>> = {
  LINKEDIN: 'Robin Sample',
  INSTAGRAM: 'robin.sample',
  WHATSAPP: '+12025550123',
  GOOGLE: 'own@example.org',
}

export function newChat(network: Network, account: string, attendee: string): Chat {
  const known = [...network.chats.values()].find((chat) => chat.account === account && chat.attendee === attendee)
  if (known !== undefined) return known
  const chat: Chat = { id: `chat_${randomUUID()}`, account, attendee, messages: [] }
  network.chats.set(chat.id, chat)
  return chat
}

export function write(chat: Chat, text: string, own: boolean): string {
  const id = `msg_${randomUUID()}`
  chat.messages.push({ id, text, own })
  return id
}
