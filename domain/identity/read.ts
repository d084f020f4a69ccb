import { readDomain } from './domain.ts'
import { readEmail } from './email.ts'
import { isKnownNetwork, parseBareHandle, parseNetwork, sectioned, splitHandle, type SplitHandle } from './handle.ts'
import { hasKnownSuffix, readHost } from './host.ts'
import type { Identity, SubjectKind } from './kinds.ts'
import { linkedinIn, readLinkedin, readLoneSlug, slugOf } from './linkedin.ts'
import { isWhatsAppId, readPhone, readWhatsApp } from './phone.ts'
import { isNoProfile } from './placeholders.ts'
import { profileOf } from './profile.ts'
import { opened } from './redirects.ts'
import { readText, SUBJECT_LENGTH_MAX, tidy } from './text.ts'
import { unwrap } from './unwrap.ts'
import { isMeantAsWeb, isRoot, parseWeb, printWeb, type Web } from './web.ts'

/** The maximum length in the tables of subjects. */
export const VALUE_LENGTH_MAX = 500

/**
 * The subject that a text names (Spec 4.5): its kind and its canonical form. null only for an empty text and for one
 * over 2,000 characters. Values of the kind `text` may be that long, all others have at most 500 characters. A site's
 * address without a path is its domain, a profile of a known network is its owner's handle.
 */
export function detectSubject(text: string): Identity | null {
  const written = text.length > SUBJECT_LENGTH_MAX ? '' : tidy(text)
  return detectSpecific(written) ?? mentionedProfile(written) ?? identity('text', readText(written))
}

/** Like `detectSubject`, for a text that is already `tidy`; null for plain text. */
export function detectSpecific(written: string): Identity | null {
  if (/[@＠]|%40/u.test(written) && !written.startsWith('@')) {
    const address = identity('email', readMailbox(written))
    if (address !== null) return address
  }
  const bare = unwrap(written)
  return (
    identity('phone', readPhone(bare)) ??
    identity('linkedin', readLinkedin(bare)) ??
    detectHandle(bare) ??
    detectWeb(bare)
  )
}

/** Longer texts are sentences, which mention a profile and do not name it. */
const LABELLED_LENGTH_MAX = 300

/** A profile with a label or a name around its address: `LinkedIn: https://www.linkedin.com/in/ada-example`. */
const mentionedProfile = (written: string): Identity | null =>
  written.length <= LABELLED_LENGTH_MAX && /linkedin\./i.test(written)
    ? identity('linkedin', readProfile(unwrap(written)))
    : null

function detectHandle(written: string): Identity | null {
  if (isWhatsAppId(written)) return identity('phone', readWhatsApp(written))
  if (!/^@|^[a-z]{1,12}:@?[^\s/]/i.test(written)) return null
  const named = splitHandle(written)
  return named === null || (named.platform !== null && !isKnownNetwork(named.platform)) ? null : handleIdentity(named)
}

function detectWeb(given: string): Identity | null {
  const host = readHost(given)
  if (host !== null) return hasKnownSuffix(host) ? identity('domain', readDomain(host)) : null
  // Everyone at a domain, as lists of blocked senders write it.
  if (given.startsWith('*@')) return identity('domain', readDomain(given))
  const written = profileAt(opened(given)) === null ? given : opened(given)
  const web = written.includes('.') || written.includes('://') ? parseWeb(written) : null
  if (web === null || !isMeantAsWeb(web)) return null
  return (
    webProfile(web) ??
    (isRoot(web) ? identity('domain', readDomain(web.host)) : null) ??
    identity('url', readUrl(written))
  )
}

/**
 * Reads a text as the kind that the caller names; null if it does not read as that kind. `platform` is the network of a
 * handle that does not name its own. A handle on LinkedIn or WhatsApp becomes a `linkedin` or `phone` identity.
 */
export function readSubject(text: string, kind: SubjectKind, platform?: string): Identity | null {
  const written = text.length > SUBJECT_LENGTH_MAX ? '' : tidy(text)
  switch (kind) {
    case 'email':
      return identity(kind, readMailbox(written))
    case 'domain':
      return identity(kind, readDomain(written))
    case 'linkedin':
      return identity(kind, readProfile(unwrap(written).replace(/^linkedin\s*:\s*/i, ''))) ?? detectAs(kind, written)
    case 'url':
      return identity(kind, readUrl(written))
    case 'handle':
      return readHandle(written, platform) ?? (platform === undefined ? detectAs(kind, written) : null)
    case 'phone':
      return identity(kind, readPhone(written)) ?? detectAs(kind, written)
    case 'text':
      return identity(kind, readText(written))
  }
}

/** An email address that is no WhatsApp id, however it is wrapped (`mailto:15550100123@c.us`). */
function readMailbox(written: string): string | null {
  const address = readEmail(written)
  return address === null || isWhatsAppId(address) ? null : address
}

/** A name that continues after a blank is broken: `linkedin.com/in/ada lovelace`. */
const BROKEN = /linkedin\.c\S*\s+[\p{L}\p{N}]/iu

/** A text that contains one profile means it; a text with several means none of them. */
function readProfile(written: string): string | null {
  const [only, second] = BROKEN.test(written) ? [] : linkedinIn(written)
  return readLinkedin(written) ?? readLoneSlug(written) ?? (second === undefined ? (only ?? null) : null)
}

/** A number or a profile may be written as a handle (`whatsapp:+1555…`, `linkedin:ada`) or as the URL of one. */
function detectAs(kind: SubjectKind, written: string): Identity | null {
  const found = detectSpecific(written)
  return found?.kind === kind ? found : null
}

/** Without its fragment, a URL may end in the punctuation that was in front of it. */
const PRINTS_MAX = 4

function readUrl(written: string): string | null {
  let address = unwrap(written)
  for (let round = 0; round < PRINTS_MAX; round += 1) {
    const web = parseWeb(address)
    if (web === null) return null
    const printed = unwrap(printWeb(web))
    if (printed === address) break
    address = printed
  }
  return address
}

function readHandle(written: string, platform: string | undefined): Identity | null {
  const network = platform === undefined ? null : parseNetwork(platform)
  if (platform !== undefined && network === null) return null
  const found =
    handleAt(written) ??
    (network === 'whatsapp' ? handleIdentity({ platform: network, name: written }) : bareHandle(written, network))
  return found !== null && (network === null || isOn(found, network)) ? found : null
}

/** A handle within a URL. */
function handleAt(written: string): Identity | null {
  if (!written.includes('/') || /^\/?u\//i.test(written)) return null
  const bare = unwrap(written)
  return identity('linkedin', readLinkedin(bare)) ?? profileAt(opened(bare))
}

function profileAt(address: string): Identity | null {
  const web = address.includes('/') ? parseWeb(address) : null
  return web === null ? null : webProfile(web)
}

function bareHandle(written: string, network: string | null): Identity | null {
  const named = splitHandle(written, network)
  return named === null ? null : handleIdentity({ platform: named.platform ?? network, name: named.name })
}

const isOn = ({ kind, value }: Identity, network: string): boolean =>
  kind === 'handle'
    ? value.startsWith(`${network}:`)
    : kind === (network === 'whatsapp' ? 'phone' : 'linkedin') && (network === 'whatsapp' || network === 'linkedin')

function webProfile(web: Web): Identity | null {
  const profile = profileOf(web)
  if (profile === null) return null
  const name = profile.platform === 'whatsapp' ? profile.name : parseBareHandle(slugOf(profile.name) ?? '')
  return name === null ? null : handleIdentity({ platform: profile.platform, name: sectioned(profile.section, name) })
}

function handleIdentity({ platform, name }: SplitHandle): Identity | null {
  if (platform === 'whatsapp') return identity('phone', readWhatsApp(name))
  if (platform === 'linkedin') {
    const slug = slugOf(name)
    return slug === null || isNoProfile(slug) ? null : identity('linkedin', `in/${slug}`)
  }
  return identity('handle', platform === null ? name : `${platform}:${name}`)
}

function identity(kind: SubjectKind, value: string | null): Identity | null {
  if (value === null || value === '' || (kind !== 'text' && value.length > VALUE_LENGTH_MAX)) return null
  return { kind, value }
}
