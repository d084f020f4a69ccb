import { formatUsd } from '../../../domain/money/microdollars.ts'
import { type KeyUsage, listApiKeys as list } from '../../../db/access/api-keys/list.ts'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { ApiKeyList, ApiKeyListQuery } from '../../schemas/api-key.ts'
import { presentApiKey } from './present.ts'

const DAY_MS = 86_400_000

const presentUsage = ({ runs, charged }: KeyUsage) => ({ runs: Number(runs), charged: formatUsd(charged) })

/** Spec 2.5, 4.11. */
export const listApiKeys = ({ db, nowMs }: { db: Database; nowMs: () => number }) =>
  defineRoute({
    operationId: 'listApiKeys',
    method: 'GET',
    path: '/v1/api-keys',
    summary: 'List API keys',
    description:
      'Lists the keys of both environments, including the 100 most recently revoked. Each key has the number of its runs in the last `days`. `no_key_usage` counts the runs of dashboard sessions and connected apps in the environment of the request.',
    tags: ['API keys'],
    spec: '2.5, 4.11',
    access: 'owner',
    query: ApiKeyListQuery,
    responses: { 200: { description: 'The keys and their usage.', schema: ApiKeyList } },
    errors: [],
    async handler({ query, principal, reply }) {
      const { keys, noKey } = await list(db, principal, new Date(nowMs() - query.days * DAY_MS))
      return reply(200, {
        usage_days: query.days,
        no_key_usage: presentUsage(noKey),
        items: keys.map((key) => ({ ...presentApiKey(key), usage: presentUsage(key) })),
      })
    },
  })
