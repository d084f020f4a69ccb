import type { Json } from '../../../domain/providers/manifest.ts'
import { objectOf, textOf } from '../wire.ts'

const QUOTAS: ReadonlySet<string> = new Set(['daily_quota_exceeded', 'monthly_quota_exceeded'])

/** The token by which Resend tells its errors apart. */
export const errorName = (body: Json): string | null => textOf(objectOf(body)?.name)

/** The account may send nothing more for now: waiting a second, as after a rate limit, does not help. */
export const isQuota = (name: string | null): boolean => name !== null && QUOTAS.has(name)
