import { findCapability } from '../../../domain/capabilities/catalog.ts'
import type { KnownProviders } from '../../../activities/providers/known-providers.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { OfferCatalog } from '../../../db/catalog/offers/catalog.ts'
import type { StartGate } from '../../../workflows/starters/start-gate.ts'
import type { WatchStarter } from '../../../workflows/starters/watches.ts'
import type { Route } from '../../route/route.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { createWatch } from './create.ts'
import { deleteWatch } from './delete.ts'
import { getRefresh } from './get-refresh.ts'
import { getWatch } from './get.ts'
import { listWatches } from './list.ts'
import type { Cursors } from '../../route/cursors.ts'
import { refreshWatch } from './refresh.ts'

export interface WatchRouteDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly known: KnownProviders
  readonly offers: OfferCatalog
  readonly waiters: RunWaiters
  readonly starts: StartGate
  readonly cursors: Cursors
  readonly publicUrl: () => string
  readonly watchStarter: Pick<WatchStarter, 'startRefresh' | 'createInBackground' | 'removeInBackground'>
}

/** Watches (Spec 4.13). */
export const watchRoutes = ({
  db,
  cursors,
  cipher,
  known,
  offers,
  waiters,
  starts,
  watchStarter,
  publicUrl,
}: WatchRouteDeps): Route[] => [
  createWatch({ db, cipher, known, offers, findCapability, watchStarter, publicUrl }),
  listWatches({ db, cursors, publicUrl }),
  getWatch({ db, publicUrl }),
  deleteWatch({ db, watchStarter, publicUrl }),
  refreshWatch({ db, cipher, known, findCapability, watchStarter, waiters, starts, publicUrl }),
  getRefresh({ db, waiters, publicUrl }),
]
