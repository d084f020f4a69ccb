import type { SuppressionReason } from '../../../domain/outbound/channels.ts'
import type { SuppressionSubject } from '../../../domain/outbound/subjects.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { statement } from '../../statement.ts'

interface Suppressed extends SuppressionSubject {
  readonly workspaceId: string
  readonly environment: Environment
  readonly subject: string
  readonly reason: SuppressionReason
  readonly source: string
  readonly createdAt: Date
}

export const NEXT = statement<{ limit: number }, Suppressed>({
  name: 'next_suppressions_to_reread',
  effect: false,
  text: `select workspace_id as "workspaceId", environment, kind, value, subject, reason, source,
      created_at as "createdAt"
    from suppression where reading = 'first'
    order by workspace_id, environment, kind, value limit :limit for update skip locked`,
})

export const MARK = statement<{
  workspaceId: string
  environment: Environment
  kind: string
  value: string
  subject: string
  reading: 'current' | 'old' | 'kept'
}>({
  name: 'mark_reread_suppression',
  effect: 'within',
  text: `update suppression set reading = :reading, subject = :subject
    where workspace_id = :workspaceId and environment = :environment and kind = :kind and value = :value`,
})

export const INSERT = statement<{
  workspaceId: string
  environment: Environment
  kind: string
  value: string
  subject: string
  reason: SuppressionReason
  source: string
  createdAt: Date
}>({
  name: 'insert_reread_suppression',
  effect: 'within',
  text: `insert into suppression (workspace_id, environment, kind, value, subject, reason, source, created_at, reading)
    values (:workspaceId, :environment, :kind, :value, :subject, :reason, :source, :createdAt, 'current')
    on conflict do nothing`,
})
