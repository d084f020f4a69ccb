import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/max'
import { countryOf } from '../files/countries.ts'
import type { Recipient } from '../outbound/recipients.ts'

/**
 * Domains of countries that anyone may register for any purpose: they name no country. Google Search counts them as
 * generic (https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites); `sh` and
 * `gg` are sold as generic names since.
 */
const GENERIC: ReadonlySet<string> = new Set(
  'ad ai as bz cc cd co dj fm gg io la me ms nu sc sh sr su tv tk ws'.split(' '),
)

/**
 * The countries in which a recipient may be, as ISO 3166-1 alpha-2: those that rows name, else the one of the phone's
 * prefix or of the domain. None: unknown.
 */
export function countriesOf({ kind, value }: Recipient, inRows: readonly string[]): readonly string[] {
  const named = inRows.flatMap((text) => countryOf(text) ?? [])
  if (named.length > 0) return [...new Set(named)]
  const derived = kind === 'phone' ? countryOfPhone(value) : kind === 'email' ? countryOfDomain(value) : null
  return derived === null ? [] : [derived]
}

const countryOfPhone = (number: string): string | null => parsePhoneNumber(number)?.country ?? null

function countryOfDomain(address: string): string | null {
  const code = /\.([a-z]{2})$/.exec(address)?.[1]
  if (code === undefined || GENERIC.has(code)) return null
  const country = code === 'uk' ? 'GB' : code.toUpperCase()
  return isSupportedCountry(country) ? country : null
}

/** A country as the service stores it; null: no country has the code. */
export function readCountryCode(text: string): string | null {
  const code = text.toUpperCase()
  return isSupportedCountry(code) ? code : null
}
