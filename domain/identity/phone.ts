import parsePhoneNumber from 'libphonenumber-js/min'
import { isOldSpelling, olderSpellings, oneOfSubscriber, sameNumberToday } from './numbering.ts'
import { isNoNumber } from './placeholders.ts'
import { tidy } from './text.ts'
import { unwrap } from './unwrap.ts'

/** The longest text around a number: a label, the number, an extension. */
const TEXT_LENGTH_MAX = 80
/** Digits with the usual separators between them; without a country's code the number is ambiguous. */
const INTERNATIONAL = /^(?:\(?\s*\+\s*\(?|00)[\s().\-/]*[1-9][\d\s().\-/]*$/
/** ITU-T E.164: at most fifteen digits; fewer than seven with the country's code are no number in any country. */
const DIGITS = { min: 7, max: 15 } as const

const LABEL =
  'tel|telefon|telefono|teléfono|telephone|téléphone|tél|phone|phone number|ph|mobile|mobile phone|mob|mobil|móvil|' +
  'handy|portable|gsm|natel|celular|cel|cell|cellphone|cell phone|direct|direct dial|direct line|dial|office|work|' +
  'business|home|private|main|personal|hq|switchboard|whatsapp|wa|us|uk|eu|m|t|p|c|w|o|d|h'
const LABEL_BEFORE = new RegExp(`^(?:${LABEL})(?:\\s*\\((?:${LABEL})\\))?[\\s.:=-]*(?=[+(0])`, 'iu')
const LABEL_BEHIND = new RegExp(`[\\s,;–-]+\\(?(?:${LABEL})\\)?\\.?$`, 'iu')
const REMARK = /\([^()\d+]*\)/gu
const EXTENSION =
  /(?:;\s*ext\s*=|[\s,;(]*(?:extension|extn|ext|durchwahl|poste|anexo|ramal|доб|int|x)(?![a-z])[\s.:]*|\s*#\s*|,{1,3}\s*)(\d{1,7})\)?$/iu
/** A spreadsheet's or a data frame's number that became a text. */
const FRACTION = /^(\+\d{7,15})\.0$/
const BETWEEN = /[;|,\n]|\s\/\s|(?<=\s)(?:or|oder|ou|o|and|und|y|e|et|&)(?=\s)|\s(?=\+)/iu

export type PhoneReading =
  /** `number`: E.164 as written, which is dialled and written to; `today`: as the numbering plan has it today. */
  | { readonly kind: 'read'; readonly number: string; readonly today: string; readonly extension: string | null }
  | { readonly kind: 'placeholder' | 'several' | 'rounded' | 'group' | 'hidden' | 'impossible' | 'local' | 'none' }

/**
 * A phone number in E.164, with its extension apart. Only numbers with a leading `+` or `00`
 * are read: there is no country to assume. The library decides only by length whether the number can exist, because
 * national plans open new ranges faster than libraries learn of them.
 */
export function readNumber(text: string): PhoneReading {
  const written = plainOf(text)
  if (written.length > TEXT_LENGTH_MAX) return { kind: 'none' }
  const extension = EXTENSION.exec(written)
  const main = extension === null ? written : written.slice(0, extension.index)
  const alone = numberIn(main)
  if (alone.kind === 'read') return { ...alone, extension: extension?.[1] ?? null }
  const parts = written.split(BETWEEN).filter((part) => part.replace(/\D/g, '').length >= DIGITS.min)
  if (parts.length < 2) return alone
  const read = parts.map(numberIn).flatMap((part) => (part.kind === 'read' ? [part] : []))
  const numbers = new Set(read.map(({ today }) => today))
  return read.length === parts.length && numbers.size === 1 && read[0] !== undefined ? read[0] : { kind: 'several' }
}

/** In one script: ASCII digits, hyphens and blanks, without labels and remarks. */
export function plainOf(text: string): string {
  const plain = unwrap(tidy(text))
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[·•∙⋅]/gu, '.')
    .replace(REMARK, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\+{2,}/, '+')
    .replace(FRACTION, '$1')
  return plain
    .replace(LABEL_BEFORE, '')
    .replace(LABEL_BEHIND, '')
    .replace(/^\+\s*00/, '00')
    .trim()
}

/** Every script's digits are ten characters in a row, from its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  if (code < 0x80) return digit
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

function numberIn(text: string): PhoneReading {
  const written = text.trim()
  if (/^\d[.,]\d+e\+?\d+$/i.test(written)) return { kind: 'rounded' }
  if (!INTERNATIONAL.test(written)) {
    const digits = written.replace(/[\s().\-/]/g, '')
    if (/^\d+$/.test(digits) && isNoNumber(digits)) return { kind: 'placeholder' }
    return { kind: /^\d{4,}$/.test(digits) ? 'local' : 'none' }
  }
  const digits = written.replace(/\D/g, '').length - (written.includes('+') ? 0 : 2)
  if (digits < DIGITS.min || digits > DIGITS.max) return { kind: 'impossible' }
  const international = written.replace(/^\(?\s*(?:\+\s*\(?|00)/, '+')
  if (isNoNumber(international.replace(/\D/g, ''))) return { kind: 'placeholder' }
  const number = parsePhoneNumber(sameNumberToday(international), { extract: false })
  if (number?.isPossible() !== true) return { kind: 'impossible' }
  if (isNoNumber(number.nationalNumber)) return { kind: 'placeholder' }
  const today = sameNumberToday(number.number)
  const plain = `+${international.replace(/\D/g, '')}`
  // The library refuses the spelling of before, under which WhatsApp still knows people of Mexico.
  const asWritten = isOldSpelling(plain) ? plain : number.number
  return { kind: 'read', number: asWritten, today, extension: null }
}

/** The number by which a subscriber is compared; null if the text is none. */
export function readPhone(text: string): string | null {
  const read = readNumber(text)
  return read.kind === 'read' ? oneOfSubscriber(read.today) : null
}

/** A person's id: the number, which device of the person, and the server. */
const PERSON_ID = /^\+?(\d{7,15})(?:[._]\d{1,3})?(?::\d{1,3})?(?:@(?:s\.whatsapp\.net|c\.us))?$/
/** Ids of groups, of lists, of channels, and of people who hide their numbers. */
const OTHER_ID = /^[\d-]{5,60}(?::\d{1,3})?@(?:g\.us|broadcast|newsletter|(?:hosted\.)?lid)$|^status@broadcast$/

/** WhatsApp names people by their numbers, which are always complete there, with or without the plus sign. */
export function readWhatsAppNumber(text: string): PhoneReading {
  const written = unwrap(tidy(text))
  if (OTHER_ID.test(written)) return { kind: /@(?:hosted\.)?lid$/.test(written) ? 'hidden' : 'group' }
  const digits = PERSON_ID.exec(written)?.[1]
  return readNumber(digits === undefined ? text : `+${digits}`)
}

export function readWhatsApp(text: string): string | null {
  const read = readWhatsAppNumber(text)
  return read.kind === 'read' ? oneOfSubscriber(read.today) : null
}

/** A WhatsApp id looks like an email address. */
export const isWhatsAppId = (text: string): boolean =>
  text.includes('@') && (PERSON_ID.test(text) || OTHER_ID.test(text))

/** The digits of a number, in the spelling of today and older ones, and where its country's code ends. */
export function spellingsOf(number: string): readonly { readonly country: string; readonly national: string }[] {
  const country = parsePhoneNumber(number, { extract: false })?.countryCallingCode ?? ''
  return [number, ...olderSpellings(number)].map((one) => ({
    country,
    national: one.replace(/\D/g, '').slice(country.length),
  }))
}
