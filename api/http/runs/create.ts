import { isEnded } from '../../../domain/runs/states.ts'
import { newId } from '../../../db/ids.ts'
import { acceptRun, findReplayed, type NewRun, type Replayed } from '../../../db/runs/accept.ts'
import { type StoredRun } from '../../../db/runs/read.ts'
import type { RunStarter, RunToStart } from '../../../workflows/starters/runs.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { describeError } from '../../errors/logged-error.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { IdempotencyHeaders } from '../../schemas/idempotency.ts'
import { RunRequest, WAIT_SECONDS_DEFAULT } from '../../schemas/run-request.ts'
import { Run } from '../../schemas/run.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { awaitRun, mustReadRun, statusOfEnded } from './answer.ts'
import { presentRun } from './present.ts'
import { trackingOf } from './tracking.ts'
import { type PlannedDeps, requireProvider } from './require-provider.ts'
import { idempotencyKeyOf } from '../../route/idempotency-key.ts'
import { requestHash } from './request.ts'
import { isLinked, tableLinksOf } from './table-links.ts'
import { checkedWork } from './work.ts'

export interface CreateRunDeps extends PlannedDeps {
  readonly starter: RunStarter
  readonly waiters: RunWaiters
}

/** A start takes milliseconds: a run that is older than this and has not begun may have lost its start. */
const START_AGAIN_AFTER_MS = 2_000

const ended = (description: string) => ({ description, schema: Run })

/** Spec 4.1: runs a capability and answers when it has finished, or when the wait is over. */
export const createRun = (deps: CreateRunDeps) =>
  defineRoute({
    operationId: 'createRun',
    method: 'POST',
    path: '/v1/run',
    summary: 'Run a capability or a raw endpoint',
    description:
      'Holds the largest possible price, tries providers one after another until one delivers, and charges only the delivered result. If a run ends without success, the HTTP status is that of its error code and the body is the run. A raw run names a provider and its endpoint: it makes one call without fallback, returns the unchanged payload in `result.data`, and is billed by the usage that the provider reports.',
    tags: ['Runs'],
    spec: '4.1, 4.2',
    access: 'run',
    countsAsRun: true,
    maxBodyBytes: BODY_BYTES.large,
    headers: IdempotencyHeaders,
    body: RunRequest,
    bodyExamples: {
      sandbox: {
        summary: 'Find a work email',
        value: { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } },
      },
      record: {
        summary: 'Enrich a person and store the result in a row',
        value: {
          capability: 'person.enrich',
          input: { email: 'ada@example.com' },
          record: { table: 'leads', key: 'ada@example.com', save: 'all', set: { status: 'enriched' } },
        },
      },
      into: {
        summary: 'Search people into a table',
        value: {
          capability: 'person.search',
          input: { titles: ['Head of Operations'], limit: 10 },
          into: { table: 'leads', status: 'new' },
        },
      },
      raw: {
        summary: 'Call a raw endpoint',
        value: {
          provider: 'sec',
          endpoint: '/submissions/CIK{cik}.json',
          path: { cik: '0000320193' },
          routing: { max_cost: '0.10' },
        },
      },
    },
    responses: {
      200: {
        ...ended('The run succeeded.'),
        headers: { 'Idempotent-Replay': '`true` if the key was used before and nothing was run again.' },
      },
      202: { description: 'The run has not ended. Read it at `poll_url`.', schema: Run },
      402: ended('The balance or a spend control refused the run.'),
      403: ended('A recipient is suppressed.'),
      404: ended('No provider found a match.'),
      409: ended('The message repeats an earlier one, the run was cancelled, or no provider is available.'),
      502: ended('Every attempt failed.'),
      504: ended('The last attempt timed out.'),
    },
    errors: [
      'forbidden',
      'not_found',
      'capability_not_found',
      'endpoint_not_found',
      'provider_not_available',
      'idempotency_mismatch',
    ],
    async handler({ body, headers, principal, requestId, log, signal, reply }) {
      const key = idempotencyKeyOf(headers['Idempotency-Key'], body.idempotency_key)
      const { name, ...asked } = checkedWork(deps, body)
      const timeoutMs = body.async === true ? 0 : (body.wait_seconds ?? WAIT_SECONDS_DEFAULT) * 1000
      const hash = requestHash(body)
      // Its table or row may be gone by now: a request that was accepted before is answered with its run all the same.
      const earlier =
        key !== null && isLinked(body)
          ? await findReplayed(deps.db, { ...principal, requestHash: hash, idempotencyKey: key })
          : null
      if (earlier !== null) return answerReplay(earlier)
      const links = await tableLinksOf(deps, principal, { body, work: asked.work })
      const run: NewRun = {
        id: newId('run'),
        workspaceId: principal.workspaceId,
        environment: principal.environment,
        apiKeyId: principal.apiKeyId,
        requestId,
        ...asked,
        includeRaw: body.response?.include_raw ?? false,
        memory: { ...trackingOf(asked), ...links },
        idempotencyKey: key,
        requestHash: hash,
      }
      await requireProvider(deps, run)

      const waiter = deps.waiters.subscribe(run.id)
      try {
        const accepted = await acceptRun(deps.db, run)
        if (accepted.kind === 'replayed') return await answerReplay(accepted)
        begin({ ...run, capability: name })
        return answer(await awaitRun(deps.db, run.id, principal, { waiter, timeoutMs, signal }), {})
      } finally {
        waiter.close()
      }

      /** Not awaited: without Temporal the run is committed all the same, and the sweeper starts it later. */
      function begin(started: RunToStart): void {
        deps.starter
          .start(started)
          .catch((error: unknown) =>
            log.warn({ run_id: started.id, error: describeError(error) }, 'run_start_unconfirmed'),
          )
      }

      async function answerReplay({ runId, sameRequest }: Replayed) {
        if (!sameRequest)
          throw new Problem('idempotency_mismatch', 'The idempotency key was used before with a different request.', {
            run_id: runId,
          })
        return answer(await replay(runId), { 'Idempotent-Replay': 'true' })
      }

      async function replay(runId: string): Promise<StoredRun> {
        const other = deps.waiters.subscribe(runId)
        try {
          const now = await mustReadRun(deps.db, runId, principal)
          // The process that accepted the run may have died before its start; starting it twice is harmless.
          if (now.status === 'created' && Date.now() - now.createdAt.getTime() > START_AGAIN_AFTER_MS)
            begin({ ...principal, capability: name, id: runId })
          return isEnded(now.status)
            ? now
            : await awaitRun(deps.db, runId, principal, { waiter: other, timeoutMs, signal })
        } finally {
          other.close()
        }
      }

      function answer(stored: StoredRun, extra: Readonly<Record<string, string>>) {
        const shown = presentRun(stored)
        if (!isEnded(stored.status)) return reply(202, shown, extra)
        const status = statusOfEnded(stored)
        switch (status) {
          case 402:
          case 403:
          case 404:
          case 409:
          case 502:
          case 504:
            return reply(status, shown, extra)
          default:
            return reply(200, shown, extra)
        }
      }
    },
  })
