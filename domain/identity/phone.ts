import parsePhoneNumber from 'libphonenumber-js/min'

/** Digits with the usual separators between them; without a country's code the number is ambiguous. */
const INTERNATIONAL = /^(?:tel:)?\s*(?:\(?\s*\+|00)[\s().\-/]*[1-9][\d\s().\-/]*$/i
/** ITU-T E.164: at most fifteen digits; fewer than seven with the country's code are no number in any country. */
const DIGITS = { min: 7, max: 15 } as const

/**
 * A phone number in E.164. Only numbers with a leading `+` or `00` are read: there is no country to assume. The library
 * decides only by length whether the number can exist, because national plans open new ranges faster than libraries
 * learn of them.
 */
export function readPhone(text: string): string | null {
  if (text.length > 60 || !INTERNATIONAL.test(text)) return null
  const digits = text.replace(/\D/g, '').length - (text.includes('+') ? 0 : 2)
  if (digits < DIGITS.min || digits > DIGITS.max) return null
  const written = text.replace(/^(?:tel:)?\s*\(?\s*(?:\+|00)/i, '+')
  const number = parsePhoneNumber(written, { extract: false })
  return number?.isPossible() === true ? number.number : null
}

const WHATSAPP_ID = /^\+?(\d{7,15})(?:@(?:s\.whatsapp\.net|c\.us))?$/

/** WhatsApp names people by their numbers, which are always complete there, with or without the plus sign. */
export function readWhatsApp(text: string): string | null {
  const digits = WHATSAPP_ID.exec(text)?.[1]
  return readPhone(digits === undefined ? text : `+${digits}`)
}

/** A WhatsApp id looks like an email address. */
export const isWhatsAppId = (text: string): boolean => text.includes('@') && WHATSAPP_ID.test(text)
