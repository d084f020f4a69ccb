import { randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { Account, Happening, TwinReply } from '../kit/twin.ts'
import { platformKeyOf } from '../kit/credential.ts'
import { connect, type Connected, type Network, networkOf, newChat, write } from './network.ts'

const textOr = (value: Json | undefined, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/** The named account, or the latest one of the named network. */
function accountIn(accounts: readonly Account[], { account_id, network }: JsonObject): [Account, Connected] | null {
  const all = accounts.flatMap((owner) =>
    [...networkOf(owner).accounts.values()].map((account): [Account, Connected] => [owner, account]),
  )
  const wanted = all.filter(([, { id, type }]) => id === account_id || (account_id === undefined && type === network))
  return wanted.at(-1) ?? null
}

type Happened = (
  what: JsonObject,
  at: { readonly network: Network; readonly account: Connected },
) => { readonly message: JsonObject; readonly answer: JsonObject }

/** The platform's webhooks are the service's setting; a customer's are registered, each with its source. */
const isOwn = ({ key }: Account): boolean => key !== platformKeyOf('unipile', undefined)

const happening =
  (source: string, make: Happened): Happening =>
  async (what, { accounts, report }): Promise<TwinReply> => {
    const found = accountIn(accounts, what)
    if (found === null) return { status: 404, json: { error: '"network" or "account_id" names no connected account.' } }
    const [owner, account] = found
    const { message, answer } = make(what, { network: networkOf(owner), account })
    await report(message, owner, isOwn(owner) ? source : undefined)
    return { json: answer }
  }

const PEOPLE: Readonly<Record<string, { readonly id: string; readonly url: string | null }>> = {
  LINKEDIN: { id: 'ACoAAB0000SAMPLE', url: 'https://www.linkedin.com/in/robin-sample/' },
  INSTAGRAM: { id: '17840000000001', url: 'https://www.instagram.com/robin.sample' },
  WHATSAPP: { id: '12025550123@s.whatsapp.net', url: null },
}

/** A person writes: `{network or account_id, text, chat_id, sender_id, profile_url, public_identifier}`. */
const messageArrives = happening('messaging', ({ text, chat_id, sender_id, ...named }, { network, account }) => {
  const person = PEOPLE[account.type] ?? { id: 'person', url: null }
  const sender = textOr(sender_id, person.id)
  const profile = typeof named['profile_url'] === 'string' ? named['profile_url'] : person.url
  const chat = network.chats.get(textOr(chat_id, '')) ?? newChat(network, account.id, sender)
  const words = textOr(text, 'Thank you, that would be great.')
  const id = write(chat, words, false)
  const attendee: JsonObject = {
    attendee_id: `att_${sender}`,
    attendee_name: 'Robin Sample',
    attendee_provider_id: sender,
    ...(typeof named['public_identifier'] === 'string'
      ? { attendee_public_identifier: named['public_identifier'] }
      : {}),
    ...(profile === null ? {} : { attendee_profile_url: profile }),
  }
  return {
    answer: { chat_id: chat.id, message_id: id },
    message: {
      account_id: account.id,
      account_type: account.type,
      account_info: { type: account.type, user_id: `own_${account.id}` },
      event: 'message_received',
      chat_id: chat.id,
      timestamp: new Date().toISOString(),
      webhook_name: 'messages',
      message_id: id,
      message: words,
      sender: attendee,
      attendees: [attendee],
      attachments: null,
      subject: null,
    },
  }
})

const attendee = (address: string): JsonObject => ({
  display_name: address.replace(/\s*<.*$/, ''),
  identifier: /<(.+)>/.exec(address)?.[1] ?? address,
  identifier_type: 'EMAIL_ADDRESS',
})

/** A mail arrives in a Google account: `{account_id, from, subject, text}`. */
const mailArrives = happening('email', ({ from, subject, text, thread_id }, { network, account }) => {
  const [sender, words] = [textOr(from, 'Robin Sample <robin.sample@example.com>'), textOr(text, 'Thank you.')]
  const mail = {
    id: `mail_${randomUUID()}`,
    account: account.id,
    to: [account.name],
    subject: textOr(subject, 'A question'),
    body: words,
    messageId: `<${randomUUID()}@mail.example>`,
    threadId: textOr(thread_id, randomUUID()),
  }
  network.mails.set(mail.id, mail)
  return {
    answer: { email_id: mail.id, thread_id: mail.threadId },
    message: {
      email_id: mail.id,
      account_id: account.id,
      event: 'mail_received',
      webhook_name: 'mail',
      date: new Date().toISOString(),
      from_attendee: attendee(sender),
      to_attendees: [attendee(account.name)],
      cc_attendees: [],
      bcc_attendees: [],
      reply_to_attendees: [],
      provider_id: mail.id,
      message_id: mail.messageId,
      thread_id: mail.threadId,
      has_attachments: false,
      subject: mail.subject,
      body: `<p>${words}</p>`,
      body_plain: words,
      role: 'inbox',
    },
  }
})

/** An invitation is accepted: `{network or account_id, public_identifier}`. */
const relationBegins = happening('users', ({ public_identifier }, { account }) => {
  const name = textOr(public_identifier, 'robin-sample')
  return {
    answer: { account_id: account.id },
    message: {
      event: 'new_relation',
      account_id: account.id,
      account_type: account.type,
      webhook_name: 'relations',
      user_full_name: 'Robin Sample',
      user_provider_id: idOf(name),
      user_public_identifier: name,
      user_profile_url: `https://www.linkedin.com/in/${name}/`,
    },
  }
})

/** An account is lost, or works again: `{network or account_id, status}`. */
const statusChanges = happening('account_status', ({ status }, { account }) => {
  account.status = textOr(status, 'CREDENTIALS')
  const { id: account_id, type: account_type, status: message } = account
  return { answer: { account_id }, message: { AccountStatus: { account_id, account_type, message } } }
})

/** A person connects an account past the pages of links: nothing is reported. `{network, name}`. */
const signsIn: Happening = async ({ network, name }, { platform }) => {
  const owner = typeof name === 'string' ? { owner: name } : {}
  const account = connect(networkOf(platform()), { type: textOr(network, 'LINKEDIN'), again: null, ...owner })
  return { json: { account_id: account.id } }
}

/** The network's id of a person, by the name in the address of the profile. */
export const idOf = (name: string): string =>
  name === 'robin-sample' ? 'ACoAAB0000SAMPLE' : `ACo${Buffer.from(name).toString('base64url')}`

export const happenings = {
  message_arrives: messageArrives,
  mail_arrives: mailArrives,
  relation_begins: relationBegins,
  status_changes: statusChanges,
  signs_in: signsIn,
}
