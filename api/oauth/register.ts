import { randomBytes } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import { OAUTH_SCOPES } from '../../domain/access/scopes.ts'
import { CLIENT_ID_BYTES, clientId } from '../../domain/access/registration.ts'
import type { Database } from '../../db/database.ts'
import { registerClient } from '../../db/access/oauth/clients.ts'
import { readBodyWithin } from '../middleware/body.ts'
import type { StepContext } from '../middleware/state.ts'
import { Problem } from '../errors/problem.ts'
import { atOnce } from '../../db/time-slices.ts'
import { parsingJson } from '../body/json.ts'
import { checkClient, libraryMetadata } from './client-metadata.ts'
import { answerError } from './errors.ts'

const BODY_BYTES_MAX = 16_384

/**
 * Dynamic registration (RFC 7591): open to any client, because an app without a person's consent can do nothing.
 * Clients are public: they authenticate by PKCE, whatever method they request, and get no secret.
 */
export async function register(
  ctx: StepContext,
  { db, provider }: { readonly db: Database; readonly provider: Provider },
): Promise<void> {
  ctx.set('Access-Control-Allow-Origin', '*')
  const body = await readJson(ctx)
  if (typeof body === 'string')
    return answerError(ctx, { status: 400, error: 'invalid_client_metadata', description: body })
  const checked = checkClient(body.json)
  if (checked.kind === 'refused')
    return answerError(ctx, { status: 400, error: checked.error, description: checked.description })
  const id = clientId(randomBytes(CLIENT_ID_BYTES).toString('base64url'))
  const registered = {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    ...checked.client,
  }
  const metadata = libraryMetadata(registered)
  await provider.Client.validate(metadata)
  await registerClient(db, { id, name: checked.name, metadata })
  ctx.state.log.info({ client_id: id }, 'oauth_client_registered')
  ctx.status = 201
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { ...registered, scope: OAUTH_SCOPES.join(' ') }
}

/** The body, or as text why it is none. */
async function readJson(ctx: StepContext): Promise<{ readonly json: unknown } | string> {
  if (!ctx.is('application/json')) return 'send a JSON object as application/json'
  try {
    return { json: atOnce(parsingJson(await readBodyWithin(ctx, BODY_BYTES_MAX))) }
  } catch (error) {
    if (error instanceof Problem) return error.publicMessage
    throw error
  }
}
