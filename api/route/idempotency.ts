import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Type, { type Static, type TSchema } from 'typebox'
import type { SecretContext } from '../../domain/connections/credential.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Database, Queries } from '../../db/database.ts'
import {
  type AnswerClaim,
  type AnswerKey,
  claimAnswer,
  releaseIdempotencyKey,
  purgeAnswers,
  readAnswer,
  storeAnswer,
  takeOverAnswer,
} from '../../db/delivery/idempotency/answers.ts'
import { inSlices } from '../../db/time-slices.ts'
import { changerOf } from '../../domain/access/payer.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { Problem } from '../errors/problem.ts'
import { type RequestText, writingRequest } from './request-text.ts'
import { closed } from '../schemas/common.ts'
import { countKept } from '../limits/kept-bytes.ts'
import { withoutPermit } from '../limits/request-queues.ts'
import { check } from '../validation/check.ts'

export interface IdempotentRequest<S extends TSchema> {
  readonly principal: Principal
  /** null: the caller sent none, and the work is done without a stored answer. */
  readonly key: string | null
  /** What identifies the request: the operation and all its parameters. */
  readonly request: readonly RequestText[]
  /** The schema of the answer's body. */
  readonly schema: S
  /** The answer shows a secret: it is stored encrypted, and a replay shows it again. */
  readonly sealed?: true
}

export interface IdempotentAnswer<S extends TSchema> {
  readonly body: Static<S>
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Stores the answer in the transaction of the effect that it reports, so that after a crash a replay still gets it.
 * Work that calls it returns the same body; work of one plain statement need not call it, and is done again after such
 * a crash.
 */
export type SaveResponse<S extends TSchema> = (tx: Queries, body: Static<S>) => Promise<void>

/** Where answers are stored, and what encrypts those with a secret. */
export interface AnswerStore {
  readonly db: Database
  readonly cipher: SecretCipher
}

/** Longer than any request works; a request that has not answered by then has crashed. */
const LEASE_MS = 35_000
const WAIT_MS_MAX = 40_000
const POLL_MS = 200

/**
 * Does the work of a request once for each idempotency key, and replays its stored answer for 24 hours (decisions,
 * "stored answer"). A request that fails releases its key. Runs have their own keys.
 */
export async function withIdempotency<S extends TSchema>(
  deps: AnswerStore,
  requested: IdempotentRequest<S>,
  work: (saveResponse: SaveResponse<S>) => Promise<Static<S>>,
): Promise<IdempotentAnswer<S>> {
  const { principal, key } = requested
  if (key === null) return { body: await work(async () => undefined), headers: {} }
  const request = await inSlices(writingRequest([...requested.request, ...limitedCaller(principal)]))
  const { keyVersion: macVersion, mac: requestMac } = deps.cipher.mac(request)
  const claim: AnswerClaim = {
    workspaceId: principal.workspaceId,
    environment: principal.environment,
    key,
    token: randomUUID(),
    requestMac,
    macVersion,
    leaseMs: LEASE_MS,
  }
  const earlier = await claimOrAwait(deps, claim, request)
  if (earlier !== null)
    return {
      body: stored(requested.schema, requested.sealed ? unsealed(deps.cipher, claim, earlier) : earlier),
      headers: { 'Idempotent-Replay': 'true' },
    }
  let saved = false
  const store = (db: Queries, plain: string): Promise<boolean> =>
    storeAnswer(
      db,
      claim,
      requested.sealed ? JSON.stringify({ sealed: deps.cipher.seal(sealedFor(claim), plain) }) : plain,
    )
  const saveResponse: SaveResponse<S> = async (tx, body) => {
    const plain = JSON.stringify(body)
    const refusal = await countKept(Buffer.byteLength(plain))
    if (refusal !== null) throw refusal
    // The refusal rolls the transaction back: only the request that has taken over has an effect.
    if (!(await store(tx, plain)))
      throw new Problem('conflict', 'Another request with this idempotency key has taken over.', {
        retry_after: 1,
      })
    saved = true
  }
  /** The effect is there, so the answer is stored whatever is left of the quota; the next request is refused. */
  const storeDone = async (body: Static<S>): Promise<void> => {
    const plain = JSON.stringify(body)
    await countKept(Buffer.byteLength(plain))
    await store(deps.db, plain)
  }
  try {
    await purgeAnswers(deps.db)
    const body = await work(saveResponse)
    if (!saved) await storeDone(body)
    return { body, headers: {} }
  } catch (error) {
    await releaseIdempotencyKey(deps.db, claim)
    throw error
  }
}

/**
 * A caller with limits shares its keys with no other one: what it may not ask for, it is not answered either. All
 * others of a workspace share theirs.
 */
function limitedCaller(principal: Principal): readonly string[] {
  const { id, isLimited } = changerOf(principal)
  return isLimited && id !== null ? [id] : []
}

/** null: this request has the key and does the work. Otherwise the stored answer of the request that had it before. */
async function claimOrAwait(
  { db, cipher }: AnswerStore,
  claim: AnswerClaim,
  request: readonly string[],
): Promise<JsonObject | null> {
  const giveUpAt = Date.now() + WAIT_MS_MAX
  for (;;) {
    if (await claimAnswer(db, claim)) return null
    const held = await readAnswer(db, claim)
    // Released between the two statements: free again.
    if (held === null) continue
    if (!cipher.isMac(request, { keyVersion: held.macVersion, mac: held.requestMac })) {
      throw new Problem(
        'idempotency_mismatch',
        'The idempotency key was used before with a different request, or by a caller with other rights.',
      )
    }
    if (held.answer !== null) return held.answer
    if (held.leasePassed && (await takeOverAnswer(db, claim, held.token))) return null
    if (Date.now() > giveUpAt)
      throw new Problem('conflict', 'A request with this idempotency key is in progress.', { retry_after: 5 })
    // Without its permit: requests that wait for the first one must not hold the permits that it needs.
    await withoutPermit(() => sleep(POLL_MS))
  }
}

function stored<S extends TSchema>(schema: S, answer: JsonObject): Static<S> {
  const checked = check(schema, answer)
  if (!checked.ok) throw new Error('a stored answer does not fit its route any more')
  return checked.value
}

/** An answer can be decrypted only for its own key. */
const sealedFor = ({ workspaceId, environment, key }: AnswerKey): SecretContext => ({
  workspaceId,
  provider: 'idempotent answer',
  connectionId: `${environment} ${key}`,
})

/** A key version that this process lacks does not get this far: the request's MAC could not be checked either. */
function unsealed(cipher: SecretCipher, claim: AnswerKey, answer: JsonObject): JsonObject {
  const checked = check(SealedAnswer, answer)
  const opened = checked.ok ? cipher.open(sealedFor(claim), checked.value.sealed) : null
  if (opened?.kind !== 'opened') throw new Error('a sealed answer does not open')
  return JSON.parse(opened.credential)
}

const SealedAnswer = closed({
  sealed: closed({ keyVersion: Type.Integer(), wrappedKey: Type.String(), ciphertext: Type.String() }),
})
