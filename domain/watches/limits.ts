/** Of a workspace, over both environments: each may start a run an hour. */
export const WATCHES_MAX = 1_000
/** What a watch remembers. Beyond it those that were seen longest ago are forgotten, and are new when they come back. */
export const RECORDS_PER_WATCH_MAX = 10_000
/** Compared in one transaction that has seconds: of a longer list, the first. As many as a run lands. */
export const RECORDS_PER_REFRESH_MAX = 5_000
/** A longer record is told and compared, but what it was before is not kept. Four rows' worth: a page of text fits. */
export const RECORD_BYTES_MAX = 65_536
/** Refreshes whose answers are kept. */
export const REFRESHES_KEPT = 20
/** What an event names of its records. */
export const KEYS_PER_EVENT_MAX = 20
export const KEY_SHOWN_LENGTH_MAX = 200
