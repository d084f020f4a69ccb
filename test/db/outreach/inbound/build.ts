import type { InboundProvider } from '../../../../domain/inbound/message.ts'
import { readInbound } from '../../../../domain/inbound/read.ts'
import type { InboundOutcome } from '../../../../domain/inbound/outcome.ts'
import { storeInbound } from '../../../../db/outreach/inbound/store.ts'
import { turnKeyOf } from '../../../../db/outreach/inbound/turn-key.ts'
import { processTogether } from '../../../../usecases/outreach/process-inbound.ts'
import type { Database } from '../../../../db/database.ts'
import { testCipher } from '../../../build/connection.ts'

let messages = 0

/** Stores a message as its route does; each call stores a new one. */
export async function storeMessage(
  db: Database,
  provider: InboundProvider,
  message: object,
  connectionId: string | null = null,
): Promise<string> {
  messages += 1
  const read = readInbound(provider, { body: message, at: new Date().toISOString(), deliveryId: '' })
  if (read.kind !== 'event') throw new Error(`the message to store is ${read.kind}`)
  const id = await storeInbound(db, {
    provider,
    externalId: `message-${messages}`,
    body: JSON.stringify(message),
    account: read.message.kind === 'account_status_changed' ? read.message.account : null,
    turnKey: turnKeyOf(provider, read.message, connectionId),
    connectionId,
  })
  if (id === null) throw new Error('the message to store was there')
  return id
}

/** Stores and processes a message. */
export async function receiveMessage(
  db: Database,
  provider: InboundProvider,
  message: object,
  connectionId: string | null = null,
): Promise<InboundOutcome | null> {
  const id = await storeMessage(db, provider, message, connectionId)
  return (await processTogether({ db, cipher: testCipher() }, id)).outcome
}
