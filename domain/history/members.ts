import { isKnownNetwork, parseNetwork } from '../identity/handle.ts'

/** The meaning that a member's name gives to its text. */
export type Member =
  | { readonly kind: 'name' | 'first' | 'last' | 'phone' | 'platform' | 'nothing' }
  /** Ids look like addresses (a message's is `<id@host>`) but name no person. */
  | { readonly kind: 'id' }
  /** `platform` is null if a sibling gives it, or if it is unknown. */
  | { readonly kind: 'handle'; readonly platform: string | null }

export const NOTHING: Member = { kind: 'nothing' }

const NAMES = new Set([
  'name',
  'full_name',
  'author',
  'author_name',
  'display_name',
  'person_name',
  'contact_name',
  'lead_name',
  'company',
  'company_name',
  'organization',
  'organization_name',
  'organisation',
  'employer',
  'legal_name',
  'channel_name',
  'query',
  'queries',
  'q',
  'search',
  'search_query',
  'keyword',
  'keywords',
])
const FIRST = new Set(['first_name', 'firstname', 'given_name'])
const LAST = new Set(['last_name', 'lastname', 'family_name', 'surname'])
const PHONE = /(?:^|_)(?:phones?|mobiles?|telephones?|tel|cell|fax|msisdn|phone_numbers?)(?:_|$)/
const HANDLE = /(?:^|_)(?:handles?|user_?names?|screen_name|unique_id)$/
const PUBLIC_IDENTIFIER = 'public_identifier'
const ID = /(?:^|_)(?:ids?|uuid|in_reply_to|references)$/
/** Networks whose names mean nothing else as the name of a member: `medium` and `threads` do. */
const NETWORKS = new Set([
  'instagram',
  'x',
  'tiktok',
  'youtube',
  'linkedin',
  'facebook',
  'reddit',
  'whatsapp',
  'telegram',
  'github',
  'bluesky',
])

/** The meaning of a member's name, in snake or camel case. */
export function memberOf(name: string): Member {
  const key = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  if (NAMES.has(key)) return { kind: 'name' }
  if (FIRST.has(key)) return { kind: 'first' }
  if (LAST.has(key)) return { kind: 'last' }
  if (key === 'platform' || key === 'network') return { kind: 'platform' }
  if (key === PUBLIC_IDENTIFIER) return { kind: 'handle', platform: 'linkedin' }
  const platform = parseNetwork(key)
  if (platform !== null && NETWORKS.has(platform)) return { kind: 'handle', platform }
  if (HANDLE.test(key)) return { kind: 'handle', platform: networkIn(key) }
  if (ID.test(key)) return { kind: 'id' }
  return PHONE.test(key) ? { kind: 'phone' } : NOTHING
}

/** `twitter_handle` names its network. */
function networkIn(key: string): string | null {
  const [first = ''] = key.split('_')
  return isKnownNetwork(first) ? parseNetwork(first) : null
}
