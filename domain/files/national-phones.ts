import parsePhoneNumber, { type CountryCode, getCountryCallingCode, type PhoneNumber } from 'libphonenumber-js/max'
import { plainOf, readNumber } from '../identity/phone.ts'
import { BETWEEN_PHONES } from '../identity/several.ts'
import type { Json } from '../json/json.ts'
import { countryOf, namesNoCountry } from './countries.ts'
import { fieldOfHeading } from './known-headings.ts'

/** What a column is for numbers without a country code; null: neither. */
export type PhonePart = 'phone' | 'country' | null

/** By the name that a column has where its rows go, or by its heading. */
export function phonePartOf(name: string | null, heading: string): PhonePart {
  const field = (name === null ? null : fieldOfHeading(name)) ?? fieldOfHeading(heading)
  if (field === 'country') return 'country'
  return field === 'phone' || field === 'mobile' || field === 'whatsapp' ? 'phone' : null
}

/**
 * A number without its country's code in E.164, where the country's plan has it. null: it has not; it may as well have
 * a code, without the plus sign; or it has an extension, which E.164 lacks. The plans are the complete ones, because
 * another person's number is worse than none.
 */
function readNationalPhone(text: string, country: CountryCode): string | null {
  if (readNumber(text).kind !== 'local') return null
  const national = parsePhoneNumber(plainOf(text), { defaultCountry: country, extract: false })
  if (national?.ext !== undefined) return null
  const number = ofTwo(valid(national), valid(parsePhoneNumber(`+${text.replace(/\D/g, '')}`)), country)
  const read = number === null ? null : readNumber(number.number)
  return read?.kind === 'read' ? read.number : null
}

const valid = (number: PhoneNumber | undefined): PhoneNumber | null => (number?.isValid() === true ? number : null)

/**
 * Which of two readings of the same digits is meant. A spreadsheet makes `4915550000131` of the country's own
 * `+49 155 50000131`: it is a mobile number, and as a national one the line of an area (0491) whose lines are shorter.
 */
function ofTwo(national: PhoneNumber | null, withCode: PhoneNumber | null, country: CountryCode): PhoneNumber | null {
  if (withCode === null || withCode.number === national?.number) return national
  if (withCode.countryCallingCode !== getCountryCallingCode(country)) return null
  if (national === null) return withCode
  return withCode.getType() === 'MOBILE' && national.getType() === 'FIXED_LINE' ? withCode : null
}

/** A number, or each of several in one cell, with its code; the text as it is where one of them is not read. */
function completed(text: string, country: CountryCode): string {
  const alone = readNationalPhone(text, country)
  if (alone !== null) return alone
  const parts = text.split(BETWEEN_PHONES).filter((part) => part.trim() !== '')
  if (parts.length < 2 || parts.length > PARTS_MAX) return text
  const read = parts.map((part) => readNationalPhone(part, country) ?? (readNumber(part).kind === 'read' ? part : null))
  return read.includes(null) ? text : read.join(' ::: ')
}

/** Address books write two or three numbers into one cell. */
const PARTS_MAX = 5

export interface CodedValues {
  readonly values: readonly (Json | undefined)[]
  /** What a country column has that names no country, where a number lacks its code. */
  readonly unknownCountry?: string
  /** The first phone that got the plus sign from its digits alone. */
  readonly withoutPlus?: string
}

/**
 * The values of a line with its phones in E.164 where the country column has the code that they lack. With a country
 * that is not understood, or with two, they stay as written; without any, digits may have a code themselves.
 */
export function withCountryCodes(parts: readonly PhonePart[], values: readonly (Json | undefined)[]): CodedValues {
  const named = values.flatMap((value, at) =>
    parts[at] === 'country' && typeof value === 'string' && !namesNoCountry(value) ? [value] : [],
  )
  const countries = new Set(named.map(countryOf))
  const [country = null] = countries
  if (country !== null && countries.size === 1)
    return {
      values: values.map((value, at) =>
        parts[at] === 'phone' && typeof value === 'string' ? completed(value, country) : value,
      ),
    }
  if (named.length === 0) return withPlus(parts, values)
  const unknown = named.find((name) => countryOf(name) === null)
  const isNeeded = unknown !== undefined && values.some((value, at) => parts[at] === 'phone' && isLocal(value))
  return isNeeded ? { values, unknownCountry: unknown.trim() } : { values }
}

/** National numbers of twelve digits are rare; those of eleven are mobile numbers of Brazil and China. */
const WITH_CODE = /^[1-9]\d{11,14}$/

/** Spreadsheets make `4915112345678` of `+4915112345678`. A line of an office may be written with its extension. */
function internationalOf(text: string): string | null {
  if (!WITH_CODE.test(text)) return null
  const number = valid(parsePhoneNumber(`+${text}`))
  return number?.getType() === 'MOBILE' ? number.number : null
}

function withPlus(parts: readonly PhonePart[], values: readonly (Json | undefined)[]): CodedValues {
  const numbers = values.map((value, at) =>
    parts[at] === 'phone' && typeof value === 'string' ? internationalOf(value) : null,
  )
  const first = values.find((_, at) => (numbers[at] ?? null) !== null)
  if (typeof first !== 'string') return { values }
  return { values: values.map((value, at) => numbers[at] ?? value), withoutPlus: first }
}

const isLocal = (value: Json | undefined): boolean => typeof value === 'string' && readNumber(value).kind === 'local'
