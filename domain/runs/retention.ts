/**
 * For how many days a workspace keeps the payloads of its runs: inputs, results, raw answers and details of attempts.
 */
export const PAYLOAD_DAYS = { least: 7, most: 365, default: 90 } as const

/** What is kept of a send's result: a reply and a report are matched with them. */
export const KEPT_OF_SENDS = ['message_id', 'thread_id', 'inbox_id', 'account_id', 'chat_id'] as const
