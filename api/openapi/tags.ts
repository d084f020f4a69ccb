import { REFERENCE_PATH } from '../dashboard/paths.ts'
import { pageOfTag } from './page-files.ts'
import type { JsonValue } from './schemas.ts'
import type { Route } from '../route/route.ts'

/**
 * The tags in the order and under the headings in which the reference shows them. What a tag is about is the first
 * paragraph of its page in `docs/reference/` (decisions, "pages of nouns").
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Look around': ['Catalog', 'Service', 'Feedback'],
  Run: ['Runs', 'History', 'Approvals', 'Jobs', 'Watches'],
  Remember: ['Features', 'Tables', 'Retention', 'Suppressions', 'Law', 'Do-not-process lists'],
  Listen: ['Events', 'Webhooks', 'Callbacks', 'Inbound'],
  Pay: ['Wallet', 'Spend guard', 'Plan', 'Referrals'],
  'Accounts and access': [
    'Authentication',
    'Agents',
    'Members',
    'API keys',
    'Connections',
    'Senders',
    'Connected apps',
    'OAuth',
  ],
}

/**
 * `tags` with the URLs of their pages, and their groups (an extension that several readers of OpenAPI know), as far as
 * routes use them; other tags come last, without a description.
 */
export function tagsOf(
  routes: readonly Route[],
  publicUrl: string,
): { readonly tags: JsonValue; readonly 'x-tagGroups': JsonValue } {
  const used = new Set(routes.flatMap((route) => route.tags))
  const groups = Object.entries(GROUPS).map(([name, all]) => ({ name, tags: all.filter((tag) => used.has(tag)) }))
  const known = groups.flatMap(({ tags }) => tags)
  const unknown = [...used].filter((tag) => !known.includes(tag)).toSorted()
  return {
    tags: [...known, ...unknown].map((name) => describedTag(name, publicUrl)),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0).map(({ name, tags }): JsonValue => ({ name, tags })),
  }
}

function describedTag(name: string, publicUrl: string): JsonValue {
  const page = pageOfTag(name)
  return page === undefined
    ? { name }
    : { name, description: page.lead, externalDocs: { url: `${publicUrl}${REFERENCE_PATH}/${page.slug}` } }
}
