import { NO_OUTREACH_POLICY, type OutreachRules } from '../../../domain/law/policy.ts'
import { NO_PROFILE, type KnownSender } from '../../../domain/law/profile.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const READ_SENDER_PROFILE = statement<{ workspaceId: string }, { profile: Partial<KnownSender> | null }>({
  name: 'read_sender_profile',
  effect: false,
  text: 'select sender_profile as profile from workspace where id = :workspaceId',
})

/** Who the workspace is when it writes to people; both environments share it. */
export async function readSenderProfile(db: Queries, workspaceId: string): Promise<KnownSender> {
  return profileOf(await db.query(READ_SENDER_PROFILE, { workspaceId }))
}

export const CHANGE_SENDER_PROFILE = statement<
  { workspaceId: string; change: string },
  { profile: Partial<KnownSender> | null }
>({
  name: 'change_sender_profile',
  effect: true,
  text: `update workspace set sender_profile = jsonb_strip_nulls(coalesce(sender_profile, '{}') || :change::jsonb)
    where id = :workspaceId returning sender_profile as profile`,
})

/** Replaces the members that `change` names, and takes off those that are null there. */
export async function changeSenderProfile(
  db: Queries,
  workspaceId: string,
  change: Partial<KnownSender>,
): Promise<KnownSender> {
  return profileOf(await db.query(CHANGE_SENDER_PROFILE, { workspaceId, change: JSON.stringify(change) }))
}

function profileOf([workspace]: readonly { readonly profile: Partial<KnownSender> | null }[]): KnownSender {
  if (workspace === undefined) throw new Error('the workspace does not exist')
  return { ...NO_PROFILE, ...workspace.profile }
}

export const READ_OUTREACH_POLICY = statement<{ workspaceId: string }, { policy: Partial<OutreachRules> | null }>({
  name: 'read_outreach_policy',
  effect: false,
  text: 'select outreach_policy as policy from workspace where id = :workspaceId',
})

/** What the workspace requires of its messages; both environments share it. A run reads it with its reservation. */
export async function readOutreachPolicy(db: Queries, workspaceId: string): Promise<OutreachRules> {
  return policyOf(await db.query(READ_OUTREACH_POLICY, { workspaceId }))
}

export const CHANGE_OUTREACH_POLICY = statement<
  { workspaceId: string; change: string },
  { policy: Partial<OutreachRules> | null }
>({
  name: 'change_outreach_policy',
  effect: true,
  text: `update workspace set outreach_policy = jsonb_strip_nulls(coalesce(outreach_policy, '{}') || :change::jsonb)
    where id = :workspaceId returning outreach_policy as policy`,
})

/** The members of the policy to set; null: as it is by default. */
export type OutreachRulesChange = { readonly [Member in keyof OutreachRules]?: OutreachRules[Member] | null }

/** Replaces the members that `change` names. */
export async function changeOutreachPolicy(
  db: Queries,
  workspaceId: string,
  change: OutreachRulesChange,
): Promise<OutreachRules> {
  return policyOf(await db.query(CHANGE_OUTREACH_POLICY, { workspaceId, change: JSON.stringify(change) }))
}

function policyOf([workspace]: readonly { readonly policy: Partial<OutreachRules> | null }[]): OutreachRules {
  if (workspace === undefined) throw new Error('the workspace does not exist')
  return { ...NO_OUTREACH_POLICY, ...workspace.policy }
}
