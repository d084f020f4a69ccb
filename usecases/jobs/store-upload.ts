import type { StoredReading } from '../../domain/files/form.ts'
import type { UploadPart } from '../../domain/jobs/uploads.ts'
import type { BeforeCommit, Database, Transaction } from '../../db/database.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import {
  findUpload,
  fullOf,
  INSERT_PART,
  INSERT_UPLOAD,
  type StoredUpload,
  type UploadsFull,
} from '../../db/jobs/uploads.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'

export interface NewUpload extends StreamOwner {
  readonly id: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly duplicates: number
  readonly bytes: number
  readonly createdBy: string
  readonly reading?: StoredReading
  readonly parts: readonly UploadPart[]
}

export const STORE_UPLOAD: Transaction = { name: 'store_job_upload', effect: true }

/** Rolls the transaction of an upload back. */
class UploadLimitReached extends Error {
  readonly full: UploadsFull

  constructor(full: UploadsFull) {
    super('the workspace keeps as many uploads as it may')
    this.full = full
  }
}

/**
 * Stores a file with all its rows, or nothing. The workspace is locked last, for its limit alone: nothing waits for the
 * rows.
 */
export async function storeUpload(
  db: Database,
  { parts, ...upload }: NewUpload,
  beforeCommit: BeforeCommit<StoredUpload>,
): Promise<StoredUpload | UploadsFull> {
  try {
    return await db.transaction(STORE_UPLOAD, async (tx) => {
      await tx.query(INSERT_UPLOAD, {
        ...upload,
        reading: upload.reading === undefined ? null : JSON.stringify(upload.reading),
      })
      for (const { firstNumber, lastNumber, rows } of parts)
        await tx.query(INSERT_PART, { uploadId: upload.id, firstNumber, lastNumber, rows })
      const { id, workspaceId, environment, bytes } = upload
      const quotaClass = await lockForQuota(tx, workspaceId)
      const full = await fullOf(tx, { workspaceId, environment, besides: id }, { quotaClass, bytes })
      if (full !== null) throw new UploadLimitReached(full)
      const stored = await findUpload(tx, upload, upload.id)
      if (stored === null) throw new Error('the upload has just been inserted')
      await beforeCommit(tx, stored)
      return stored
    })
  } catch (error) {
    if (error instanceof UploadLimitReached) return error.full
    throw error
  }
}
