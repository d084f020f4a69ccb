import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import cs from 'i18n-iso-countries/langs/cs.json' with { type: 'json' }
import da from 'i18n-iso-countries/langs/da.json' with { type: 'json' }
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import fi from 'i18n-iso-countries/langs/fi.json' with { type: 'json' }
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import hu from 'i18n-iso-countries/langs/hu.json' with { type: 'json' }
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' }
import nb from 'i18n-iso-countries/langs/nb.json' with { type: 'json' }
import nl from 'i18n-iso-countries/langs/nl.json' with { type: 'json' }
import pl from 'i18n-iso-countries/langs/pl.json' with { type: 'json' }
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import ro from 'i18n-iso-countries/langs/ro.json' with { type: 'json' }
import sv from 'i18n-iso-countries/langs/sv.json' with { type: 'json' }
import tr from 'i18n-iso-countries/langs/tr.json' with { type: 'json' }
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import { isPlaceholder } from '../identity/placeholders.ts'
import { plainHeading } from './heading.ts'

/** The languages of the headings of exports, and of their neighbours, whose people write their own country's name. */
const LANGUAGES = [en, de, fr, es, it, pt, nl, cs, da, fi, hu, nb, pl, ro, sv, tr]

/** Names and signs in use that no list of countries has: distinguishing signs of vehicles, parts, short names. */
const USUAL: Readonly<Partial<Record<CountryCode, string>>> = {
  AE: 'uae; vae; eau',
  AT: 'a; republik österreich',
  BE: 'b',
  BH: 'baréin',
  CH: 'schweizerische eidgenossenschaft',
  CW: 'curazao',
  CZ: 'tchéquie; cechia; tchéquia; czech; česko',
  DE: 'd; brd; bundesrepublik deutschland; federal republic of germany',
  DK: 'danmark',
  ES: 'e',
  FJ: 'fiyi',
  FR: 'f',
  GB: `england; scotland; wales; northern ireland; schottland; grande-bretagne; angleterre; inglaterra; gran bretaña;
    gran bretagna; inghilterra; grã-bretanha; groot-brittannië; engeland; united kingdom of great britain and northern
    ireland`,
  HK: 'hong kong sar; hong kong sar china',
  HU: 'h',
  IE: 'irl; republic of ireland',
  IR: 'irã',
  IT: 'i',
  KP: 'corea del norte',
  KR: 'corea del sur; republik korea; corée',
  LI: 'fl',
  LU: 'l',
  MD: 'republik moldau',
  NL: 'holland; hollande; holanda; olanda',
  NO: 'n',
  PS: 'palästinensische autonomiegebiete; palestinian territories',
  PT: 'p',
  RE: 'la réunion; riunione',
  SA: 'arabia saudí; saoedi-arabië; ksa',
  SE: 's',
  SI: 'slo',
  US: 'états-unis; stati uniti; ee.uu.; eeuu; united states of america (usa); estados unidos de américa',
  VA: 'vatican city; vatikan; ciudad del vaticano',
  VN: 'vietnã',
}

/** As German is written without its letters, and names without their conjunction. */
const spellingsOf = (name: string): string[] => {
  const base = [name, name.replace(/\s(?:and|und|et|y|e|en)\s/iu, ' ').replace(/^Saint\s/u, 'St ')]
  return base.flatMap((one) => [
    plainHeading(one),
    plainHeading(one.replaceAll(/ä/giu, 'ae').replaceAll(/ö/giu, 'oe').replaceAll(/ü/giu, 'ue')),
  ])
}

/** A name that means two countries in two languages (`Congo`) means none. */
function knownCountries(): ReadonlyMap<string, CountryCode> {
  const meant = new Map<string, CountryCode | null>()
  const add = (name: string, code: string): void => {
    if (!isSupportedCountry(code)) return
    for (const plain of spellingsOf(name))
      meant.set(plain, meant.get(plain) === undefined || meant.get(plain) === code ? code : null)
  }
  for (const { countries } of LANGUAGES)
    for (const [code, names] of Object.entries(countries)) for (const name of [names].flat()) add(name, code)
  for (const [code, names] of Object.entries(USUAL)) for (const name of names.split(';')) add(name, code)
  for (const [two = '', three = ''] of codes) for (const code of [two, three]) add(code, two)
  return new Map([...meant].flatMap(([plain, code]) => (plain === '' || code === null ? [] : [[plain, code] as const])))
}

const COUNTRIES = knownCountries()

/** Longer texts are sentences. */
const TEXT_LENGTH_MAX = 100
/** What separates two ways to write one country: `Deutschland (DE)`, `DE - Germany`. */
const BETWEEN = /[()[\]/|,;:]|\s[\p{Pd}]\s/u
const FLAG = /[\u{1f1e6}-\u{1f1ff}]{2}/gu
const FIRST_OF_FLAGS = 0x1f1e6

/**
 * The country that a text names: by its name in one of sixteen languages, its ISO code of two or three letters, the
 * sign of its vehicles, its flag, or several of these that agree. null: none, or two.
 */
export function countryOf(text: string): CountryCode | null {
  if (text.length > TEXT_LENGTH_MAX || namesNoCountry(text)) return null
  const written = text.replaceAll(FLAG, (flag) => `(${[...flag].map(letterOf).join('')})`)
  const country = COUNTRIES.get(plainHeading(written))
  if (country !== undefined) return country
  const parts = written.split(BETWEEN).filter((part) => plainHeading(part) !== '')
  const countries = new Set(parts.map((part) => COUNTRIES.get(plainHeading(part)) ?? null))
  const [only = null] = countries
  return countries.size === 1 ? only : null
}

/** Whether a cell is left empty: `n/a` would be Namibia. */
export const namesNoCountry = (text: string): boolean =>
  text.trim() !== 'NA' && text.search(FLAG) < 0 && isPlaceholder(text)

const letterOf = (half: string): string =>
  String.fromCodePoint((half.codePointAt(0) ?? FIRST_OF_FLAGS) - FIRST_OF_FLAGS + 'A'.charCodeAt(0))
