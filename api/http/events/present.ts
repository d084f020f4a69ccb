import type { StoredEvent } from '../../../db/delivery/events/read.ts'
import type { Event } from '../../schemas/event.ts'

export const presentEvent = ({ id, type, createdAt, data }: StoredEvent): Event => ({
  id,
  type,
  created_at: createdAt.toISOString(),
  data,
})
