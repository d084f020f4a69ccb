import parsePhoneNumber, { type CountryCode, getCountries } from 'libphonenumber-js/max'
import { plainOf, readNumber } from '../identity/phone.ts'
import type { Json } from '../json/json.ts'
import { plainHeading } from './heading.ts'
import { fieldOfHeading } from './known-headings.ts'

/** What a column is for numbers without a country code; null: neither. */
export type PhonePart = 'phone' | 'country' | null

/** The languages of the headings of exports. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const
/** Names in use that no list of countries has. */
const USUAL: Readonly<Record<string, CountryCode>> = {
  usa: 'US',
  unitedstatesofamerica: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
}

const COUNTRIES: ReadonlyMap<string, CountryCode> = new Map([
  ...LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return getCountries().map((code) => [plainHeading(names.of(code) ?? code), code] as const)
  }),
  ...getCountries().map((code) => [code.toLowerCase(), code] as const),
  ...Object.entries(USUAL),
])

/** The country of a name in one of seven languages or of an ISO code of two letters; null: unknown. */
const countryOf = (text: string): CountryCode | null => COUNTRIES.get(plainHeading(text)) ?? null

/** By the name that a column has where its rows go, or by its heading. */
export function phonePartOf(name: string | null, heading: string): PhonePart {
  const field = (name === null ? null : fieldOfHeading(name)) ?? fieldOfHeading(heading)
  if (field === 'country') return 'country'
  return field === 'phone' || field === 'mobile' || field === 'whatsapp' ? 'phone' : null
}

/**
 * A number without its country's code in E.164, where the country's plan has it. null: it has not; the number may have
 * its code, without the plus sign; or it has an extension, which E.164 lacks. The plans are the complete ones, because
 * another person's number is worse than none.
 */
function readNationalPhone(text: string, country: CountryCode): string | null {
  if (readNumber(text).kind !== 'local') return null
  const number = parsePhoneNumber(plainOf(text), { defaultCountry: country, extract: false })
  if (number?.isValid() !== true || number.ext !== undefined) return null
  const withCode = parsePhoneNumber(`+${text.replace(/\D/g, '')}`)
  if (withCode?.isValid() === true && withCode.number !== number.number) return null
  const read = readNumber(number.number)
  return read.kind === 'read' ? read.number : null
}

/**
 * The values of a line with its phones in E.164 where the country column has the code that they lack. Without a plain
 * country, or with two, they stay as written.
 */
export function withCountryCodes(
  parts: readonly PhonePart[],
  values: readonly (Json | undefined)[],
): readonly (Json | undefined)[] {
  const countries = new Set(
    values.flatMap((value, at) => (parts[at] === 'country' && typeof value === 'string' ? [countryOf(value)] : [])),
  )
  const [country = null] = countries
  if (country === null || countries.size > 1) return values
  return values.map((value, at) =>
    parts[at] === 'phone' && typeof value === 'string' ? (readNationalPhone(value, country) ?? value) : value,
  )
}
