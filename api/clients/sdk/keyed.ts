/** The POSTs that take an `Idempotency-Key`. */
const KEYED: readonly string[] = ['/v1/run']

/** Whether a request takes an `Idempotency-Key`; its path has its placeholders filled. */
export const isKeyed = (method: string, path: string): boolean =>
  method === 'POST' && KEYED.some((known) => new RegExp(`${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
