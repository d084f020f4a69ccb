/** The signal with which the API, or an operator in the Web UI, requests that a run stop (Spec 3.1, 4.4). */
export const CANCEL_SIGNAL = 'cancel'
/**
 * The signal with which the API, or an operator in the Web UI, requests the next attempt of a waiting delivery at once.
 */
export const RETRY_SIGNAL = 'retry'
/** The signal with which the sweeper makes a waiting delivery check the stored state: it may be due by now. */
export const CHECK_SIGNAL = 'look'
/**
 * The signal that a decision about a run that waits for an approval is stored. It decides nothing: the run reads what
 * is stored.
 */
export const DECIDE_SIGNAL = 'decide'
/** The signal that a job has changed: it reads what is stored. */
export const WAKE_SIGNAL = 'wake'
