/** A run (`r`) that has not ended, written so that the index of its status serves it. */
export const IS_OPEN = "r.status in ('created', 'scheduled', 'awaiting_approval', 'reserved', 'queued', 'running')"
