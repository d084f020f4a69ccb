import type { HeldData } from '../../../db/erasure/held.ts'
import type { LastRequest } from '../../../db/erasure/requests.ts'
import { dueAt } from '../../../domain/erasures/request.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { PERSON_PATH, PERSON_REQUEST, type PersonRequest } from '../../../domain/law/person-link.ts'
import type { KnownSender } from '../../../domain/law/profile.ts'
import { escapeHtml, htmlPage } from '../../html/html.ts'

/** What the page of a person shows. */
export interface PersonView {
  readonly token: string
  /** The identity that the message was sent to. */
  readonly identity: string
  readonly sender: KnownSender
  readonly held: HeldData
  /** null: the person has requested no erasure. */
  readonly lastRequest: LastRequest | null
}

/** A row has more fields than a person reads; a value may be a document. */
const FIELDS_MAX = 100
const VALUE_LENGTH_MAX = 500

export const personPage = (view: PersonView): string =>
  htmlPage({
    title: 'What this sender holds about you',
    body: [
      `<p>This page is about <strong>${escapeHtml(view.identity)}</strong>. ${senderOf(view.sender)}</p>`,
      heldOf(view.held),
      objectionOf(view),
      erasureOf(view),
    ].join('\n'),
  })

export const missingPersonPage = (): string =>
  htmlPage({
    title: 'This link does not work',
    body: '<p>The address is incomplete or no longer valid. Open the link from the message again.</p>',
  })

function senderOf({ legal_name: name, postal_address: address, contact, privacy_url: privacy }: KnownSender): string {
  const known = [name, address, contact].flatMap((text) => (text === null ? [] : [escapeHtml(text)]))
  const sender = known.length === 0 ? 'The sender has not named itself here.' : `The sender is ${known.join(', ')}.`
  return privacy === null ? sender : `${sender} <a href="${escapeHtml(privacy)}">Privacy notice</a>`
}

function heldOf({ rows, sources, messages }: HeldData): string {
  if (rows.length + sources.length + messages.length === 0) return '<p>Nothing is held about you.</p>'
  return [
    ...rows.map(({ data, at }) => `<h2>Data, as of ${dayOf(at)}</h2>\n<dl>${fieldsOf(data)}</dl>`),
    ...listOf(
      'Where it comes from',
      sources.map(
        ({ provider, what, at }) => `${dayOf(at)}: ${escapeHtml(provider ?? 'a saved answer')} (${escapeHtml(what)})`,
      ),
    ),
    ...listOf(
      'Messages to you',
      messages.map(({ channel, at }) => `${dayOf(at)}: ${channel}`),
    ),
  ].join('\n')
}

const listOf = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`<h2>${title}</h2>\n<ul>${lines.map((line) => `<li>${line}</li>`).join('\n')}</ul>`]

const fieldsOf = (data: JsonObject): string =>
  Object.entries(data)
    .slice(0, FIELDS_MAX)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(textOf(value))}</dd>`)
    .join('\n')

const textOf = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, VALUE_LENGTH_MAX).toWellFormed()

const dayOf = (at: string | Date): string => new Date(at).toISOString().slice(0, 10)

const formFor = (token: string, request: PersonRequest, button: string): string =>
  `<form method="post" action="${PERSON_PATH}${escapeHtml(token)}">
<input type="hidden" name="${PERSON_REQUEST}" value="${request}">
<button class="main" type="submit">${button}</button></form>`

const objectionOf = ({ held, token }: PersonView): string =>
  held.objected
    ? '<h2>Objection</h2>\n<p>You have objected. This sender no longer writes to you, on any channel.</p>'
    : `<h2>Objection</h2>\n<p>This sender then no longer writes to you, on any channel.</p>\n${formFor(token, 'objection', 'Object to messages')}`

function erasureOf({ lastRequest, token }: PersonView): string {
  const title = '<h2>Erasure</h2>\n'
  if (lastRequest?.request === 'requested')
    return `${title}<p>You requested an erasure on ${dayOf(lastRequest.at)}. The sender has to answer by ${dayOf(dueAt(lastRequest.at))}.</p>`
  if (lastRequest?.request === 'approved' && lastRequest.finishedAt === null)
    return `${title}<p>Your request was approved. Your data are being deleted.</p>`
  const form = formFor(token, 'erasure', 'Request an erasure')
  return `${title}${lastRequest === null ? '' : answerOf(lastRequest)}<p>The sender then has 30 days to answer.</p>\n${form}`
}

function answerOf({ request, decidedAt, note }: LastRequest): string {
  if (request === 'approved') return '<p>Your earlier request was fulfilled.</p>\n'
  const day = decidedAt === null ? '' : ` on ${dayOf(decidedAt)}`
  return `<p>The sender declined your request${day}${note === null ? '.' : `: ${escapeHtml(note)}`}</p>\n`
}
