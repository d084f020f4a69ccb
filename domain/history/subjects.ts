import { readPlatform } from '../identity/handle.ts'
import type { Identity } from '../identity/kinds.ts'
import { detectSpecific, readSubject, VALUE_LENGTH_MAX } from '../identity/read.ts'
import { tidy } from '../identity/text.ts'
import { isExactNumber } from '../json/exact.ts'
import type { Json } from '../json/json.ts'
import { collectFound, type SubjectCollector, type FoundSubject } from './subject-collector.ts'
import { type Member, memberOf, NOTHING } from './members.ts'

/**
 * The bounds of a payload of any shape: the number of values, and their depth. A hundred posts are some 1,200 values.
 */
const VALUES_MAX = 5_000
const DEPTH_MAX = 24
/** The maximum length of a name; longer texts are sentences. */
const NAME_LENGTH_MAX = 100
const MEMBER_LENGTH_MAX = 100

/** The position of the walk; printed only for a found subject. */
interface JsonPosition {
  readonly up: JsonPosition | null
  readonly at: string | number
}

interface Walk {
  readonly found: SubjectCollector
  /** Members of the items of a list have the same names. */
  readonly members: Map<string, Member>
  left: number
}

interface Around {
  readonly place: JsonPosition
  readonly member: Member
  /** The nearest `platform` beside or above. */
  readonly platform: string | null
  readonly depth: number
}

const ROOT: JsonPosition = { up: null, at: '$' }

/**
 * The subjects that a run's input, its result or a provider's payload names (Spec 4.5): every text that is an email, a
 * domain, a URL, a LinkedIn page, a phone or a handle, and names under a member that marks them. One entry per kind and
 * value, exact before covering, else the first; at most 150. Never throws, whatever the shape.
 */
export function subjectsOf(value: Json): FoundSubject[] {
  const walk: Walk = { found: collectFound(), members: new Map(), left: VALUES_MAX }
  visit(walk, value, { place: ROOT, member: NOTHING, platform: null, depth: 0 })
  return walk.found.best()
}

function visit(walk: Walk, value: Json, around: Around): void {
  walk.left -= 1
  if (walk.left < 0 || value === null || around.depth > DEPTH_MAX) return
  if (typeof value === 'string') {
    readLeaf(walk, value, around)
  } else if (Array.isArray(value)) {
    for (let at = 0; at < value.length && walk.left > 0; at += 1) {
      visit(walk, value[at] ?? null, { ...around, place: { up: around.place, at }, depth: around.depth + 1 })
    }
  } else if (typeof value === 'object' && !isExactNumber(value)) {
    visitMembers(walk, Object.entries(value).slice(0, VALUES_MAX), around)
  }
}

function visitMembers(walk: Walk, entries: readonly (readonly [string, Json])[], around: Around): void {
  const inside: Partial<Record<Member['says'], { readonly text: string; readonly place: JsonPosition }>> = {}
  const members = entries.map(([name, value]) => {
    const member = memberNamed(walk, name)
    if (typeof value === 'string' && inside[member.says] === undefined)
      inside[member.says] = { text: value, place: { up: around.place, at: name } }
    return member
  })
  const { first, last, platform } = inside
  if (first !== undefined && last !== undefined) readName(walk, `${first.text} ${last.text}`, first.place)
  for (const [index, [name, value]] of entries.entries()) {
    const member = members[index] ?? NOTHING
    if (name.length > MEMBER_LENGTH_MAX) continue
    visit(walk, value, {
      place: { up: around.place, at: name },
      member,
      platform: platform?.text ?? around.platform,
      depth: around.depth + 1,
    })
  }
}

function memberNamed({ members }: Walk, name: string): Member {
  const known = members.get(name)
  if (known !== undefined) return known
  const member = memberOf(name.slice(0, MEMBER_LENGTH_MAX))
  members.set(name, member)
  return member
}

function readLeaf(walk: Walk, text: string, { place, member, platform }: Around): void {
  if (text === '' || text.length > VALUE_LENGTH_MAX || member.says === 'id') return
  const identity = identityOf(tidy(text), member, platform)
  if (identity !== null) walk.found.add(identity, () => pathOf(place))
  // A site's address is its domain, and a URL too.
  if (identity?.kind === 'domain' && text.includes('/'))
    walk.found.add({ kind: 'url', value: identity.value }, () => pathOf(place))
  if (identity === null && member.says === 'name') readName(walk, text, place)
}

function readName(walk: Walk, text: string, place: JsonPosition): void {
  const name = text.length <= NAME_LENGTH_MAX && /[\p{L}\p{N}]/u.test(text) ? readSubject(text, 'text') : null
  if (name !== null) walk.found.add(name, () => pathOf(place))
}

const SPACE = /\s/
/** A text without one of these is no address, domain, URL or explicit handle. */
const SIGNS = /[@./:]/

function identityOf(text: string, member: Member, platform: string | null): Identity | null {
  if (member.says === 'handle') {
    const handle =
      SPACE.test(text) && member.platform !== 'whatsapp' ? null : readHandle(text, member.platform ?? platform)
    if (handle !== null) return handle
  }
  if (member.says === 'phone' || text.startsWith('+')) {
    const phone = readSubject(text, 'phone')
    if (phone !== null) return phone
  }
  // A text with spaces is an address only with its owner's name in front.
  if (SPACE.test(text)) return text.endsWith('>') && text.includes('@') ? readSubject(text, 'email') : null
  return SIGNS.test(text) ? detectSpecific(text) : null
}

/** A value under `platform` that is no platform (a telephone's model) leaves the handle without one. */
const readHandle = (text: string, platform: string | null): Identity | null =>
  platform === null || readPlatform(platform) === null
    ? readSubject(text, 'handle')
    : readSubject(text, 'handle', platform)

const PLAIN_MEMBER = /^[A-Za-z_$][\w$]*$/

function pathOf({ up, at }: JsonPosition): string {
  if (up === null) return '$'
  const step = typeof at === 'number' ? `[${at}]` : PLAIN_MEMBER.test(at) ? `.${at}` : `[${JSON.stringify(at)}]`
  return `${pathOf(up)}${step}`
}
