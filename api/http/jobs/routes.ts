import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { Route } from '../../route/route.ts'
import { createJobUpload } from './create-upload.ts'
import { deleteJobUpload } from './delete-upload.ts'
import { getJobUpload } from './get-upload.ts'

/** Files whose rows jobs run. */
export const jobRoutes = ({ db, cipher }: { readonly db: Database; readonly cipher: SecretCipher }): Route[] => [
  createJobUpload({ db, cipher }),
  getJobUpload({ db }),
  deleteJobUpload({ db }),
]
