/** A run (`r`) that has not ended, written so that the index of its status serves it. */
export const IS_OPEN = "r.status in ('created', 'awaiting_approval', 'reserved', 'queued', 'running')"
