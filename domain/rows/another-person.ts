import { areOneName as areOneGivenName } from '../people/nicknames.ts'
import { isSameWord } from '../people/names.ts'
import { compareNames, type PersonName } from './person-name.ts'
import { differencesOf, has, mayBeShared, type PersonRecord } from './same-person.ts'

/** Whether two records have nothing but a handle together, and another name and address each: it is their firm's. */
export const isAnotherOfHandle = (one: PersonRecord, other: PersonRecord): boolean =>
  compareNames(one.name, other.name) === 'differ' &&
  differencesOf(one.identities, other.identities).some((each) => each === 'email' || each === 'linkedin') &&
  one.identities.every((identity) => mayBeShared(identity) || identity.kind === 'handle' || !has(other, identity))

/**
 * Whether two records have an email together, and another given name and one more email each: the shared one is a
 * couple's, a desk's or that of the person who looks after both. With the same given name it is one person, who
 * married or moved on.
 */
export const isAnotherOfAddress = (one: PersonRecord, other: PersonRecord): boolean =>
  compareNames(one.name, other.name) === 'differ' &&
  !haveOneGivenName(one.name, other.name) &&
  hasOwnEmail(one, other) &&
  hasOwnEmail(other, one) &&
  one.identities.every((identity) => mayBeShared(identity) || OF_SEVERAL.has(identity.kind) || !has(other, identity))

/** Kinds of which a person may have one that is another's too. */
const OF_SEVERAL: ReadonlySet<string> = new Set(['email', 'handle'])

const hasOwnEmail = ({ identities }: PersonRecord, other: PersonRecord): boolean =>
  identities.some((identity) => identity.kind === 'email' && !mayBeShared(identity) && !has(other, identity))

function haveOneGivenName(one: PersonName | null, other: PersonName | null): boolean {
  const [mine, theirs] = [one?.[0] ?? '', other?.[0] ?? '']
  return isSameWord(mine, theirs) || areOneGivenName(mine, theirs)
}
