import { EVENT_RETENTION_DAYS } from '../../domain/events/types.ts'
import type { Database } from '../../db/database.ts'
import {
  purgeDeliveries,
  purgeEvents,
  purgeInboundMessages,
  purgeSecrets,
  streamsToPurge,
} from '../../db/delivery/events/purge.ts'
import { purgeMisses } from '../../db/catalog/discover/misses.ts'
import { jobsToPurge } from '../../db/jobs/payloads.ts'
import { purgeJobRows } from '../../usecases/jobs/purge-rows.ts'
import { purgeUploads } from '../../db/jobs/uploads.ts'
import { UPLOAD_KEPT_DAYS } from '../../domain/do-not-process/lists.ts'
import { purgeListUploads } from '../../db/outreach/do-not-process/lists.ts'
import { purgeSenderSlots } from '../../db/outreach/sending/slots.ts'
import { addMonths } from '../../db/engine/months/ahead.ts'
import { judgeSharedPhones } from '../../usecases/tables/judge-shared-phones.ts'
import { PHONES_AT_ONCE } from '../../db/tables/rows/shared-phones.ts'
import { payloadsToPurge, purgePayloads } from '../../db/runs/payloads.ts'
import type { WalletId } from '../../db/money/wallets/ledger.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import type { ActivityLog } from '../deps.ts'

export interface PurgeStep {
  /** The workflow's time, in milliseconds. */
  readonly at: number
}

export interface PurgeAnswer {
  readonly events: number
  readonly deliveries: number
  readonly inbound_messages: number
  /** Runs whose payloads are older than their workspace keeps them. */
  readonly payloads: number
  /** The step ended before everything was purged. */
  readonly more: boolean
}

export interface PurgeDeps {
  readonly db: Database
  readonly log: ActivityLog
}

const DAY_MS = 86_400_000
/** Small enough that no writer of a stream waits noticeably for the stream's counter. */
const BATCH = 1_000
const STREAMS_AT_ONCE = 100
/** Each has a hundred parts. */
const UPLOADS_AT_ONCE = 20
/** Fits into a workflow task; the next step continues. */
const STEP_MS_MAX = 3_000

/**
 * Purges what is older than 30 days (Spec 6, 8): events, deliveries and inbound messages; payloads of runs and rows of
 * jobs, by the days of their workspace; and signing secrets that are no longer in use. Misses of discover are purged
 * after 90 days, slots of senders after 40, uploads of jobs after a day, and those of lists that do not continue for
 * one. Numbers that several people share are judged again once a day. It also makes the partitions of coming months. A
 * repeated step continues: purged rows stay purged, and the same statement records in the stream how far it has been
 * purged.
 */
export const purgeExpired =
  ({ db, log }: PurgeDeps) =>
  async ({ at }: PurgeStep): Promise<PurgeAnswer> => {
    const cutoff = new Date(at - EVENT_RETENTION_DAYS * DAY_MS)
    const endsAt = performance.now() + STEP_MS_MAX
    const inTime = (): boolean => performance.now() < endsAt
    await purgeSecrets(db)
    const months = await addMonths(db, new Date(at))
    if (months.length > 0) log.info({ partitions: months.join(' ') }, 'months_added')
    const streams = await purgeEach<StreamOwner>(
      (after) => streamsToPurge(db, { after, cutoff, limit: STREAMS_AT_ONCE }),
      (stream) => purgeEvents(db, stream, { cutoff, limit: BATCH }),
      inTime,
    )
    const deliveries = await batches(() => purgeDeliveries(db, { cutoff, limit: BATCH }), inTime)
    const messages = await batches(() => purgeInboundMessages(db, { cutoff, limit: BATCH }), inTime)
    const misses = await batches(() => purgeMisses(db, { at, limit: BATCH }), inTime)
    const slots = await batches(() => purgeSenderSlots(db, { at, limit: BATCH }), inTime)
    const uploads = await batches(() => purgeUploads(db, { at, limit: UPLOADS_AT_ONCE }), inTime, UPLOADS_AT_ONCE)
    const lists = await batches(
      () => purgeListUploads(db, { at: new Date(at - UPLOAD_KEPT_DAYS * DAY_MS), limit: UPLOADS_AT_ONCE }),
      inTime,
      UPLOADS_AT_ONCE,
    )
    const phones = await batches(
      () => judgeSharedPhones(db, { before: new Date(at - DAY_MS).toISOString() }),
      inTime,
      PHONES_AT_ONCE,
    )
    const payloads = await purgeEach<WalletId>(
      (after) => payloadsToPurge(db, { after, at: new Date(at), limit: STREAMS_AT_ONCE }),
      (wallet) => purgePayloads(db, wallet, { at: new Date(at), limit: BATCH }),
      inTime,
    )
    const rows = await purgeEach<string>(
      (after) => jobsToPurge(db, { after, at: new Date(at), limit: STREAMS_AT_ONCE }),
      (jobId) => purgeJobRows(db, jobId, { limit: BATCH }),
      inTime,
    )
    const purged = {
      events: streams.purged,
      deliveries: deliveries.purged,
      inbound_messages: messages.purged,
      misses: misses.purged,
      sender_slots: slots.purged,
      uploads: uploads.purged,
      list_uploads: lists.purged,
      payloads: payloads.purged,
      job_rows: rows.purged,
    }
    if (Object.values(purged).some((count) => count > 0)) log.info(purged, 'expired_data_purged')
    return {
      ...purged,
      more: [streams, deliveries, messages, misses, slots, uploads, lists, phones, payloads, rows].some(
        ({ more }) => more,
      ),
    }
  }

interface Purged {
  readonly purged: number
  readonly more: boolean
}

/** Purges one owner's data after another's until the time is over, and at least one's. */
async function purgeEach<Owner>(
  ownersAfter: (after: Owner | null) => Promise<readonly Owner[]>,
  purge: (owner: Owner) => Promise<number>,
  inTime: () => boolean,
): Promise<Purged> {
  let purged = 0
  let after: Owner | null = null
  for (;;) {
    const owners: readonly Owner[] = await ownersAfter(after)
    for (const owner of owners) {
      const done = await batches(() => purge(owner), inTime)
      purged += done.purged
      if (done.more || !inTime()) return { purged, more: true }
    }
    after = owners.at(-1) ?? null
    if (owners.length < STREAMS_AT_ONCE) return { purged, more: false }
  }
}

/** The activities of maintenance, under the names that the Temporal UI shows. */
export interface MaintenanceActivities {
  readonly purgeExpired: ReturnType<typeof purgeExpired>
}

/** Purges batch after batch until one is not full or the time is over. Each kind gets at least one batch. */
async function batches(purge: () => Promise<number>, inTime: () => boolean, size = BATCH): Promise<Purged> {
  let purged = 0
  for (;;) {
    const count = await purge()
    purged += count
    if (count < size) return { purged, more: false }
    if (!inTime()) return { purged, more: true }
  }
}
