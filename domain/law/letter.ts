import { INVITATION_LENGTH_MAX } from '../capabilities/linkedin-invite.ts'
import { LINKEDIN_MESSAGE_LENGTH_MAX } from '../capabilities/linkedin-message.ts'
import { CHAT_MESSAGE_LENGTH_MAX } from '../capabilities/chat-send.ts'
import type { JsonObject } from '../json/json.ts'
import type { FooterOfSender, TermsOfSend } from './terms.ts'

/** The links of one message; null: it has none. */
export interface LinksOfLetter {
  readonly unsubscribe: string | null
  /** To the page of its recipient. */
  readonly person: string | null
}

/** A message as its caller wrote it. */
interface Written {
  readonly capability: string
  readonly input: JsonObject
}

/** The header by which programs read what the line states to people (draft-abaris-aicdh). */
export const AI_HEADER = { 'AI-Disclosure': 'mode=ai-originated' } as const

const AI_LINE = 'This message was written by an AI system.'
const PERSON_LINE = 'What we hold about you, and your rights'
/** RFC 3676: mail programs know that a signature follows. */
const SEPARATOR = '-- '

/** What the law adds: `statement` belongs to the text of the message, `lines` end it. */
interface LettersEnd {
  readonly statement: string | null
  readonly lines: readonly EndLine[]
}

/** `href`: where the line leads; null: nowhere. */
interface EndLine {
  readonly text: string
  readonly href: string | null
}

/** The texts of networks: the member that has it, and how long it may be. An email has no such limit. */
const TEXTS: Readonly<Record<string, { readonly member: string; readonly lengthMax: number }>> = {
  'linkedin.invite': { member: 'message', lengthMax: INVITATION_LENGTH_MAX },
  'linkedin.message': { member: 'text', lengthMax: LINKEDIN_MESSAGE_LENGTH_MAX },
  'chat.send': { member: 'text', lengthMax: CHAT_MESSAGE_LENGTH_MAX },
}

/** The input of a message with what the law adds to its text. Without a text there is nothing to add to. */
export function letterWith({ capability, input }: Written, terms: TermsOfSend, links: LinksOfLetter): JsonObject {
  const end = endOf(terms, links)
  const { text, html } = input
  const place = TEXTS[capability]
  const written = place === undefined ? undefined : input[place.member]
  if (place !== undefined)
    return typeof written === 'string' ? { ...input, [place.member]: textWith(written, end, []) } : input
  return {
    ...input,
    ...(typeof text === 'string' ? { text: textWith(text, end, [SEPARATOR]) } : {}),
    ...(typeof html === 'string' ? { html: htmlWith(html, end) } : {}),
  }
}

/** Why a message has no room for what the law adds, as sentences; null: it has. */
export function roomFault(written: Written, terms: TermsOfSend, links: LinksOfLetter): string | null {
  const place = TEXTS[written.capability]
  const text = place === undefined ? undefined : letterWith(written, terms, links)[place.member]
  // A schema counts characters as this does.
  const excess = typeof text === 'string' && place !== undefined ? [...text].length - place.lengthMax : 0
  return excess > 0
    ? `\`${place?.member}\` of the input is ${excess} characters too long for what the outreach policy adds to it. Nothing was sent or charged.`
    : null
}

function endOf({ ai_line: aiLine, footer, notice }: TermsOfSend, { unsubscribe, person }: LinksOfLetter): LettersEnd {
  return {
    statement: aiLine === true ? AI_LINE : null,
    lines: [
      ...(footer === undefined ? [] : senderLines(footer)),
      ...(footer === undefined || unsubscribe === null ? [] : [{ text: 'Unsubscribe', href: unsubscribe }]),
      ...(notice !== true || person === null ? [] : [{ text: PERSON_LINE, href: person }]),
    ],
  }
}

const senderLines = ({ legal_name: name, postal_address: address }: FooterOfSender): EndLine[] =>
  [name, address]
    .flatMap((text) => text?.split(/\r?\n/) ?? [])
    .map((text) => ({ text: text.trim(), href: null }))
    .filter(({ text }) => text !== '')

function textWith(text: string, { statement, lines }: LettersEnd, separator: readonly string[]): string {
  const end = lines.map(({ text: line, href }) => (href === null ? line : `${line}: ${href}`))
  if (statement === null && end.length === 0) return text
  return [
    text.trimEnd(),
    ...(statement === null ? [] : ['', statement]),
    ...(end.length === 0 ? [] : ['', ...separator, ...end]),
  ].join('\n')
}

function htmlWith(html: string, { statement, lines }: LettersEnd): string {
  const end = lines.map(({ text, href }) =>
    href === null ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`,
  )
  if (statement === null && end.length === 0) return html
  const added = [
    ...(statement === null ? [] : [`<p>${escaped(statement)}</p>`]),
    ...(end.length === 0 ? [] : [`<hr>\n<p style="font-size:12px;color:#555">${end.join('<br>\n')}</p>`]),
  ].join('\n')
  const at = placeOfEnd(html)
  return `${html.slice(0, at)}\n${added}\n${html.slice(at)}`
}

/** Where the body of a document ends: before its last closing tag that is in no comment, else behind everything. */
function placeOfEnd(html: string): number {
  const shown = withoutComments(html)
  const last = (tag: RegExp): number | undefined => [...shown.matchAll(tag)].at(-1)?.index
  return last(/<\/body/gi) ?? last(/<\/html/gi) ?? html.length
}

/** Blanks in place of each comment, so that every place stays where it was. */
function withoutComments(html: string): string {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const opened = html.indexOf('<!--', from)
    if (opened < 0) return [...parts, html.slice(from)].join('')
    const closed = html.indexOf('-->', opened + 4)
    const end = closed < 0 ? html.length : closed + 3
    parts.push(html.slice(from, opened), ' '.repeat(end - opened))
    from = end
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
