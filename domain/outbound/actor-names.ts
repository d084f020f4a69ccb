import { readActorId } from '../catalog/actor-schema.ts'
import { actorStart } from '../catalog/actor-starts.ts'
import { KNOWN_ACTORS } from '../catalog/providers/actors.ts'
import type { RawRequest } from '../raw/request.ts'
import { wordsOf } from '../words/tokenize.ts'

/** A raw call, without its input. */
export type Call = Pick<RawRequest, 'provider' | 'method' | 'endpoint'> & Partial<Pick<RawRequest, 'path' | 'query'>>

/**
 * What an actor does, as far as its name shows it. Its input is its own, so nothing else is known before it runs.
 * `may send`: the name is silent, or is an id. Such an actor runs, but not for a key or under a policy that concerns
 * sends (decisions, "Sends by actors").
 */
export type ActorByName = 'reads' | 'sends' | 'may send'

const KNOWN: ReadonlySet<string> = new Set(KNOWN_ACTORS.map(({ actor }) => actor.toLowerCase()))

/** Whatever else the name states. Glued words count too: `emailsender`, `sendmail`, `bulkemailer`. */
const SENDS = /send|mailer|outreach|^(?:dms?|autodm|autoconnect|inviter|invites?)$/
/** How an actor would write to people or act before them. Before a word of reading it names what is read. */
const CONTACTS = new RegExp(
  `^(?:auto)?(?:${[
    'apply|applier|blast|blaster|bot|broadcast|broadcaster|call|caller|campaigns?|chat|chatbot|chatter|cold',
    'comment|commenter|connect|connector|dial|dialer|drip|engage|engager|filler|follow|follower|followup|greeter',
    'like|liker|message|messaging|messenger|newsletter|notification|notifier|notify|pitch|post|poster|posting',
    'publish|publisher|react|reacter|replier|reply|responder|retweet|sms|smtp|spam|spammer|submit|submitter',
    'subscribe|tweet|unfollow|upvote|vote|voter|warmer|warmup',
  ].join('|')})$|^autom|^autopilot$`,
)
/** The words of those that read, which make an object of a contact before them: `comment-scraper`, `post-search`. */
const READS =
  /scrap|crawl|extract|spider|parser|lookup|search|finder|check|verifier|verify|validat|monitor|track|download|transcri|detect|analy|calculat|^counts?$|counter|screenshot|enrich|explorer|fetch/
/** What readers deliver. Alone it states that the actor reads, but it makes nothing of a contact before it. */
const DATA =
  /^(?:articles|data|database|dataset|details?|employees|info|information|jobs|listings|metadata|prices|products|profiles|rankings?|results|reviews|serp|statistics|stats|trends)$/

/** What the actor does that a call starts; null: it starts none. In doubt one whose name cannot be read sends. */
export function startedActor({ path = {}, ...call }: Call): ActorByName | null {
  const start = actorStart(call)
  if (start === null) return null
  const name = readActorId(start.named ?? path['actorId'])
  return name === null ? 'sends' : actorByName(name)
}

/** What the actor does by its `user~name`; a bare id states nothing. */
export function actorByName(actor: string): ActorByName {
  if (KNOWN.has(actor.toLowerCase())) return 'reads'
  const [user, name] = actor.split('~')
  const found = byWords(wordsOf(name ?? user ?? ''))
  return name === undefined && found === 'reads' ? 'may send' : found
}

function byWords(words: readonly string[]): ActorByName {
  if (words.some((word) => SENDS.test(word))) return 'sends'
  const contact = words.findLastIndex((word) => CONTACTS.test(word))
  const reader = words.findLastIndex((word) => READS.test(word))
  const reads = reader >= 0 || words.some((word) => DATA.test(word))
  if (contact < 0) return reads ? 'reads' : 'may send'
  if (words.some((word, at) => word === 'auto' && CONTACTS.test(words[at + 1] ?? ''))) return 'sends'
  if (contact < reader) return 'reads'
  return reads ? 'may send' : 'sends'
}
