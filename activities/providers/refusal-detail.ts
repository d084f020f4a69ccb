import type { HttpAnswer } from './http.ts'

/** How much of a refusal is shown (docs/reference/runs/raw-runs.md). */
export const DETAIL_LENGTH_MAX = 500

/** The provider's text of its refusal, without the credential that it may quote. */
export function withAnswer(detail: string, { body }: HttpAnswer, apiKey: string): string {
  if (body === null) return detail
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body)
  const secrets = [apiKey, ...apiKey.split(':')].filter((part) => part.length > 3)
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), bodyText)
  return `${detail}: ${clean.slice(0, DETAIL_LENGTH_MAX)}`
}
