import { newId } from '../../../db/ids.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import type { KeyAlreadyUsed, NewRun } from '../../../db/runs/accept.ts'
import type { StoredRun } from '../../../db/runs/read.ts'
import { payerOf } from '../../../domain/access/payer.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { RunStarter } from '../../../workflows/starters/runs.ts'
import { requireAccess } from '../../auth/required-access.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { idempotencyKeyOf } from '../../route/idempotency-key.ts'
import { defineRoute } from '../../route/route.ts'
import { IdempotencyHeaders } from '../../schemas/idempotency.ts'
import { RunRequest, WAIT_SECONDS_DEFAULT } from '../../schemas/run-request.ts'
import { Run } from '../../schemas/run.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { awaitRun, statusOfRun } from './answer.ts'
import { callbackRefusal, type CallbackRefusalDeps } from './callback-refusal.ts'
import { limitsRefusal, withinLimits } from './key-limits.ts'
import type { RunLinks } from './present.ts'
import { presentView, viewOfResponse } from './view.ts'
import { trackingOf } from './tracking.ts'
import { type PlannedDeps, providerRefusal } from './provider-refusal.ts'
import { findReplay, type RunCall, replayedRun } from './replay.ts'
import { requestHash } from './request.ts'
import { withSchedule, withSender } from './schedule.ts'
import { senderOfSend } from './sender-of-send.ts'
import { startInBackground } from './start.ts'
import { isLinked, tableLinksOf } from './table-links.ts'
import { uncheckedRefusal } from './unchecked-send.ts'
import { type CheckedWork, checkedWork } from './work.ts'

export interface CreateRunDeps extends PlannedDeps, RunLinks, CallbackRefusalDeps {
  readonly starter: RunStarter
  readonly waiters: RunWaiters
}

const ended = (description: string) => ({ description, schema: Run })

/** The first call of the documentation. */
export const RUN_EXAMPLE = {
  capability: 'contact.find',
  input: { full_name: 'Ada Example', domain: 'example.com' },
} as const

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
    // Ids of posts, videos and chats are often longer than a double holds.
    exactNumbers: true,
    headers: IdempotencyHeaders,
    body: RunRequest,
    bodyExamples: {
      sandbox: {
        summary: 'Find a work email',
        value: RUN_EXAMPLE,
      },
      record: {
        summary: 'Enrich a person and store the result in a row',
        value: {
          capability: 'person.enrich',
          input: { email: 'ada@example.com' },
          record: { table: 'leads', key: 'ada@example.com', save: 'all', set: { status: 'enriched' } },
        },
      },
      metadata: {
        summary: 'Note a customer on the run',
        value: {
          capability: 'company.enrich',
          input: { domain: 'example.com' },
          metadata: { customer: 'acme', campaign: '2026-11' },
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
      400: ended('No provider takes the input of the run.'),
      402: ended('The balance or a spend control refused the run.'),
      403: ended(
        'A recipient is suppressed, or a do-not-process list covers a person or company that the request names.',
      ),
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
      const { name, ...work } = requestedWork(principal, checkedWork(deps, body, principal.environment), body)
      const call: RunCall = { principal, name, log, signal, timeoutMs: timeoutOf(body) }
      const answer = (run: StoredRun, replyHeaders: Readonly<Record<string, string>> = {}) =>
        reply(statusOfRun(run), presentView(run, viewOfResponse(body.response), deps), replyHeaders)
      const replay = async (earlier: KeyAlreadyUsed) =>
        answer(await replayedRun(deps, earlier, call), { 'Idempotent-Replay': 'true' })

      const request = { idempotencyKey: key, requestHash: requestHash(body) }
      const tracking = withSchedule(await trackingOf(work), body.schedule)
      // Before any replay: the run under this idempotency key may be that of a caller with other rights.
      refuseForbidden(deps, principal, { body, run: { ...work, context: tracking } })
      // The table or row that it names may be gone by now; the request is answered with its run all the same.
      const linked = isLinked(body) ? await findReplay(deps.db, principal, request) : null
      if (linked !== null) return replay(linked)
      const requested: NewRun = {
        id: newId('run'),
        workspaceId: principal.workspaceId,
        environment: principal.environment,
        ...payerOf(principal),
        requestId,
        ...work,
        includeRaw: body.response?.include_raw ?? false,
        metadata: body.metadata ?? null,
        callbackUrl: body.callback_url,
        context: { ...tracking, ...(await tableLinksOf(deps, principal, { body, work: work.work })) },
        ...request,
      }
      const run = await checkedRun(deps, body, { run: requested, work })
      if (run instanceof Problem) {
        // The provider may have been usable when the request came first.
        const earlier = await findReplay(deps.db, principal, request)
        if (earlier === null) throw run
        return replay(earlier)
      }
      const ran = await acceptAndAwait(deps, run, call)
      return ran.kind === 'replayed' ? replay(ran) : answer(ran.run)
    },
  })

/** Throws `forbidden` for what the limits or the scopes of the caller exclude. */
function refuseForbidden(
  deps: CreateRunDeps,
  principal: Principal,
  { body, run }: { readonly body: RunRequest; readonly run: Parameters<typeof limitsRefusal>[2] },
): void {
  if (isLinked(body)) requireAccess(principal, 'write')
  const refusal = limitsRefusal(deps, principal, run)
  if (refusal !== null) throw refusal
}

/** The run with the sender that it leaves from, or why the request creates none. */
async function checkedRun(
  deps: CreateRunDeps,
  body: RunRequest,
  { run, work }: { readonly run: NewRun; readonly work: Pick<CheckedWork, 'work' | 'input'> },
): Promise<NewRun | Problem> {
  const unchecked = uncheckedRefusal({ body, ...work })
  if (unchecked !== null) return unchecked
  const from = await senderOfSend(deps.db, run)
  if (from.kind === 'refused') return from.problem
  const refusal = (await providerRefusal(deps, run)) ?? (await callbackRefusal(deps, run))
  return refusal ?? { ...run, context: { ...run.context, send: withSender(run.context.send, from.sender) } }
}

/** The work with the limits of its key, and the approval that the request itself needs. */
function requestedWork(principal: Principal, checked: CheckedWork, { approval }: RunRequest): CheckedWork {
  const work = withinLimits(principal, checked)
  return approval === undefined ? work : { ...work, routing: { ...work.routing, approval } }
}

/** How long the answer may wait for the end of the run. */
const timeoutOf = (body: RunRequest): number =>
  body.async === true ? 0 : (body.wait_seconds ?? WAIT_SECONDS_DEFAULT) * 1000

/** Commits the run and starts it; the answer is the run at its end, or as it is when the wait is over. */
async function acceptAndAwait(
  deps: CreateRunDeps,
  run: NewRun,
  { principal, name, log, ...waiting }: RunCall,
): Promise<KeyAlreadyUsed | { readonly kind: 'ran'; readonly run: StoredRun }> {
  // Subscribed before the run is there: its end cannot be missed.
  const waiter = deps.waiters.subscribe(run.id)
  try {
    const accepted = await acceptRun(deps.db, run)
    if (accepted.kind === 'replayed') return accepted
    startInBackground(deps.starter, { ...run, capability: name }, log)
    return { kind: 'ran', run: await awaitRun(deps.db, run.id, principal, { waiter, ...waiting }) }
  } finally {
    waiter.close()
  }
}
