import type { WebhookDeps } from './deps.ts'

export interface DisableStep {
  readonly webhookId: string
  /** The workflow's time, in milliseconds. */
  readonly at: number
}

export type DisableAnswer =
  | { readonly kind: 'closed'; readonly details: string; readonly disabled: boolean }
  | { readonly kind: 'later'; readonly details: string; readonly after_ms: number; readonly timer: string }

export const disableEndpoint = (_deps: WebhookDeps) => async (_step: DisableStep): Promise<DisableAnswer> => {
  throw new Error('not built')
}
