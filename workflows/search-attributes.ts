import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'

/**
 * The attributes by which an operator can search and filter workflows in the Temporal Web UI; the set-up registers them
 * all.
 */
export const SEARCH_ATTRIBUTES = {
  workspaceId: defineSearchAttributeKey('workspace_id', SearchAttributeType.KEYWORD),
  environment: defineSearchAttributeKey('environment', SearchAttributeType.KEYWORD),
  runStatus: defineSearchAttributeKey('run_status', SearchAttributeType.KEYWORD),
  capability: defineSearchAttributeKey('capability', SearchAttributeType.KEYWORD),
  provider: defineSearchAttributeKey('provider', SearchAttributeType.KEYWORD),
  webhookId: defineSearchAttributeKey('webhook_id', SearchAttributeType.KEYWORD),
  eventType: defineSearchAttributeKey('event_type', SearchAttributeType.KEYWORD),
  jobStatus: defineSearchAttributeKey('job_status', SearchAttributeType.KEYWORD),
  deliveryStatus: defineSearchAttributeKey('delivery_status', SearchAttributeType.KEYWORD),
} as const
