/** The limit of a workspace, over both environments: each watch may start a run an hour. */
export const WATCHES_MAX = 1_000
/**
 * How many records a watch remembers. Beyond it, the records that were seen longest ago are forgotten, and count as new
 * when they come back.
 */
export const RECORDS_PER_WATCH_MAX = 10_000
/**
 * A refresh compares its records in one transaction that has seconds: of a longer list, it compares the first ones. As
 * many as a run imports.
 */
export const RECORDS_PER_REFRESH_MAX = 5_000
/**
 * A longer record is reported and compared, but its earlier version is not kept. Four rows' worth: a page of text fits.
 */
export const RECORD_BYTES_MAX = 65_536
/** How many refreshes keep their answers. */
export const REFRESHES_KEPT = 20
export const KEY_SHOWN_LENGTH_MAX = 200
