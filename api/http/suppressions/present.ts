import type { StoredSuppression } from '../../../db/outbound/suppressions.ts'
import type { Suppression } from '../../schemas/outbound.ts'

export const presentSuppression = ({ subject, kind, reason, source, createdAt }: StoredSuppression): Suppression => ({
  subject,
  kind,
  reason,
  source,
  created_at: createdAt.toISOString(),
})
