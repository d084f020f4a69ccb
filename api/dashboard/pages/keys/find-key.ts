import type { Static } from 'typebox'
import { Problem } from '../../../errors/problem.ts'
import type { ApiKeyList } from '../../../schemas/api-key.ts'
import type { PageCall, View } from '../../page.ts'

/** How many days the page of one key covers. */
export const KEY_DAYS = 30

/** The key that the path names, among those of its environment; throws `not_found`. */
export async function findKey(
  listApiKeys: PageCall<typeof ApiKeyList>,
  view: View,
): Promise<Static<typeof ApiKeyList>['items'][number]> {
  const { items } = await listApiKeys(view, { query: { days: KEY_DAYS } })
  const key = items.find(({ id, environment }) => id === view.params['key_id'] && environment === view.environment)
  if (key === undefined) throw new Problem('not_found', 'There is no such API key.')
  return key
}
