import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { Cursors } from '../../route/cursors.ts'
import type { Route } from '../../route/route.ts'
import { createDoNotProcessList } from './create.ts'
import { deleteDoNotProcessList } from './delete.ts'
import { getDoNotProcessList } from './get.ts'
import { listDoNotProcessLists } from './list.ts'
import { putDoNotProcessEntries } from './put-entries.ts'
import { listDoNotProcessReceipts } from './receipts.ts'

interface DoNotProcessDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly cursors: Cursors
}

/** Decisions, "do-not-process lists". */
export const doNotProcessRoutes = (deps: DoNotProcessDeps): Route[] => [
  createDoNotProcessList(deps),
  listDoNotProcessLists(deps),
  getDoNotProcessList(deps),
  putDoNotProcessEntries(deps),
  listDoNotProcessReceipts(deps),
  deleteDoNotProcessList(deps),
]
