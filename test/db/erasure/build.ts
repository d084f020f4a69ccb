import type { Database } from '../../../db/database.ts'
import { type ErasureScope, type OpenErasure, readOpenErasure } from '../../../db/erasure/erasures.ts'
import { requestErasure } from '../../../usecases/erasure/request-erasure.ts'
import { scopeOf } from '../../../usecases/erasure/find-names.ts'
import { newId } from '../../../db/ids.ts'
import type { ErasureSubject } from '../../../domain/erasures/subject.ts'
import type { Owner } from '../build.ts'

export interface BegunErasure {
  readonly erasure: OpenErasure
  readonly scope: ErasureScope
}

/** An erasure that was requested, and whose names were looked up. */
export async function buildErasure(
  db: Database,
  owner: Owner,
  subject: ErasureSubject,
  { keepSuppression = false } = {},
): Promise<BegunErasure> {
  const id = newId('era')
  await requestErasure(db, owner, {
    erasure: { id, subject, reference: null, keepSuppression },
    saveResponse: async () => undefined,
  })
  const erasure = await readOpenErasure(db, id)
  const scope = erasure === null ? null : await scopeOf(db, erasure)
  if (erasure === null || scope === null) throw new Error('it has just begun')
  return { erasure, scope }
}
