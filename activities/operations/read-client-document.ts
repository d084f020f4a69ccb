import { freshSecondsOf } from '../../domain/access/document-freshness.ts'
import type { OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { ActivityDeps } from '../deps.ts'
import type { DocumentReply } from '../webhooks/http.ts'

export type ReadClientDocumentDeps = Pick<ActivityDeps, 'guardedHttp'>
type Answer = OperationAnswer<'client_document'>

/** The size that the draft recommends as the limit (section 6.6). */
const DOCUMENT_BYTES_MAX = 5 * 1024
/** A person waits for the page that follows. A static file arrives within a second. */
const TIMEOUT_MS = 5_000
const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i

/** Reads the document of an OAuth client at its URL. No redirect is followed, and nothing is sent but the request. */
export async function readClientDocument(
  { guardedHttp }: ReadClientDocumentDeps,
  { kind, url }: ProviderOperation<'client_document'>,
): Promise<Answer> {
  const reply = await guardedHttp.get({
    url,
    accept: 'application/json',
    bytesMax: DOCUMENT_BYTES_MAX,
    timeoutMs: TIMEOUT_MS,
  })
  if (!isDocument(reply)) return { kind, failed: failureOf(reply) }
  const { 'cache-control': cacheControl, expires } = reply.headers
  return {
    kind,
    body: reply.body.toString('utf8'),
    freshSeconds: freshSecondsOf({ cacheControl, expires }, Date.now()),
  }
}

type Answered = Extract<DocumentReply, { readonly kind: 'answered' }>

const isDocument = (reply: DocumentReply): reply is Answered =>
  reply.kind === 'answered' && reply.statusCode === 200 && JSON_TYPE.test(reply.headers['content-type'] ?? '')

/** Why an answer is no document, in words for the owner of the URL. */
function failureOf(reply: DocumentReply): string {
  if (reply.kind === 'failed') return reply.reason
  const { statusCode } = reply
  if (statusCode >= 300 && statusCode < 400) return `it was answered ${statusCode}, and redirects are not followed`
  if (statusCode !== 200) return `it was answered ${statusCode}`
  return reply.kind === 'incomplete' ? reply.reason : 'its Content-Type is not application/json'
}
