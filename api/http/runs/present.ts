import { approvalUrl } from '../../../domain/approvals/url.ts'
import { formatUsd, formatUsdOrNull } from '../../../domain/money/microdollars.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { metadataOf } from '../../../domain/runs/metadata.ts'
import type { RunError } from '../../../domain/runs/run-error.ts'
import { errorStatus } from '../../../domain/errors/codes.ts'
import { topupPageUrl } from '../../../domain/wallets/topup-page.ts'
import type { TableResult } from '../../../domain/tables/links.ts'
import { type Environment, isEnded, isStoppable } from '../../../domain/runs/states.ts'
import type { AwaitedApproval, StoredAttempt, StoredRun } from '../../../db/runs/read.ts'
import type { Attempt, Run } from '../../schemas/run.ts'

/** Where people open what a run links. */
export interface RunLinks {
  readonly publicUrl: () => string
}

/** A stored run as the API shows it (Spec 2.1). */
export function presentRun(run: StoredRun, links: RunLinks): Run {
  return {
    ...presentListedRun(run, links),
    ...(run.output === null ? {} : { result: resultOf(run, run.output) }),
    ...(run.removed === null ? {} : { removed: run.removed }),
  }
}

function resultOf({ includeRaw, raw, payload, hasPayload }: StoredRun, output: JsonObject): JsonObject {
  if (hasPayload) return { data: payload, ...output }
  return includeRaw ? { ...output, raw } : output
}

/** The same without `result`, for listings. */
export function presentListedRun(run: StoredRun, links: RunLinks): Run {
  const poll = `/v1/runs/${run.id}`
  return {
    run_id: run.id,
    status: run.status,
    done: isEnded(run.status),
    kind: run.kind,
    capability: run.capability,
    ...(run.endpoint === null ? {} : { endpoint: run.endpoint }),
    environment: run.environment,
    simulated: run.environment === 'test',
    provider: run.provider,
    routing_reason: run.routingReason,
    billing: {
      currency: 'USD',
      quoted: formatUsdOrNull(run.quoted),
      charged: formatUsdOrNull(run.charged),
      ...(run.credited === null ? {} : { credited: formatUsd(run.credited) }),
      ...(run.heldForBill === null ? {} : { held: formatUsd(run.heldForBill) }),
      platform_funded: run.platformFunded ?? false,
    },
    ...(run.usageCharges.length === 0
      ? {}
      : {
          usage_charges: run.usageCharges.map(({ amount, reason, at }) => ({
            amount: formatUsd(BigInt(amount)),
            reason,
            at: new Date(at).toISOString(),
          })),
        }),
    timing: {
      duration_ms: run.finishedAt === null ? null : Math.max(0, run.finishedAt.getTime() - run.createdAt.getTime()),
    },
    attempts: [...skipped(run), ...run.attempts.flatMap((attempt) => presentAttempt(run, attempt))],
    ...(run.error === null ? {} : { error: presentRunError(run.error, { ...run, publicUrl: links.publicUrl() }) }),
    request_id: run.requestId,
    created_at: run.createdAt.toISOString(),
    ...(run.purgedAt === null ? {} : { purged_at: run.purgedAt.toISOString() }),
    poll_url: poll,
    stoppable: isStoppable(run.status),
    ...(run.scheduled === null
      ? {}
      : {
          scheduled: {
            ...run.scheduled,
            at: run.scheduled.at === null ? null : new Date(run.scheduled.at).toISOString(),
          },
        }),
    ...(run.approval === null ? {} : { approval: presentApproval(run, run.approval, links) }),
    ...(run.table === null ? {} : { table: presentTable(run.table) }),
    ...(run.source === null
      ? {}
      : { source: { ...run.source, saved_at: new Date(run.source.saved_at).toISOString() } }),
    ...(run.plan?.law?.unknown_country === true ? { hints: [UNKNOWN_COUNTRY] } : {}),
    ...metadataOf(run),
    ...(run.callbackUrl === null ? {} : { callback_url: run.callbackUrl }),
    ...(run.jobId === null ? {} : { job_id: run.jobId }),
  }
}

const UNKNOWN_COUNTRY =
  'The country of a recipient is unknown, so no `basis` was required. Write `country` into its row, or set `unknown_country` of the outreach policy to `block`.'

const presentApproval = (
  { id: runId, environment }: StoredRun,
  { id, reason, estimate, expires_at: expiresAt }: AwaitedApproval,
  { publicUrl }: RunLinks,
): NonNullable<Run['approval']> => ({
  id,
  url: approvalUrl(publicUrl(), { environment, runId }),
  reason,
  estimate: formatUsd(BigInt(estimate)),
  expires_at: new Date(expiresAt).toISOString(),
})

export const presentTable = ({
  name,
  key,
  saved,
  conflicts,
  merged,
  ...counts
}: TableResult): NonNullable<Run['table']> => ({
  name,
  ...(key === undefined ? {} : { key }),
  ...counts,
  ...(saved === undefined ? {} : { saved: [...saved] }),
  ...(conflicts === undefined ? {} : { conflicts: [...conflicts] }),
  ...(merged === undefined ? {} : { merged: [...merged] }),
})

/**
 * An agent hands `topup_url` to a person: a refusal for money has the page on which one tops up. Errors of earlier
 * builds have a path in its place.
 */
export function presentRunError(
  { controls, ...error }: RunError,
  { requestId, publicUrl, environment }: ShownError,
): NonNullable<Run['error']> {
  return {
    ...error,
    ...(controls === undefined ? {} : { controls: [...controls] }),
    ...(errorStatus(error.code) === 402 && { topup_url: topupPageUrl(publicUrl, environment) }),
    request_id: requestId,
  }
}

export interface ShownError {
  readonly requestId: string
  readonly publicUrl: string
  readonly environment: Environment
}

/** Providers with an open circuit: they are shown, but are no attempts (decisions, "skipped attempt"). */
const skipped = (run: StoredRun): Attempt[] =>
  (run.plan?.skipped ?? []).map(({ provider, reason }) => ({
    provider,
    outcome: 'skipped',
    duration_ms: null,
    detail: reason,
  }))

/** An attempt under way has no outcome yet and is not listed. */
const presentAttempt = (run: StoredRun, { provider, outcome, duration_ms, detail }: StoredAttempt): Attempt[] =>
  outcome === null
    ? []
    : [{ provider, outcome, duration_ms, detail: isBilledMiss(run, outcome) ? billedMiss(detail) : detail }]

/** The one miss of the run, since a billed one ends it. */
const isBilledMiss = ({ status, charged }: StoredRun, outcome: StoredAttempt['outcome']): boolean =>
  outcome === 'no_match' && status === 'no_match' && charged !== null && charged > 0n

const billedMiss = (detail: string | null): string =>
  `${detail ?? 'nothing found'}; the provider charges for the call all the same`
