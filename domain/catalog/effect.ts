import { wordsOf } from '../words/tokenize.ts'
import type { CatalogEndpoint, Method } from './endpoint.ts'
import { segmentsOf } from './segments.ts'

/**
 * Words that state in the last segment of a path that a call acts, although its method is GET: `run-sync`,
 * `unsubscribe`, `bulk_resend`. Words that also name what is read are missing: `schedules`, `claim`, `verify`,
 * `import`, `post`.
 */
const ACTS: ReadonlySet<string> = new Set(
  [
    'abort accept activate add approve authorize callback cancel charge checkout clear confirm connect create',
    'deactivate decline delete disable disconnect dispatch duplicate enable enqueue execute forward invite launch',
    'login logout metamorph pause pay publish purchase reboot refund regenerate reject remove rename reply resend',
    'reset restart resume resurrect retry revoke rotate run send sign signin signout start stop submit subscribe',
    'transfer trigger unpublish unshare unsubscribe update upload upsert',
  ].flatMap((words) => words.split(' ')),
)

/**
 * The method by whose rules a call is judged: a GET that acts counts as a POST, whatever asks whether a call reads
 * (decisions, "GETs that act").
 */
export function methodOfEffect({ method, endpoint }: Pick<CatalogEndpoint, 'method' | 'endpoint'>): Method {
  if (method !== 'GET') return method
  const last = segmentsOf(endpoint).at(-1) ?? ''
  return wordsOf(last).some((word) => ACTS.has(word)) ? 'POST' : 'GET'
}
