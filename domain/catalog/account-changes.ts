import { changesSomething } from './changes.ts'
import { segmentsOf } from './segments.ts'

/**
 * What a call may not change through a caller who decides over nothing of the workspace: credentials, where data goes,
 * the senders and recipients of mail, people, and money (`Access`, "owner").
 */
const DECIDED_BY_OWNERS: ReadonlySet<string> = new Set(
  [
    'api-key api-keys apikey apikeys credentials keys oauth secrets token tokens',
    'webhook webhooks domains suppressions',
    'invitations invites members teams users',
    'billing payment payments subscription subscriptions topup topups',
  ].flatMap((words) => words.split(' ')),
)
/** Collections of which a call makes or deletes a whole one; calls within one of them send or read its messages. */
const WHOLE_ONES: ReadonlySet<string> = new Set(['inboxes', 'pods'])

/**
 * Whether a call decides over the account at the provider itself. With the workspace's own key it does there what our
 * own routes leave to owners: it makes a key that knows no limits, or lets all mail be sent to another URL.
 */
export function decidesOverAccount(endpoint: Parameters<typeof changesSomething>[0]): boolean {
  if (!changesSomething(endpoint)) return false
  const segments = segmentsOf(endpoint.endpoint)
  return segments.some((word) => DECIDED_BY_OWNERS.has(word)) || WHOLE_ONES.has(segments.at(-1) ?? '')
}
