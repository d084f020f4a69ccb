import { parseNetwork } from '../identity/handle.ts'
import type { Identity } from '../identity/kinds.ts'
import { detectSpecific, readSubject, VALUE_LENGTH_MAX } from '../identity/read.ts'
import { tidy } from '../identity/text.ts'
import { isExactNumber } from '../json/exact.ts'
import type { Json } from '../json/json.ts'
import { collectFound, type SubjectCollector, type FoundSubject } from './subject-collector.ts'
import { type Member, memberOf, NOTHING } from './members.ts'

/**
 * The bounds of a payload of any shape: the number of values, and their depth. A provider's answer has at most 10 MB,
 * and five thousand records with two hundred values each are as many.
 */
const VALUES_MAX = 1_000_000
const DEPTH_MAX = 24
/** A step of the walk takes less than a millisecond. */
const VALUES_PER_STEP = 64
/** The maximum length of a name; longer texts are sentences. */
const NAME_LENGTH_MAX = 100
const MEMBER_LENGTH_MAX = 100
/** A record's members; an object with more is a map by ids. */
const SIBLINGS_MAX = 1_000
/** Names beyond these are read each time: an object may have ids as names. */
const MEMBERS_MAX = 10_000

/** The position of the walk; printed only for a found subject. */
interface JsonPosition {
  readonly up: JsonPosition | null
  readonly at: string | number
}

interface Walk {
  readonly found: SubjectCollector
  /** Members of the items of a list have the same names. */
  readonly members: Map<string, Member>
}

interface Visit {
  readonly value: Json
  readonly around: Around
}

interface Around {
  readonly place: JsonPosition
  readonly member: Member
  /** The nearest `platform` on the same level or above. */
  readonly platform: string | null
  readonly depth: number
}

const ROOT: JsonPosition = { up: null, at: '$' }

/**
 * The subjects that a run's input, its result or a provider's payload names (Spec 4.5): every text that is an email, a
 * domain, a URL, a LinkedIn page, a phone or a handle, and names under a member that marks them. One entry per kind and
 * value, exact before covering, else the first; at most `SUBJECTS_MAX`. Never throws, whatever the shape. It pauses
 * between its steps, because a list of thousands of records takes longer than a process may be occupied.
 */
export function* findingSubjects(value: Json): Generator<void, FoundSubject[]> {
  const walk: Walk = { found: collectFound(), members: new Map() }
  const open: Iterator<Visit>[] = [
    [{ value, around: { place: ROOT, member: NOTHING, platform: null, depth: 0 } }].values(),
  ]
  for (let values = 0; values < VALUES_MAX && open.length > 0;) {
    const visit = open.at(-1)?.next()
    if (visit === undefined || visit.done === true) {
      open.pop()
      continue
    }
    values += 1
    const inside = visitOne(walk, visit.value)
    if (inside !== null) open.push(inside)
    if (values % VALUES_PER_STEP === 0) yield
  }
  return walk.found.all()
}

/** Reads a text; for a list and an object, returns the values in it. */
function visitOne(walk: Walk, { value, around }: Visit): Iterator<Visit> | null {
  if (value === null || around.depth > DEPTH_MAX) return null
  if (typeof value === 'string') readLeaf(walk, value, around)
  else if (Array.isArray(value)) return itemsOf(value, around)
  else if (typeof value === 'object' && !isExactNumber(value)) return membersOf(walk, Object.entries(value), around)
  return null
}

function* itemsOf(items: readonly Json[], around: Around): Generator<Visit> {
  for (const [at, value] of items.entries())
    yield { value, around: { ...around, place: { up: around.place, at }, depth: around.depth + 1 } }
}

function* membersOf(walk: Walk, entries: readonly (readonly [string, Json])[], around: Around): Generator<Visit> {
  const inside: Partial<Record<Member['kind'], { readonly text: string; readonly place: JsonPosition }>> = {}
  for (const [name, value] of entries.slice(0, SIBLINGS_MAX)) {
    const { kind } = memberNamed(walk, name)
    if (typeof value === 'string' && inside[kind] === undefined)
      inside[kind] = { text: value, place: { up: around.place, at: name } }
  }
  const { first, last, platform } = inside
  if (first !== undefined && last !== undefined) readName(walk, `${first.text} ${last.text}`, first.place)
  for (const [name, value] of entries) {
    if (name.length > MEMBER_LENGTH_MAX) continue
    yield {
      value,
      around: {
        place: { up: around.place, at: name },
        member: memberNamed(walk, name),
        platform: platform?.text ?? around.platform,
        depth: around.depth + 1,
      },
    }
  }
}

function memberNamed({ members }: Walk, name: string): Member {
  const known = members.get(name)
  if (known !== undefined) return known
  const member = memberOf(name.slice(0, MEMBER_LENGTH_MAX))
  if (members.size < MEMBERS_MAX) members.set(name, member)
  return member
}

function readLeaf(walk: Walk, text: string, { place, member, platform }: Around): void {
  if (text === '' || text.length > VALUE_LENGTH_MAX || member.kind === 'id') return
  const identity = identityOf(tidy(text), member, platform)
  if (identity !== null) walk.found.add(identity, () => pathOf(place))
  // A site's URL is its domain, and a URL too.
  if (identity?.kind === 'domain' && text.includes('/'))
    walk.found.add({ kind: 'url', value: identity.value }, () => pathOf(place))
  if (identity === null && member.kind === 'name') readName(walk, text, place)
}

function readName(walk: Walk, text: string, place: JsonPosition): void {
  const name = text.length <= NAME_LENGTH_MAX && /[\p{L}\p{N}]/u.test(text) ? readSubject(text, 'text') : null
  if (name !== null) walk.found.add(name, () => pathOf(place))
}

const SPACE = /\s/
/** A text without one of these is no address, domain, URL or explicit handle. */
const SIGNS = /[@./:]/

function identityOf(text: string, member: Member, platform: string | null): Identity | null {
  if (member.kind === 'handle') {
    const handle =
      SPACE.test(text) && member.platform !== 'whatsapp' ? null : readHandle(text, member.platform ?? platform)
    if (handle !== null) return handle
  }
  if (member.kind === 'phone' || text.startsWith('+')) {
    const phone = readSubject(text, 'phone')
    if (phone !== null) return phone
  }
  // A text with spaces is an address only with its owner's name in front.
  if (SPACE.test(text)) return text.endsWith('>') && text.includes('@') ? readSubject(text, 'email') : null
  return SIGNS.test(text) ? detectSpecific(text) : null
}

/** A value under `platform` that is no platform (a telephone's model) leaves the handle without one. */
const readHandle = (text: string, platform: string | null): Identity | null =>
  platform === null || parseNetwork(platform) === null
    ? readSubject(text, 'handle')
    : readSubject(text, 'handle', platform)

const PLAIN_MEMBER = /^[A-Za-z_$][\w$]*$/

function pathOf({ up, at }: JsonPosition): string {
  if (up === null) return '$'
  const step = typeof at === 'number' ? `[${at}]` : PLAIN_MEMBER.test(at) ? `.${at}` : `[${JSON.stringify(at)}]`
  return `${pathOf(up)}${step}`
}
