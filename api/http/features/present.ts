import type { TablesFeature } from '../../../db/tables/features.ts'
import type { Features } from '../../schemas/features.ts'

export const presentFeatures = ({ enabledAt, usage, limits }: TablesFeature): Features => ({
  tables: { enabled: enabledAt !== null, enabled_at: enabledAt?.toISOString() ?? null, usage, limits },
})
