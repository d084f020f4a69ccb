import type { Classified, Evidence, Message, ReplyClass } from './classes.ts'
import { returnsAt } from './dates.ts'
import { contentOf, readHeaders } from './headers.ts'
import { LEXICONS } from './lexicons.ts'
import { ownWords } from './own-words.ts'
import { type Found, find, findAlone, findFirst, languagesWith, ReadText } from './phrases.ts'

/** A report of a mail server repeats the mail that it is about; its own part comes first. */
const REPORT_MAX = 4_000
const SUBJECT_MAX = 500
const EVIDENCE_MAX = 200
/** An absence is what the message is about, and not a remark at the end of a letter. */
const OPENING_SENTENCES = 8
const NOTICE_MAX = 1_500

/**
 * What an inbound message is (decisions, "replies"). A header makes a message automatic, and no text makes it human
 * again: the text then decides of which kind. Without such a header the text alone decides; what is unsure is a reply.
 */
export function classifyMessage(message: Message): Classified {
  const read = readParts(message)
  return byContent(read) ?? bySender(read) ?? bySubject(read) ?? byOwnWords(read)
}

/** A message of which a person states the class: the text still has the date of return, or the successor. */
export function correctedMessage(message: Message, { to, from }: { to: ReplyClass; from: string }): Classified {
  const evidence: Evidence = { source: 'correction', value: from }
  const read = readParts(message)
  if (to === 'out_of_office') return absence(evidence, read)
  return to === 'left_company' ? departure(evidence, read) : { class: to, evidence }
}

function readParts(message: Message): Read {
  const text = (message.text ?? '').slice(0, REPORT_MAX)
  const subject = new ReadText(
    (message.subject ?? '').slice(0, SUBJECT_MAX).replace(/^(?:\s{0,5}\[[^[\]]{0,50}\])+/, ''),
  )
  const own = new ReadText(ownWords(message.text ?? ''))
  return { message, text, subject, own }
}

interface Read {
  readonly message: Message
  /** The beginning, as it arrived. */
  readonly text: string
  readonly subject: ReadText
  /** What the sender wrote, without history and signature. */
  readonly own: ReadText
}

function byContent(read: Read): Classified | null {
  const header = read.message.headers === null ? null : readHeaders(read.message.headers)
  const part = read.message.contentTypes.map((type) => type.toLowerCase()).find((type) => contentOf(type) !== null)
  const content = part === undefined ? inText(read.text) : { class: contentOf(part), value: part }
  if (content !== null && content.class !== null && content.class !== 'automatic')
    return report(content.class, { source: 'content', value: content.value }, read)
  if (header === null) return null
  return header.class === null ? automatic(read, header.evidence) : report(header.class, header.evidence, read)
}

/** The parts of a report may arrive as text. */
function inText(text: string): { class: ReplyClass; value: string } | null {
  if (/^\s{0,3}begin:vcalendar/im.test(text)) return { class: 'calendar', value: 'BEGIN:VCALENDAR' }
  if (/^feedback-type: {0,3}[a-z]/im.test(text)) return { class: 'complaint', value: 'Feedback-Type' }
  return /^reporting-mta: /im.test(text) ? { class: 'bounce', value: 'Reporting-MTA' } : null
}

/** A mail that is late is not lost: such a report states it, and the mail may still arrive. */
function report(kind: ReplyClass, evidence: Evidence, read: Read): Classified {
  const late =
    kind === 'bounce' &&
    (/^action: {0,3}delayed/im.test(read.text) ||
      /\(delay|delayed|verzögert|retard[ée]|in ritardo/i.test(read.subject.text))
  return kind === 'out_of_office' ? absence(evidence, read) : { class: late ? 'auto_reply' : kind, evidence }
}

/** Addresses of mail servers and of programs (RFC 2142, RFC 5321). */
function bySender(read: Read): Classified | null {
  const address = /([^\s<>@"]{1,64})@[^\s<>@]{1,255}>?\s{0,5}$/.exec(read.message.from ?? '')?.[1]?.toLowerCase() ?? ''
  const evidence: Evidence = { source: 'header', value: `from: ${address}` }
  if (/^(?:mailer-daemon|postmaster|mail-daemon|mdaemon)$/.test(address)) return report('bounce', evidence, read)
  return /(?:^|[-_.])(?:no-?reply|do-?not-?reply|donotreply|no_reply)$/.test(address) ? automatic(read, evidence) : null
}

/** A person's answer begins with `Re:`, which no phrase here does. */
function bySubject(read: Read): Classified | null {
  const { subject } = read
  const undelivered = findFirst(subject, 'undeliveredSubjects')
  if (undelivered !== null) return report('bounce', phrase(undelivered), read)
  const program = findFirst(subject, 'automaticSubjects')
  if (program !== null) return automatic(read, phrase(program))
  const away = findFirst(subject, 'absentSubjects')
  return away === null || isPersonal(read) ? null : absence(phrase(away), read)
}

/** The message is automatic: its text decides of which kind. */
function automatic(read: Read, evidence: Evidence): Classified {
  const { own, subject } = read
  const isBulk = /^(?:list-|feedback-id|precedence: (?:bulk|list))/.test(evidence.value)
  if (findFirst(subject, 'undeliveredSubjects') !== null) return report('bounce', evidence, read)
  if (find(own, 'challenge') !== null) return { class: 'verification_challenge', evidence }
  if (find(own, 'left') !== null) return departure(evidence, read)
  const away =
    findFirst(subject, 'absentSubjects') ??
    find(own, 'absent') ??
    (isBulk ? null : (find(own, 'absentIfAutomatic') ?? find(subject, 'absentIfAutomatic')))
  if (away !== null) return absence(evidence, read)
  return { class: findFirst(subject, 'calendarSubjects') === null ? 'auto_reply' : 'calendar', evidence }
}

function byOwnWords(read: Read): Classified {
  const { own, subject } = read
  const objection =
    find(own, 'unsubscribe', { without: 'noUnsubscribe' }) ??
    findAlone(own, 'unsubscribeAlone') ??
    ends(own.text)
      .map((end) => findAlone(end, 'unsubscribeAlone'))
      .find((found) => found !== null) ??
    findAlone(subject, 'unsubscribeAlone')
  if (objection !== null) return { class: 'unsubscribe_request', evidence: phrase(objection) }
  return notice(read) ?? attitude(own)
}

/** The first line, the first sentence and the last one: `Stop. I never signed up.` is an order and its reason. */
function ends(text: string): ReadText[] {
  const sentences = text.split(/(?<=[.!。！\n])/).filter((sentence) => /\p{L}/u.test(sentence))
  const [first = '', last = ''] = [sentences[0], sentences.at(-1)]
  return [...new Set([text.split('\n', 1)[0] ?? '', first, last])].map((sentence) => new ReadText(sentence))
}

/** A notice of a program without a header that marks it. */
function notice(read: Read): Classified | null {
  const { own } = read
  if (isPersonal(read) || own.text.length > NOTICE_MAX) return null
  const challenge = find(own, 'challenge')
  if (challenge !== null) return { class: 'verification_challenge', evidence: phrase(challenge) }
  const left = find(own, 'left', { sentencesMax: OPENING_SENTENCES })
  if (left !== null) return departure(phrase(left), read)
  const away = find(own, 'absent', { sentencesMax: OPENING_SENTENCES })
  if (away !== null) return absence(phrase(away), read)
  const program = find(own, 'automatic')
  return program === null ? null : { class: 'auto_reply', evidence: phrase(program) }
}

const MONEY = /[$€£¥]\s?\d|\d\s?(?:[$€£¥円]|(?:usd|eur|gbp|chf|pln|zł|euro|dollars?)(?!\p{L}))/iu
/** What a notice of an absence asks is who has something urgent. */
const URGENT = /urgen|emergenc|dringend|eilig|notf[aä]ll|emergenz|spoed|piln|nagł|緊急|至急|急ぎ|immediate/i

/** A price, a question or interest in the message: a person wrote it, whatever it states of an absence. */
function isPersonal({ own }: Read): boolean {
  const calm = own.text
    .split(/(?<=[.!?。！？\n])/)
    .filter((sentence) => !URGENT.test(sentence))
    .join('')
  return (
    MONEY.test(own.text) ||
    /[?？](?!\S)/.test(calm) ||
    find(new ReadText(calm), 'interested', { without: 'notInterested' }) !== null
  )
}

function attitude(own: ReadText): Classified {
  const against = find(own, 'notInterested') ?? findAlone(own, 'notInterestedAlone')
  const interest = find(own, 'interested', { without: 'notInterested' }) ?? findAlone(own, 'interestedAlone')
  if (interest !== null && against === null) return { class: 'interested', evidence: phrase(interest) }
  if (against !== null && interest === null) return { class: 'not_interested', evidence: phrase(against) }
  return { class: 'reply', evidence: null }
}

function absence(evidence: Evidence, { own, subject, message }: Read): Classified {
  const both = new ReadText(`${own.text}\n${subject.text}`)
  const languages = languagesWith(both, ['absent', 'absentIfAutomatic'])
  const stated = (languages.length === 0 ? LEXICONS : languages).map((lexicon) =>
    returnsAt(both.text, lexicon, message.receivedAt),
  )
  return { class: 'out_of_office', evidence, returns_at: stated.find((date) => date !== null) ?? null }
}

function departure(evidence: Evidence, { own, message }: Read): Classified {
  const named = own.text.match(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g) ?? []
  const from = message.from?.toLowerCase() ?? ''
  const successor = named.find((address) => !from.includes(address.toLowerCase())) ?? null
  return { class: 'left_company', evidence, successor }
}

const phrase = ({ words }: Found): Evidence => ({ source: 'phrase', value: words.slice(0, EVIDENCE_MAX) })
