import { LEXICONS } from './lexicons.ts'
import { PhraseList } from './patterns.ts'

/** What a person writes above the history and a signature is shorter; the rest of a longer text is not read. */
const READ_MAX = 20_000
const OWN_MAX = 4_000
/** A line in which a mail program names the writer of what it quotes may be broken in two. */
const ATTRIBUTION_MAX = 300

/** In each language, in the forms of Gmail, Outlook, Apple Mail and Thunderbird. */
const WROTE = [
  'wrote',
  'schrieb',
  'a écrit',
  'escribió',
  'ha scritto',
  'schreef',
  'escreveu',
  'napisał',
  'napisała',
  'pisze',
  'のメッセージ',
  'が書き込みました',
  'のメール',
  '写道',
  'skrev',
  'kirjoitti',
  'geschreven',
]
const DIVIDERS = [
  'original message',
  'forwarded message',
  'ursprüngliche nachricht',
  'weitergeleitete nachricht',
  'originalnachricht',
  "message d'origine",
  'message transféré',
  'mensaje original',
  'mensaje reenviado',
  'messaggio originale',
  'messaggio inoltrato',
  'oorspronkelijk bericht',
  'doorgestuurd bericht',
  'mensagem original',
  'mensagem encaminhada',
  'oryginalna wiadomość',
  'wiadomość oryginalna',
  '元のメッセージ',
  '転送されたメッセージ',
  'original-nachricht',
]
const FROM = ['from', 'von', 'de', 'da', 'van', 'od', '差出人', 'fra', 'från']
const HEADER_NAMES = [
  'sent',
  'date',
  'to',
  'subject',
  'gesendet',
  'datum',
  'an',
  'betreff',
  'envoyé',
  'à',
  'objet',
  'enviado',
  'enviado el',
  'fecha',
  'para',
  'asunto',
  'inviato',
  'data',
  'oggetto',
  'verzonden',
  'aan',
  'onderwerp',
  'enviada em',
  'enviado em',
  'assunto',
  'wysłano',
  'do',
  'temat',
  '送信日時',
  '宛先',
  '件名',
  '日時',
  'cc',
  'envoyé le',
  'date d’envoi',
]
const RULE = /^[_\-=*]{10,}$/
const SIGNATURE = /^(?:--|__|—)$/
/** The first words of such a line. */
const LEAD = /^(?:on|am|le|el|il|op|em|w dniu|dnia|den) /i
const INLINE_LEAD =
  /(?<=^|[\s.!?])(?:on|am|le|el|il giorno|op|em|w dniu|dnia|(?:mon|tue|wed|thu|fri|sat|sun|pon|wt|śr|czw|pt|sob|niedz)\.?,) /
const TIME_OR_YEAR = /\d{1,2}[:.h]\d{2}|\d{4}/

const closings = LEXICONS.map(({ closings: lines, fold }) => ({
  fold,
  list: new PhraseList(
    lines.map((line) => `^${line}$`),
    fold,
  ),
}))
const sentFrom = LEXICONS.map(({ sentFrom: lines, fold }) => ({
  fold,
  list: new PhraseList(
    lines.map((line) => `^${line}`),
    fold,
  ),
}))

/**
 * What the sender of a message wrote, without what it quotes and without a signature (decisions, "replies"). Every line
 * is read once.
 */
export function ownWords(text: string): string {
  const lines = text.slice(0, READ_MAX).split(/\r\n|\r|\n/)
  const own: string[] = []
  let began = false
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim()
    if (beginsHistory(trimmed, lines, at)) break
    if (began && beginsSignature(trimmed)) break
    if (trimmed.startsWith('>')) continue
    own.push(withoutInlineHistory(trimmed))
    began ||= trimmed !== ''
  }
  return own.join('\n').trim().slice(0, OWN_MAX).toWellFormed()
}

function beginsHistory(line: string, lines: readonly string[], at: number): boolean {
  const lower = line.toLowerCase()
  if (lower === '' || line.startsWith('>')) return false
  return isDivider(lower) || isAttribution(line, lines[at + 1]?.trim() ?? '') || isHeaderBlock(lower, lines, at)
}

const isDivider = (lower: string): boolean =>
  RULE.test(lower.slice(0, 100)) || (/^[-_*]{2}/.test(lower) && DIVIDERS.some((divider) => lower.includes(divider)))

/** `On Mon, 3 Mar 2025 at 10:12, Ada <ada@example.com> wrote:` */
const isAttribution = (line: string, next: string): boolean =>
  attributes(line) ||
  (line.length > 0 &&
    !line.endsWith(':') &&
    next.length < ATTRIBUTION_MAX &&
    beginsAttribution(line) &&
    attributes(`${line} ${next}`))

function attributes(line: string): boolean {
  if (line.length > ATTRIBUTION_MAX || !/[:：]$/.test(line) || !/\d/.test(line)) return false
  const lower = line.toLowerCase()
  const isWritten = WROTE.some((word) => lower.includes(word))
  if (!TIME_OR_YEAR.test(line)) return isWritten && LEAD.test(line)
  return isWritten || /<[^<>]{1,200}@[^<>]{1,200}>|\([^()]{1,200}@[^()]{1,200}\)/.test(line)
}

const beginsAttribution = (line: string): boolean =>
  line.length < ATTRIBUTION_MAX && TIME_OR_YEAR.test(line) && LEAD.test(line)

/** The header of a quoted mail, as Outlook writes it. */
function isHeaderBlock(lower: string, lines: readonly string[], at: number): boolean {
  if (!isHeader(lower, FROM)) return false
  const following = lines.slice(at + 1, at + 4).map((line) => line.trim().toLowerCase())
  return following.filter((line) => isHeader(line, HEADER_NAMES)).length > 0
}

function isHeader(lower: string, names: readonly string[]): boolean {
  const bare = lower.replace(/^\*+/, '')
  const colon = bare.slice(0, 30).search(/[:：]/)
  return colon > 0 && names.includes(bare.slice(0, colon).replace(/[\s*]+$/, ''))
}

function beginsSignature(line: string): boolean {
  if (line === '' || line.length > 120) return false
  if (SIGNATURE.test(line)) return true
  return [...(line.length <= 60 ? closings : []), ...sentFrom].some(({ fold, list }) => {
    const { all, sentences } = fold(line)
    return sentences.length <= 2 && list.find(all) !== null
  })
}

/** A text without its line breaks: all behind the attribution is history. */
function withoutInlineHistory(line: string): string {
  const lower = line.toLowerCase()
  const cuts = [
    ...DIVIDERS.flatMap((divider) => dividerAt(lower, divider)),
    ...WROTE.flatMap((word) => attributionAt(line, lower, word)),
    ...FROM.flatMap((word) => headersAt(lower, word)),
  ]
  return cuts.length === 0 ? line : line.slice(0, Math.min(...cuts)).trim()
}

function dividerAt(lower: string, divider: string): number[] {
  const at = lower.indexOf(divider)
  const dashes = at === -1 ? -1 : lower.lastIndexOf('--', at)
  return dashes !== -1 && at - dashes <= 4 ? [lower.slice(0, dashes).replace(/-+$/, '').length] : []
}

function attributionAt(line: string, lower: string, word: string): number[] {
  const at = lower.indexOf(word)
  const end = at === -1 ? -1 : line.slice(at, at + 120).search(/[:：]/)
  if (end === -1) return []
  const from = Math.max(0, at - 200)
  const lead = lower.slice(from, at).search(INLINE_LEAD)
  const attribution = lead === -1 ? '' : line.slice(from + lead, at + end + 1).trim()
  return TIME_OR_YEAR.test(attribution) && attributes(attribution) ? [from + lead] : []
}

/** ` From: Ada <ada@example.com> Sent:` in one line. */
function headersAt(lower: string, word: string): number[] {
  const at = lower.indexOf(` ${word}: `)
  const behind = at === -1 ? '' : lower.slice(at + word.length + 3, at + 200)
  const next = /[^\s:]+ ?(?=:)/.exec(behind)?.[0].trim() ?? ''
  return next !== '' && behind.includes('@') && HEADER_NAMES.includes(next) ? [at] : []
}
