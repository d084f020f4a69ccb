import type { RowIdentityKind } from '../tables/limits.ts'
import { type RowIdentity, shownKey } from './identities.ts'
import { isWeak, type Join, mayBeShared, PERSONAL } from './same-person.ts'

export const KIND_WORDS: Readonly<Record<RowIdentityKind | 'name', string>> = {
  email: 'email address',
  linkedin: 'LinkedIn profile',
  phone: 'phone number',
  handle: 'handle',
  domain: 'domain',
  field: 'key',
  name: 'name',
}

/** The reason of a join as a sentence: `Same phone number and a matching name; another email address.` */
export function reasonOf({ identity, despite, names }: Join): string {
  const name = names === 'agree' ? ' and a matching name' : names === 'alike' ? ' and a form of the name' : ''
  const same = `Same ${KIND_WORDS[identity.kind]}${name}`
  if (despite.length === 0) return mayBeShared(identity) && name === '' ? `${same}; nothing contradicts.` : `${same}.`
  return `${same}; another ${despite.map((difference) => KIND_WORDS[difference]).join(' and another ')}.`
}

/** The joining identity as the API shows it. */
export const shownIdentity = ({ identity }: Pick<Join, 'identity'>): string => shownKey(identity)

/**
 * Whether a join has to be shown and can be undone: of people, by a phone alone or in spite of a difference, or where a
 * name is only a form of the other, or where each has an identity and only a phone or the mailbox of an office joins
 * them. A sent row that names its row by the row's own key, and differs in nothing, is an
 * ordinary update.
 */
export const isMerge = ({ identity, despite, names, areApart }: Join, key: string): boolean =>
  PERSONAL.includes(identity.kind) &&
  (despite.length > 0 ||
    (areApart && names !== 'agree') ||
    (isWeak(identity) && (names === 'alike' || !isKeyBy(identity, key))))

/** Whether an identity is a row's key, or the one that its number has been added to. */
const isKeyBy = (identity: Pick<RowIdentity, 'kind' | 'value'>, key: string): boolean =>
  key === shownKey(identity) || key.startsWith(`${shownKey(identity)} (`)
