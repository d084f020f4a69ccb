/** The name under which the API, and an operator in the Web UI, ask a run to stop (Spec 3.1, 4.4). */
export const CANCEL_SIGNAL = 'cancel'
/** The name under which the API, and an operator in the Web UI, ask a waiting delivery for its next attempt at once. */
export const RETRY_SIGNAL = 'retry'
/** The name under which the sweeper asks a waiting delivery to look at what is stored: it may be due by now. */
export const LOOK_SIGNAL = 'look'
