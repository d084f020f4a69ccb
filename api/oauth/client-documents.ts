import { createHash } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import { refusalOfClientUrl } from '../../domain/access/client-url.ts'
import type { Database } from '../../db/database.ts'
import { findStoredDocument, storeClientDocument } from '../../db/access/oauth/clients.ts'
import { atOnce } from '../../db/time-slices.ts'
import type { ProviderCaller } from '../../workflows/starters/provider-operations.ts'
import { parsingJson } from '../body/json.ts'
import { errorType } from '../errors/logged-error.ts'
import { Problem } from '../errors/problem.ts'
import type { StepContext } from '../middleware/state.ts'
import { checkClient, libraryMetadata } from './client-metadata.ts'
import type { OAuthError } from './errors.ts'
import type { DocumentReading } from './limits.ts'

export interface ClientDocumentParts {
  readonly db: Database
  readonly provider: Provider
  readonly providerCaller: ProviderCaller
  /** Counts one reading; the seconds to wait where there were too many, else null. */
  readonly mayRead: (reading: DocumentReading) => Promise<number | null>
}

/**
 * Client-id metadata documents (draft-ietf-oauth-client-id-metadata-document): the client's id is the URL of a document
 * about it. Only a person's way to the consent reads one, and a worker does (decisions, "client documents"); tokens are
 * issued by what is stored. Stores what the document states; null: the client is known, or its id is no URL and the
 * library judges it.
 */
export async function learnClient(
  ctx: StepContext,
  parts: ClientDocumentParts,
  clientId: unknown,
): Promise<OAuthError | null> {
  if (typeof clientId !== 'string' || !/^https?:/i.test(clientId)) return null
  const refusal = refusalOfClientUrl(clientId)
  if (refusal !== null) return invalid(`A client_id that is a URL ${refusal}.`)
  const stored = await findStoredDocument(parts.db, clientId)
  if (stored === 'fresh') return null
  const { host } = new URL(clientId)
  const isKnown = stored === 'stale'
  const wait = await parts.mayRead({ host, isKnown })
  // What is stored serves until it can be read again: no number of unknown apps keeps a known app out.
  if (wait !== null && isKnown) return null
  if (wait !== null) {
    ctx.set('Retry-After', String(wait))
    return { status: 429, error: 'temporarily_unavailable', description: `too many requests; wait ${wait} s` }
  }
  const error = await readDocument(ctx, parts, clientId)
  ctx.state.log.info({ client_host: host, outcome: error?.error ?? 'read' }, 'oauth_client_document_read')
  return error
}

const invalid = (description: string): OAuthError => ({ status: 400, error: 'invalid_client', description })

async function readDocument(
  ctx: StepContext,
  { db, provider, providerCaller }: ClientDocumentParts,
  url: string,
): Promise<OAuthError | null> {
  const reply = await providerCaller.call(`client-document:${createHash('sha256').update(url).digest('hex')}`, {
    kind: 'client_document',
    workspaceId: '',
    provider: 'oauth',
    url,
  })
  if (reply.kind === 'unanswered') {
    ctx.state.log.warn({ error_type: errorType(reply.cause) }, 'oauth_client_document_unanswered')
    const description = "The app's document cannot be read now. Try again in a moment."
    return { status: 503, error: 'temporarily_unavailable', description }
  }
  const { answer } = reply
  if ('failed' in answer) return invalid(`The app's document at ${url} cannot be read: ${answer.failed}.`)
  const checked = checkDocument(url, answer.body)
  if (checked.kind === 'refused')
    return invalid(`The app's document at ${url} is not accepted: ${checked.description}.`)
  const metadata = libraryMetadata({ client_id: url, ...checked.client })
  await provider.Client.validate(metadata)
  await storeClientDocument(db, { id: url, name: checked.name, metadata }, answer.freshSeconds)
  return null
}

/** The rules of a document in addition to those of every client (section 4). */
function checkDocument(url: string, text: string): ReturnType<typeof checkClient> {
  const refused = (description: string) => ({ kind: 'refused', error: 'invalid_client_metadata', description }) as const
  const document = jsonOf(text)
  if (typeof document !== 'object' || document === null) return refused('it is not a JSON object')
  if (!('client_id' in document) || document.client_id !== url) return refused('its client_id is not this URL')
  if ('client_secret' in document)
    return refused('it has a client_secret, which every reader of the document would know')
  const method = 'token_endpoint_auth_method' in document ? document.token_endpoint_auth_method : 'none'
  if (method !== 'none') return refused('its token_endpoint_auth_method must be none: apps authenticate by PKCE')
  return checkClient(document)
}

function jsonOf(text: string): unknown {
  try {
    return atOnce(parsingJson(Buffer.from(text)))
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
