import { readSandbox } from '../../domain/inbound/sandbox.ts'
import type { Database } from '../../db/database.ts'
import { storeInbound } from '../../db/outreach/inbound/store.ts'
import { turnKeyOf } from '../../db/outreach/inbound/turn-key.ts'
import type { ReportSimulated } from '../providers/sandbox/mail-reports.ts'

/** Stores a simulated bounce or answer; the sweeper processes it seconds later, when a provider would send it. */
export const reportSimulated =
  (db: Database): ReportSimulated =>
  async ({ key, body }) => {
    const read = readSandbox(body, { at: new Date().toISOString() })
    if (read.kind !== 'event') throw new Error('the sandbox has made a report that cannot be read')
    await storeInbound(db, {
      provider: 'sandbox',
      externalId: key,
      body: JSON.stringify(body),
      account: null,
      turnKey: turnKeyOf('sandbox', read.message, null),
      connectionId: null,
      sweepAfterSeconds: 0,
    })
  }
