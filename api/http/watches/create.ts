import { ownRef } from '../../../domain/access/principal.ts'
import { WATCHES_MAX } from '../../../domain/watches/limits.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import { newId } from '../../../db/ids.ts'
import { createWatch as create } from '../../../usecases/watches/create-watch.ts'
import type { StoredWatch } from '../../../db/tables/watches/watches.ts'
import type { WatchStarter } from '../../../workflows/starters/watches.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { quotaExceeded } from '../../errors/quota.ts'
import { defineRoute } from '../../route/route.ts'
import { Watch, WatchCreate } from '../../schemas/watch.ts'
import type { PlannedDeps } from '../runs/provider-refusal.ts'
import { presentWatch } from './present.ts'
import { watchedWork } from './work.ts'

export interface CreateWatchDeps extends PlannedDeps {
  readonly publicUrl: () => string
  readonly cipher: SecretCipher
  readonly watchStarter: Pick<WatchStarter, 'createInBackground'>
}

/** Spec 4.13: saves a query; nothing runs now. */
export const createWatch = (deps: CreateWatchDeps) =>
  defineRoute({
    operationId: 'createWatch',
    method: 'POST',
    path: '/v1/watch',
    summary: 'Create a watch',
    description: `Saves a request of \`POST /v1/run\` and repeats it on a schedule with ordinary runs at their price. Each refresh returns only new and changed records and raises \`watch.updated\`. With \`into\`, new records are imported as rows. The first refresh starts after \`every\` (plus up to ten minutes, to spread the load) or on request. A workspace has at most ${WATCHES_MAX} watches over both environments.`,
    tags: ['Watches'],
    spec: '4.13',
    access: 'write',
    maxBodyBytes: BODY_BYTES.long,
    exactNumbers: true,
    idempotent: { store: deps },
    body: WatchCreate,
    bodyExamples: {
      posts: {
        summary: 'New posts about a topic, every day',
        value: {
          capability: 'social.search',
          input: { platform: 'linkedin', query: 'developer tools', limit: 20 },
          every: '1d',
          into: { table: 'leads', status: 'new' },
        },
      },
      jobs: {
        summary: 'Open positions of a company',
        value: { capability: 'company.jobs', input: { domain: 'example.com' }, every: '12h', webhook: false },
      },
      raw: {
        summary: 'A raw endpoint',
        value: { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' }, every: '1d' },
      },
    },
    responses: { 200: { description: 'The watch.', schema: Watch } },
    errors: [
      'limit_reached',
      'forbidden',
      'not_found',
      'capability_not_found',
      'endpoint_not_found',
      'provider_not_available',
    ],
    async handler({ body, principal, requestId, log, saveResponse, reply }) {
      const shown = (watch: StoredWatch): Watch =>
        presentWatch(
          { ...watch, last: null },
          {
            nowMs: watch.createdAt.getTime(),
            requestId,
            publicUrl: deps.publicUrl(),
            environment: principal.environment,
          },
        )
      const watch = await create(deps.db, ownRef(principal, newId('watch')), {
        watch: await watchedWork(deps, principal, body),
        saveResponse: (tx, made) => saveResponse(tx, shown(made)),
      })
      if (watch === null) throw await quotaExceeded(deps.db, principal.workspaceId, 'watches')
      deps.watchStarter.createInBackground(watch)
      log.info({ watch_id: watch.id }, 'watch_created')
      return reply(200, shown(watch))
    },
  })
