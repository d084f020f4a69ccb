import type { StoredSuppression } from '../../../db/outreach/outbound/suppressions.ts'
import type { Suppression } from '../../schemas/outbound.ts'

export const presentSuppression = ({
  subject,
  kind,
  reason,
  source,
  derivedFrom,
  createdAt,
}: StoredSuppression): Suppression => ({
  subject,
  kind,
  reason,
  source,
  derived_from: derivedFrom,
  created_at: createdAt.toISOString(),
})
