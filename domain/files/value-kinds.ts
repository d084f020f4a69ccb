import { readSubject } from '../identity/read.ts'
import { identitiesIn } from '../identity/several.ts'
import type { KnownField } from './known-headings.ts'

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[\p{L}\p{N}-]{2,}$/u
const PERSON_PROFILE = /linkedin\.\w{2,3}\/(?:in|pub)\//i
const COMPANY_PROFILE = /linkedin\.\w{2,3}\/(?:company|school|showcase|sales\/company)\//i
/** An address of a picture or a document is no site. */
const DOCUMENT = /\.(?:png|jpe?g|gif|svg|webp|pdf|ics|vcf)(?:[?#]|$)/i
const SITE = /^(?:https?:\/\/|www\.)\S+$/i
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u
const PHONE = /^['(]*\+?[\d\s()./\u2010-\u2015\u00a0\u202f-]{7,}$/u
const INTERNATIONAL = /^['(\s]*(?:\+|00)/

const isEmail = (text: string): boolean => EMAIL.test(text.replace(/^mailto:/i, ''))
const isPhone = (text: string): boolean => PHONE.test(text) && text.replaceAll(/\D/g, '').length >= 7
const isSite = (text: string): boolean =>
  (SITE.test(text) || DOMAIN.test(text)) && !isEmail(text) && !DOCUMENT.test(text)

/** A note with a blank only mentions a profile: `Met with https://www.linkedin.com/in/ada-example`. */
const isAlone = (profile: RegExp, text: string): boolean => profile.test(text) && !/\s/.test(text)

/** Whether a text is an address, a profile or a number of one person: a value, and no name of a column. */
export const isOfPerson = (text: string): boolean => {
  const value = text.trim()
  return isEmail(value) || isAlone(PERSON_PROFILE, value) || (isPhone(value) && INTERNATIONAL.test(value))
}

/** The part of the values that must be of a kind: exports have some cells that people have filled with notes. */
const MOST = 0.6
/** A column whose heading states what it is needs so little: the others may be notes. */
const SOME = 0.3

const share = (values: readonly string[], is: (text: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter((value) => is(value.trim())).length / values.length

/** What the values of a column are; null: texts, or too few of one kind. */
export function fieldOfValues(values: readonly string[]): KnownField | null {
  const most = (is: (text: string) => boolean): boolean => share(values, is) >= MOST
  if (most(isEmail)) return 'email'
  if (most((text) => isAlone(PERSON_PROFILE, text))) return 'linkedin_url'
  if (most((text) => isAlone(COMPANY_PROFILE, text))) return 'company_linkedin_url'
  if (most((text) => DOMAIN.test(text))) return 'domain'
  if (most((text) => isSite(text) && !/linkedin\./i.test(text))) return 'website'
  // Without a country code a number may as well be a customer's.
  return most((text) => isPhone(text) && INTERNATIONAL.test(text)) ? 'phone' : null
}

/** LinkedIn's own ids of members, which an export has next to the public profiles that people write. */
export const areMemberIds = (values: readonly string[]): boolean =>
  share(values, (text) => /linkedin\.\w{2,3}\/in\/AC[a-z]AA/i.test(text)) >= MOST

/** What the one reader of identities reads has its heading's kind, however it is spelled, and so have several. */
const reads =
  (kind: 'email' | 'phone', looks: (text: string) => boolean) =>
  (text: string): boolean =>
    looks(text) || identitiesIn(text, kind).some((identity) => identity.kind === kind)
const isProfile = (text: string): boolean =>
  PERSON_PROFILE.test(text) || readSubject(text, 'linkedin')?.value.startsWith('in/') === true
const isHandleOf =
  (platform: string) =>
  (text: string): boolean =>
    readSubject(text, 'handle', platform) !== null

/** Names and titles are texts of any kind, but not these. */
const isText = (text: string): boolean => !isEmail(text) && !SITE.test(text)

/** `Mr.` and `Frau Dr.` are how a person is addressed, and no position. */
const SALUTATION =
  /^(?:mr|mrs|ms|miss|mx|herr|hr|frau|fr|m|mme|mlle|monsieur|madame|dhr|mevr|sra?|srta|sig|dott|dr|prof|ing)\.?(?:\s+(?:dr|prof|ing)\.?)*$/i
const isTitle = (text: string): boolean => isText(text) && !SALUTATION.test(text)

const KINDS: Partial<Record<KnownField, (text: string) => boolean>> = {
  first_name: isText,
  last_name: isText,
  full_name: isText,
  title: isTitle,
  company: isText,
  email: reads('email', isEmail),
  personal_email: reads('email', isEmail),
  phone: reads('phone', isPhone),
  mobile: reads('phone', isPhone),
  whatsapp: reads('phone', isPhone),
  instagram: isHandleOf('instagram'),
  x: isHandleOf('x'),
  tiktok: isHandleOf('tiktok'),
  youtube: isHandleOf('youtube'),
  linkedin_url: (text) => isProfile(text) || !/linkedin\.|^https?:/i.test(text),
  company_linkedin_url: (text) => /linkedin|company\//i.test(text) || !/^https?:/i.test(text),
  website: (text) => isSite(text) && !PERSON_PROFILE.test(text) && !COMPANY_PROFILE.test(text),
  domain: isSite,
}

/** Whether values may be those of a field that their heading names; an empty column may. */
export function fits(field: KnownField, values: readonly string[]): boolean {
  const is = KINDS[field]
  return is === undefined || values.length === 0 || share(values, is) >= SOME
}
