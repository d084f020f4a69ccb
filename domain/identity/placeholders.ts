import { registrableOf } from './host.ts'
import type { SubjectKind } from './kinds.ts'
import { fold, tidy } from './text.ts'

/**
 * What people and programs write where nothing is known, without blanks and punctuation. Two people without an address
 * are not one person, so none of these is an identity.
 */
const NOTHING = new Set(
  [
    'none null nil undefined nan unknown na nada missing private hidden redacted',
    'notfound notavailable notapplicable notprovided notset notgiven notspecified notknown unavailable',
    'nomatch noresult noresults nodata novalue noname noaccount nohandle nouser nousername noprofile',
    'noemail nomail noemailaddress noemailprovided noemailavailable nophone nonumber nophonenumber',
    'nolinkedin noinstagram notwitter nofacebook notiktok noyoutube nowebsite nodomain nosite',
    'tbd tba true false yes no',
    'keine kein keineangabe keineangaben nichtbekannt nichtvorhanden nichtangegeben nichtverfuegbar nichtverfügbar',
    'unbekannt keineemail keinemail keintelefon keinlinkedin keinewebsite keinewebseite ohneangabe',
    'inconnu inconnue aucun aucune néant nonrenseigné nonrenseignée noncommuniqué nondisponible pasdemail',
    'desconocido ninguno ninguna nodisponible sindatos sconosciuto nessuno nessuna nondisponibile',
    'desconhecido nenhum nãoinformado nãodisponível onbekend geen nietbekend nvt',
  ]
    .join(' ')
    .split(' '),
)
/** What pivot tables and exports write into empty cells. Without the brackets each may be a name. */
const EMPTY_CELL =
  /^[([{<]\s*(?:leer|blank|empty|vide|vacío|vacio|vuoto|vazio|leeg|none|null|no value|kein wert)\s*[)\]}>]$/iu
/** Abbreviations of `keine Angabe`, `siehe oben`, `non communiqué`: without their dots each may be a name. */
const ABBREVIATED = /^(?:[ko][./]\s?a|s[./]\s?[ou]|n[./]\s?[abcdnv]|n\.\s?v\.\s?t|#n\/?[abdv])\.?$/iu
/** The same without dots, where no name occurs: no address, number or domain is one of them. */
const BARE_ABBREVIATION =
  /^(?:ka|k ?a|oa|so|nv|nc|nd|nb|nn|dito|ditto|leer|blank|empty|vide|vuoto|vazio|leeg|x{1,3})$/iu
/** Only signs without a meaning. Others are marks: a tick, a plus, a star; `@@` is a spoilt address. */
const ONLY_SIGNS = /^[\s\p{Pd}\u2212./\\_?…·'"()[\],;:~|=<>]*$/u
/** Answers to a question, which a column named after a network may ask. */
const ANSWERS = new Set(['true', 'false', 'yes', 'no'])

/** Words that no mailbox of a person has, whatever its domain. */
const NO_MAILBOX = new Set(
  'undefined emailnotunlocked noemail nomail noemailaddress noemailprovided noemailavailable notprovided notavailable'.split(
    ' ',
  ),
)
/** The names of invented sites. Companies have some of the other words as their names. */
const NO_SITE = new Set(
  'null undefined none noemail nomail nowebsite nodomain nosite notavailable notprovided'.split(' '),
)
/** Words that are no placeholder alone, but are one as `test@test.com`. */
const TWICE = new Set('test asdf qwerty abc xyz email mail name user foo fake a x xx xxx'.split(' '))
/** LinkedIn's names for the reader itself and for profiles that it does not show. */
const NO_PROFILE = new Set(['me', 'headless'])

const compact = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a text states that there is nothing: `n.a.`, `not available`, `-`, `undefined`. */
export function isPlaceholder(text: string): boolean {
  const word = compact(text)
  return word === '' || NOTHING.has(word) || EMPTY_CELL.test(text) || ABBREVIATED.test(text)
}

/**
 * Whether a text in a field for an identity of this kind leaves the field empty, so that it replaces nothing that is
 * known. A mark and an answer (`✓`, `yes`) are values, and so is whatever may be a handle.
 */
export function leavesEmpty(text: string, kind: SubjectKind): boolean {
  const written = tidy(text)
  if (ONLY_SIGNS.test(written)) return true
  if (written.includes('@') || ANSWERS.has(compact(written))) return false
  if (kind === 'phone' && /^[0\s]+$/.test(written)) return true
  if (kind !== 'handle' && BARE_ABBREVIATION.test(written)) return true
  return compact(written) !== '' && isPlaceholder(written)
}

/** Whether the name of a LinkedIn profile or page is none. */
export const isNoProfile = (slug: string): boolean => isPlaceholder(slug) || NO_PROFILE.has(slug)

/** Whether a host's name states that there is no site: `nowebsite.com`. */
export const isNoSite = (host: string): boolean => NO_SITE.has(siteNameOf(host))

/** Whether an address states that there is none: `noemail@noemail.com`, `undefined@example.com`, `test@test.com`. */
export function isNoMailbox(local: string, host: string): boolean {
  const word = compact(local)
  const site = siteNameOf(host)
  return NO_MAILBOX.has(word) || NO_SITE.has(site) || ((NOTHING.has(word) || TWICE.has(word)) && site === word)
}

const siteNameOf = (host: string): string => compact((registrableOf(host) ?? host).split('.')[0] ?? '')

/** Sequences that people type where a form demands a number. */
const TYPED = ['1234567890', '0123456789', '12345678', '123456789', '9876543210', '0987654321']

/** Whether the digits behind a country's code are invented: all alike, or typed in a row. */
export const isNoNumber = (national: string): boolean => /^(\d)\1+$/.test(national) || TYPED.includes(national)
