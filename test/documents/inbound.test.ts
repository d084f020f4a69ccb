import { describe, expect, it } from '@jest/globals'
import { recordOf } from '../../domain/catalog/reading.ts'
import { inboundFixture } from '../build/inbound.ts'
import { readDocument } from './documents.ts'
import { faultsOf, responseSchema } from './response-schema.ts'

/**
 * Provider messages in tests are compared with the providers' documents, so that reader and fixture cannot share one
 * error.
 */
const EVENTS: readonly (readonly [fixture: string, file: string, schema: string])[] = [
  ['agentmail-received', 'agentmail.json', 'MessageReceivedEvent'],
  ['agentmail-sent', 'agentmail.json', 'MessageSentEvent'],
  ['agentmail-delivered', 'agentmail.json', 'MessageDeliveredEvent'],
  ['agentmail-bounced', 'agentmail.json', 'MessageBouncedEvent'],
  ['agentmail-complained', 'agentmail.json', 'MessageComplainedEvent'],
  ['agentmail-rejected', 'agentmail.json', 'MessageRejectedEvent'],
  ['resend-delivered', 'resend.json', 'EmailDeliveredEvent'],
  ['resend-bounced', 'resend.json', 'EmailBouncedEvent'],
  ['resend-complained', 'resend.json', 'EmailComplainedEvent'],
  ['resend-failed', 'resend.json', 'EmailFailedEvent'],
  ['resend-suppressed', 'resend.json', 'EmailSuppressedEvent'],
  ['resend-opened', 'resend.json', 'EmailOpenedEvent'],
]

/** The document with the event as the one answer of a separate path. */
function schemaOf(file: string, name: string) {
  const root = recordOf(readDocument(file).value)
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
  return root === null
    ? null
    : responseSchema({ ...root, paths: { '/event': { get: { responses: { 200: { content } } } } } }, 'GET /event 200')
}

describe('messages of providers', () => {
  it.each(EVENTS)('%s is, in %s, %s', (fixture, file, name) => {
    const schema = schemaOf(file, name)
    if (schema === null) throw new Error(`${file} describes no ${name}`)
    expect(faultsOf(schema, inboundFixture(fixture))).toEqual([])
  })
})
