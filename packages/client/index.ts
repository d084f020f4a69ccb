export { createClient, type Client } from './client.ts'
export {
  ConnectionError,
  CursorExpiredError,
  type ErrorCode,
  type Fault,
  ServiceError,
  SignatureError,
} from './errors.ts'
export type { EventsOptions } from './events.ts'
export type * from './operations.ts'
export type { PagedOperation, Pages } from './pages.ts'
export {
  type AnswerOf,
  type Operation,
  pathOf,
  type Request,
  type RequestArguments,
  type RequestOptions,
} from './request.ts'
export type { RunOptions, WaitOptions } from './runs.ts'
export type { Call, ClientOptions, QueryValues, Send } from './transport.ts'
export type { Answer } from './tries.ts'
export { signWebhook, verifyWebhook, type WebhookToSign, type WebhookToVerify } from './webhooks.ts'
