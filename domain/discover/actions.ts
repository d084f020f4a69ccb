import { endpointKey, type CatalogEndpoint } from '../catalog/endpoint.ts'
import { readTemplate } from '../catalog/template.ts'
import { isStopWord, wordsOf } from '../words/tokenize.ts'
import { stemOf } from '../words/stem.ts'
import { type Direction, directionOf } from './direction.ts'
import { suggestedBy } from './vocabulary.ts'

/** The action on a thing. */
export type Action = 'create' | 'list' | 'read' | 'update' | 'delete' | 'search'

/** Words that mean an action at any place in a query. */
const CLEAR: Readonly<Record<Action, readonly string[]>> = {
  create: ['create', 'insert', 'add'],
  list: ['list', 'lists', 'all', 'every', 'everything', 'everyone', 'browse'],
  read: ['retrieve'],
  update: ['update', 'edit', 'modify', 'rename', 'patch', 'overwrite'],
  delete: ['delete', 'remove', 'destroy', 'erase', 'unlink'],
  search: ['search', 'filter'],
}
/** Words that mean an action only as the first word: "start a crawl", but "crawls at the start of a month". */
const AT_FIRST: Readonly<Partial<Record<Action, readonly string[]>>> = {
  create: [
    'new',
    'make',
    'register',
    'save',
    'open',
    'submit',
    'start',
    'write',
    'post',
    'run',
    'execute',
    'trigger',
    'launch',
    'send',
  ],
  list: ['show'],
  update: ['change', 'set', 'replace', 'adjust'],
  delete: ['drop', 'clear', 'kick'],
}

const ACTIONS: readonly Action[] = ['create', 'list', 'read', 'update', 'delete', 'search']

const actionByWord = (words: Readonly<Partial<Record<Action, readonly string[]>>>): ReadonlyMap<string, Action> =>
  new Map(ACTIONS.flatMap((action) => (words[action] ?? []).map((word) => [word, action] as const)))

/**
 * These words are adjectives as well: "open a ticket" and "new ticket" mean an action, "open tickets" and "new and old
 * tickets" do not.
 */
const ADJECTIVES = new Set(['open', 'new', 'set', 'clear'])
const DETERMINERS = new Set(
  'a an the my our this that these his her its their your one all some every another it me him them us'.split(' '),
)

const anywhere = actionByWord(CLEAR)
const atFirst = actionByWord(AT_FIRST)

/** The actions that a query names; empty if it only names a thing. */
export function requestedActions(words: readonly string[]): Action[] {
  const content = words.filter((word) => !isStopWord(word))
  const found = content.flatMap(
    (word, at) => anywhere.get(word) ?? (at === 0 && isVerb(words, word) ? atFirst.get(word) : undefined) ?? [],
  )
  // "by id", "by order number": the query names one thing and wants to read it.
  return [
    ...new Set(words.includes('by') && IDENTIFIERS.has(content.at(-1) ?? '') ? [...found, 'read' as const] : found),
  ]
}

function isVerb(words: readonly string[], word: string): boolean {
  if (!ADJECTIVES.has(word)) return true
  const next = words[words.indexOf(word) + 1] ?? ''
  return DETERMINERS.has(next) || (word === 'new' && !isStopWord(next) && !next.endsWith('s'))
}

/** What a query wants to be done. */
export interface Intent {
  readonly actions: readonly Action[]
  /** Whether the query names the action. */
  readonly isNamed: boolean
  /** Which identifier leads to which. */
  readonly direction: Direction | null
}
export const NO_INTENT: Intent = { actions: [], isNamed: false, direction: null }

const CHANGES: readonly Action[] = ['create', 'update', 'delete']
/** A query that begins with one of these words wants to know something. */
const ASKS = new Set(
  `am are can check compare could count did do does download estimate explain export fetch find get give has have how is
  list look obtain read retrieve search see should show tell was watch were what when where which who whose why will
  would`.split(/\s+/),
)
/** A verb and one of these words are one verb: "wake up". */
const PARTICLES = new Set(['up', 'down', 'off', 'out', 'back', 'away'])
/** "turn on the lights" is an order too; "find on the map" is a question. */
const TURNED_ON = new Set(['turn', 'switch', 'put'])

/**
 * A query that names no action and begins like an order ("loop one song", "wake up a membership") wants a change,
 * whatever its verb is; "give me", "tell me" and "show the" want to know something.
 */
export const intentOf = (words: readonly string[]): Intent => ({
  ...wantedActions(words),
  direction: directionOf(words),
})

function wantedActions(words: readonly string[]): Pick<Intent, 'actions' | 'isNamed'> {
  const actions = requestedActions(words)
  if (actions.length > 0) return { actions, isNamed: true }
  if (!isOrder(words)) return { actions: [], isNamed: false }
  const suggested = changesSuggestedBy(words)
  return { actions: suggested.length > 0 ? suggested : CHANGES, isNamed: suggested.length > 0 }
}

/** "take my star back" and "throw out a member" suggest a deletion. */
function changesSuggestedBy(words: readonly string[]): Action[] {
  const [verb = '', second = ''] = words.map(stemOf)
  const particle = words.find((word, at) => at > 0 && PARTICLES.has(word)) ?? ''
  const suggested = [[verb, stemOf(particle)], [verb, second], [verb]].map(suggestedBy).find((some) => some.length > 0)
  return CHANGES.filter((action) =>
    (suggested ?? []).some((stem) => CLEAR[action].some((word) => stemOf(word) === stem)),
  )
}

function isOrder([verb = '', second = '', third = '']: readonly string[]): boolean {
  if ((verb === 'give' || verb === 'tell') && second !== 'me' && second !== 'us') return true
  if (verb === 'do' && second === 'not') return true
  if (ASKS.has(verb) || isStopWord(verb)) return verb === 'let'
  const isParticle = PARTICLES.has(second) || (second === 'on' && TURNED_ON.has(verb))
  return DETERMINERS.has(second) || (isParticle && DETERMINERS.has(third))
}

const IDENTIFIERS = new Set(['id', 'ids', 'identifier', 'key', 'uuid', 'slug'])

/**
 * The actions of a call. Its last fixed segment decides (`/tasks/{id}/addFollowers`, `chat.delete`), else the method. A
 * POST creates only if the same path also has a GET, because many data providers take every query as a POST; otherwise
 * its actions stay unknown.
 */
export function actionsOf(endpoint: CatalogEndpoint, isThere: (key: string) => boolean): Action[] {
  const { method, endpoint: path, title } = endpoint
  const segments = path.split('/').filter((segment) => segment !== '' && !/^\{[^{}]*\}$/.test(segment))
  const named = wordsOf(segments.at(-1) ?? '').flatMap((word) => anywhere.get(word) ?? NAMED_IN_PATHS.get(word) ?? [])
  const titled = wordsOf(title)
    .slice(0, 1)
    .flatMap((word) => anywhere.get(word) ?? [])
  const actions = [...new Set([...named, ...titled])]
  return actions.length > 0 ? actions : byMethod(method, path, isThere)
}

/** Words too common in queries to mean an action, but clear in a path. */
const NAMED_IN_PATHS = actionByWord({
  update: ['set', 'change', 'replace'],
  search: ['find', 'query', 'lookup'],
  create: ['new', 'register'],
})

function byMethod(method: CatalogEndpoint['method'], path: string, isThere: (key: string) => boolean): Action[] {
  switch (method) {
    case 'GET':
      return readTemplate(path.replace(/\/$/, '')).at(-1)?.kind === 'placeholder' ? ['read'] : ['list']
    case 'POST':
      return isThere(endpointKey('GET', path)) ? ['create'] : []
    case 'DELETE':
      return ['delete']
    default:
      return ['update']
  }
}
