import { registrableOf } from './host.ts'
import { fold } from './text.ts'

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
  ]
    .join(' ')
    .split(' '),
)
/** Words that no mailbox of a person has, whatever its domain. */
const NO_MAILBOX = new Set(
  'undefined noemail nomail noemailaddress noemailprovided noemailavailable notprovided notavailable'.split(' '),
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

/** Whether a text says that there is nothing: `n.a.`, `not available`, `-`, `undefined`. */
export function isPlaceholder(text: string): boolean {
  const word = compact(text)
  return word === '' || NOTHING.has(word)
}

/** Whether the name of a LinkedIn profile or page is none. */
export const isNoProfile = (slug: string): boolean => isPlaceholder(slug) || NO_PROFILE.has(slug)

/** Whether a host's name says that there is no site: `nowebsite.com`. */
export const isNoSite = (host: string): boolean => NO_SITE.has(siteNameOf(host))

/** Whether an address says that there is none: `noemail@noemail.com`, `undefined@example.com`, `test@test.com`. */
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
