import type { NewEvent } from '../../../../domain/events/types.ts'
import type { Database, Transaction } from '../../../../db/database.ts'
import { type StreamOwner, writeEvents, type WrittenEvents } from '../../../../db/delivery/events/write.ts'

const AT = '2026-11-20T09:30:00.000Z'
const sent = { inbox: 'ada@inbox.example', inbox_id: 'inbox_1', message_id: 'message-1', thread_id: null }
const report = { ...sent, recipients: ['robin@example.com'], at: AT }

/** An event of one of some types, with `text` where it holds one. */
export function buildEvent(
  type: 'email.received' | 'email.bounced' | 'email.delivered' | 'account.reconnected',
  text = 'Hello',
): NewEvent {
  switch (type) {
    case 'email.received':
      return {
        type,
        data: {
          ...sent,
          from: 'robin@example.com',
          to: ['ada@inbox.example'],
          cc: [],
          subject: 'Hello',
          preview: null,
          text,
          labels: [],
          received_at: AT,
          class: 'reply',
          evidence: null,
          returns_at: null,
          successor: null,
        },
      }
    case 'email.bounced':
      return { type, data: { ...report, type: 'Permanent', sub_type: text } }
    case 'email.delivered':
      return { type, data: report }
    case 'account.reconnected':
      return { type, data: { network: 'linkedin', account: 'Ada', account_id: 'acct_1', status: text } }
  }
}

const WRITE: Transaction = { name: 'write_test_events', effect: true }

/** Writes events in a transaction of their own. */
export const addEvents = (db: Database, owner: StreamOwner, events: readonly NewEvent[]): Promise<WrittenEvents> =>
  db.transaction(WRITE, (tx) => writeEvents(tx, owner, events))
