// Made by `npm run sql:types` from the statements of db/ and a migrated database: change those, not this file.
import type * as access_account_mails_refuse from '../../../db/access/account-mails/refuse.ts'
import type * as access_account_mails_send from '../../../db/access/account-mails/send.ts'
import type * as access_account_mails_use from '../../../db/access/account-mails/use.ts'
import type * as access_account_mails_write from '../../../db/access/account-mails/write.ts'
import type * as access_agents_claim from '../../../db/access/agents/claim.ts'
import type * as access_agents_live_key from '../../../db/access/agents/live-key.ts'
import type * as access_agents_origin from '../../../db/access/agents/origin.ts'
import type * as access_agents_sign_up from '../../../db/access/agents/sign-up.ts'
import type * as access_api_keys_list from '../../../db/access/api-keys/list.ts'
import type * as access_api_keys_queries from '../../../db/access/api-keys/queries.ts'
import type * as access_api_keys_use_by_day from '../../../db/access/api-keys/use-by-day.ts'
import type * as access_audit_entries from '../../../db/access/audit/entries.ts'
import type * as access_connected_apps_grants from '../../../db/access/connected-apps/grants.ts'
import type * as access_connected_apps_queries from '../../../db/access/connected-apps/queries.ts'
import type * as access_connections_open from '../../../db/access/connections/open.ts'
import type * as access_connections_own_webhook from '../../../db/access/connections/own-webhook.ts'
import type * as access_connections_queries from '../../../db/access/connections/queries.ts'
import type * as access_connections_rejected from '../../../db/access/connections/rejected.ts'
import type * as access_connections_rotate from '../../../db/access/connections/rotate.ts'
import type * as access_members_change from '../../../db/access/members/change.ts'
import type * as access_members_end_earlier from '../../../db/access/members/end-earlier.ts'
import type * as access_members_invite from '../../../db/access/members/invite.ts'
import type * as access_members_join from '../../../db/access/members/join.ts'
import type * as access_members_members from '../../../db/access/members/members.ts'
import type * as access_members_reset_password from '../../../db/access/members/reset-password.ts'
import type * as access_members_switch from '../../../db/access/members/switch.ts'
import type * as access_oauth_artifacts from '../../../db/access/oauth/artifacts.ts'
import type * as access_oauth_clients from '../../../db/access/oauth/clients.ts'
import type * as access_oauth_keys from '../../../db/access/oauth/keys.ts'
import type * as access_payer from '../../../db/access/payer.ts'
import type * as access_revoke_token from '../../../db/access/revoke-token.ts'
import type * as access_sessions_own from '../../../db/access/sessions/own.ts'
import type * as access_sessions_queries from '../../../db/access/sessions/queries.ts'
import type * as access_users_password from '../../../db/access/users/password.ts'
import type * as access_users_queries from '../../../db/access/users/queries.ts'
import type * as access_users_sign_up from '../../../db/access/users/sign-up.ts'
import type * as access_users_verify_email from '../../../db/access/users/verify-email.ts'
import type * as access_workspaces_lock from '../../../db/access/workspaces/lock.ts'
import type * as access_workspaces_queries from '../../../db/access/workspaces/queries.ts'
import type * as access_workspaces_quota_class from '../../../db/access/workspaces/quota-class.ts'
import type * as catalog_actor_schemas_queries from '../../../db/catalog/actor-schemas/queries.ts'
import type * as catalog_discover_misses from '../../../db/catalog/discover/misses.ts'
import type * as catalog_discover_vectors from '../../../db/catalog/discover/vectors.ts'
import type * as catalog_feedback_known_issues from '../../../db/catalog/feedback/known-issues.ts'
import type * as catalog_feedback_reports from '../../../db/catalog/feedback/reports.ts'
import type * as catalog_health_days from '../../../db/catalog/health/days.ts'
import type * as catalog_health_fold from '../../../db/catalog/health/fold.ts'
import type * as catalog_health_hits from '../../../db/catalog/health/hits.ts'
import type * as catalog_health_month from '../../../db/catalog/health/month.ts'
import type * as catalog_health_recent from '../../../db/catalog/health/recent.ts'
import type * as catalog_health_reported from '../../../db/catalog/health/reported.ts'
import type * as catalog_health_sold_addresses from '../../../db/catalog/health/sold-addresses.ts'
import type * as catalog_provider_accounts_queries from '../../../db/catalog/provider-accounts/queries.ts'
import type * as catalog_routing_policy_policy from '../../../db/catalog/routing-policy/policy.ts'
import type * as check_database from '../../../db/check-database.ts'
import type * as delivery_events_purge from '../../../db/delivery/events/purge.ts'
import type * as delivery_events_read from '../../../db/delivery/events/read.ts'
import type * as delivery_events_write from '../../../db/delivery/events/write.ts'
import type * as delivery_idempotency_answers from '../../../db/delivery/idempotency/answers.ts'
import type * as delivery_webhooks_callbacks from '../../../db/delivery/webhooks/callbacks.ts'
import type * as delivery_webhooks_deliveries from '../../../db/delivery/webhooks/deliveries.ts'
import type * as delivery_webhooks_delivery_body from '../../../db/delivery/webhooks/delivery-body.ts'
import type * as delivery_webhooks_disable from '../../../db/delivery/webhooks/disable.ts'
import type * as delivery_webhooks_endpoints from '../../../db/delivery/webhooks/endpoints.ts'
import type * as delivery_webhooks_read_delivery from '../../../db/delivery/webhooks/read-delivery.ts'
import type * as delivery_webhooks_record_attempt from '../../../db/delivery/webhooks/record-attempt.ts'
import type * as delivery_webhooks_recover from '../../../db/delivery/webhooks/recover.ts'
import type * as delivery_webhooks_started from '../../../db/delivery/webhooks/started.ts'
import type * as delivery_webhooks_stop_deliveries from '../../../db/delivery/webhooks/stop-deliveries.ts'
import type * as delivery_webhooks_sweep from '../../../db/delivery/webhooks/sweep.ts'
import type * as engine_metrics_backlog from '../../../db/engine/metrics/backlog.ts'
import type * as engine_metrics_open_attempts from '../../../db/engine/metrics/open-attempts.ts'
import type * as engine_metrics_stored_bytes from '../../../db/engine/metrics/stored-bytes.ts'
import type * as engine_months_ahead from '../../../db/engine/months/ahead.ts'
import type * as engine_months_last from '../../../db/engine/months/last.ts'
import type * as erasure_erasures from '../../../db/erasure/erasures.ts'
import type * as erasure_events from '../../../db/erasure/events.ts'
import type * as erasure_held from '../../../db/erasure/held.ts'
import type * as erasure_jobs from '../../../db/erasure/jobs.ts'
import type * as erasure_listed_rows from '../../../db/erasure/listed-rows.ts'
import type * as erasure_listed_runs from '../../../db/erasure/listed-runs.ts'
import type * as erasure_names from '../../../db/erasure/names.ts'
import type * as erasure_note_batch from '../../../db/erasure/note-batch.ts'
import type * as erasure_people from '../../../db/erasure/people.ts'
import type * as erasure_preview from '../../../db/erasure/preview.ts'
import type * as erasure_requests from '../../../db/erasure/requests.ts'
import type * as erasure_rows from '../../../db/erasure/rows.ts'
import type * as erasure_runs from '../../../db/erasure/runs.ts'
import type * as erasure_uploads from '../../../db/erasure/uploads.ts'
import type * as erasure_watches from '../../../db/erasure/watches.ts'
import type * as erasure_weighed_rows from '../../../db/erasure/weighed-rows.ts'
import type * as erasure_workspace from '../../../db/erasure/workspace.ts'
import type * as jobs_begin_rows from '../../../db/jobs/begin-rows.ts'
import type * as jobs_cells from '../../../db/jobs/cells.ts'
import type * as jobs_change from '../../../db/jobs/change.ts'
import type * as jobs_create from '../../../db/jobs/create.ts'
import type * as jobs_files_mappings from '../../../db/jobs/files/mappings.ts'
import type * as jobs_items from '../../../db/jobs/items.ts'
import type * as jobs_jobs from '../../../db/jobs/jobs.ts'
import type * as jobs_kept from '../../../db/jobs/kept.ts'
import type * as jobs_known_rows from '../../../db/jobs/known-rows.ts'
import type * as jobs_payer_refusal from '../../../db/jobs/payer-refusal.ts'
import type * as jobs_payloads from '../../../db/jobs/payloads.ts'
import type * as jobs_retry from '../../../db/jobs/retry.ts'
import type * as jobs_round from '../../../db/jobs/round.ts'
import type * as jobs_sweep from '../../../db/jobs/sweep.ts'
import type * as jobs_uploads from '../../../db/jobs/uploads.ts'
import type * as jobs_workspace from '../../../db/jobs/workspace.ts'
import type * as migrate from '../../../db/migrate.ts'
import type * as money_budgets_write from '../../../db/money/budgets/write.ts'
import type * as money_invoices_read from '../../../db/money/invoices/read.ts'
import type * as money_invoices_write from '../../../db/money/invoices/write.ts'
import type * as money_ledger_proof_prove from '../../../db/money/ledger-proof/prove.ts'
import type * as money_ledger_proof_referrals from '../../../db/money/ledger-proof/referrals.ts'
import type * as money_ledger_proof_runs from '../../../db/money/ledger-proof/runs.ts'
import type * as money_ledger_proof_topups from '../../../db/money/ledger-proof/topups.ts'
import type * as money_ledger_proof_wallets from '../../../db/money/ledger-proof/wallets.ts'
import type * as money_payments_auto_topup from '../../../db/money/payments/auto-topup.ts'
import type * as money_payments_automatic_attempts from '../../../db/money/payments/automatic-attempts.ts'
import type * as money_payments_charge from '../../../db/money/payments/charge.ts'
import type * as money_payments_customers from '../../../db/money/payments/customers.ts'
import type * as money_payments_open_topup from '../../../db/money/payments/open-topup.ts'
import type * as money_payments_operate from '../../../db/money/payments/operate.ts'
import type * as money_payments_pay_simulated from '../../../db/money/payments/pay-simulated.ts'
import type * as money_payments_payment_reports from '../../../db/money/payments/payment-reports.ts'
import type * as money_payments_read_topup from '../../../db/money/payments/read-topup.ts'
import type * as money_payments_reversals from '../../../db/money/payments/reversals.ts'
import type * as money_payments_sweep from '../../../db/money/payments/sweep.ts'
import type * as money_payments_topups from '../../../db/money/payments/topups.ts'
import type * as money_plans_checkouts from '../../../db/money/plans/checkouts.ts'
import type * as money_plans_simulated from '../../../db/money/plans/simulated.ts'
import type * as money_plans_state from '../../../db/money/plans/state.ts'
import type * as money_plans_subscriptions from '../../../db/money/plans/subscriptions.ts'
import type * as money_plans_sweep from '../../../db/money/plans/sweep.ts'
import type * as money_pricing_negotiate from '../../../db/money/pricing/negotiate.ts'
import type * as money_pricing_rates from '../../../db/money/pricing/rates.ts'
import type * as money_referrals_attribute from '../../../db/money/referrals/attribute.ts'
import type * as money_referrals_read from '../../../db/money/referrals/read.ts'
import type * as money_referrals_settle from '../../../db/money/referrals/settle.ts'
import type * as money_referrals_topup from '../../../db/money/referrals/topup.ts'
import type * as money_stripe_apply_event from '../../../db/money/stripe/apply-event.ts'
import type * as money_wallets_balances from '../../../db/money/wallets/balances.ts'
import type * as money_wallets_move from '../../../db/money/wallets/move.ts'
import type * as money_wallets_queries from '../../../db/money/wallets/queries.ts'
import type * as money_wallets_read from '../../../db/money/wallets/read.ts'
import type * as money_wallets_spend_guard from '../../../db/money/wallets/spend-guard.ts'
import type * as money_wallets_transactions from '../../../db/money/wallets/transactions.ts'
import type * as money_wallets_verify from '../../../db/money/wallets/verify.ts'
import type * as outreach_bounces_bounds from '../../../db/outreach/bounces/bounds.ts'
import type * as outreach_bounces_operate from '../../../db/outreach/bounces/operate.ts'
import type * as outreach_bounces_other_sales from '../../../db/outreach/bounces/other-sales.ts'
import type * as outreach_bounces_record from '../../../db/outreach/bounces/record.ts'
import type * as outreach_bounces_settle from '../../../db/outreach/bounces/settle.ts'
import type * as outreach_do_not_process_lists from '../../../db/outreach/do-not-process/lists.ts'
import type * as outreach_do_not_process_match from '../../../db/outreach/do-not-process/match.ts'
import type * as outreach_do_not_process_sweeps from '../../../db/outreach/do-not-process/sweeps.ts'
import type * as outreach_email_domains_create from '../../../db/outreach/email-domains/create.ts'
import type * as outreach_email_domains_queries from '../../../db/outreach/email-domains/queries.ts'
import type * as outreach_inbound_correct_class from '../../../db/outreach/inbound/correct-class.ts'
import type * as outreach_inbound_message_senders from '../../../db/outreach/inbound/message-senders.ts'
import type * as outreach_inbound_messages from '../../../db/outreach/inbound/messages.ts'
import type * as outreach_inbound_owners from '../../../db/outreach/inbound/owners.ts'
import type * as outreach_inbound_record_participants from '../../../db/outreach/inbound/record-participants.ts'
import type * as outreach_inbound_simulated_sender from '../../../db/outreach/inbound/simulated-sender.ts'
import type * as outreach_inbound_start_queue from '../../../db/outreach/inbound/start-queue.ts'
import type * as outreach_inbound_store from '../../../db/outreach/inbound/store.ts'
import type * as outreach_inbound_sweep from '../../../db/outreach/inbound/sweep.ts'
import type * as outreach_inbound_waiting from '../../../db/outreach/inbound/waiting.ts'
import type * as outreach_inboxes_create from '../../../db/outreach/inboxes/create.ts'
import type * as outreach_inboxes_queries from '../../../db/outreach/inboxes/queries.ts'
import type * as outreach_law_settings from '../../../db/outreach/law/settings.ts'
import type * as outreach_messaging_accounts_elsewhere from '../../../db/outreach/messaging-accounts/elsewhere.ts'
import type * as outreach_messaging_accounts_links from '../../../db/outreach/messaging-accounts/links.ts'
import type * as outreach_messaging_accounts_queries from '../../../db/outreach/messaging-accounts/queries.ts'
import type * as outreach_objections_keep_blocked from '../../../db/outreach/objections/keep-blocked.ts'
import type * as outreach_outbound_repeat_window from '../../../db/outreach/outbound/repeat-window.ts'
import type * as outreach_outbound_reread_suppressions from '../../../db/outreach/outbound/reread-suppressions.ts'
import type * as outreach_outbound_suppressed from '../../../db/outreach/outbound/suppressed.ts'
import type * as outreach_outbound_suppressions from '../../../db/outreach/outbound/suppressions.ts'
import type * as outreach_outbound_touch_claims from '../../../db/outreach/outbound/touch-claims.ts'
import type * as outreach_outbound_unsubscribe from '../../../db/outreach/outbound/unsubscribe.ts'
import type * as outreach_senders_able from '../../../db/outreach/senders/able.ts'
import type * as outreach_senders_mail_account from '../../../db/outreach/senders/mail-account.ts'
import type * as outreach_senders_places from '../../../db/outreach/senders/places.ts'
import type * as outreach_senders_read from '../../../db/outreach/senders/read.ts'
import type * as outreach_sending_claim from '../../../db/outreach/sending/claim.ts'
import type * as outreach_sending_senders from '../../../db/outreach/sending/senders.ts'
import type * as outreach_sending_slots from '../../../db/outreach/sending/slots.ts'
import type * as outreach_sending_waiting from '../../../db/outreach/sending/waiting.ts'
import type * as runs_about from '../../../db/runs/about.ts'
import type * as runs_accept from '../../../db/runs/accept.ts'
import type * as runs_approvals_decide from '../../../db/runs/approvals/decide.ts'
import type * as runs_approvals_new_people from '../../../db/runs/approvals/new-people.ts'
import type * as runs_approvals_policy from '../../../db/runs/approvals/policy.ts'
import type * as runs_approvals_request from '../../../db/runs/approvals/request.ts'
import type * as runs_attempts_begin from '../../../db/runs/attempts/begin.ts'
import type * as runs_attempts_external_run from '../../../db/runs/attempts/external-run.ts'
import type * as runs_attempts_outcome from '../../../db/runs/attempts/outcome.ts'
import type * as runs_attempts_record_and_settle from '../../../db/runs/attempts/record-and-settle.ts'
import type * as runs_attempts_reserve_runs from '../../../db/runs/attempts/reserve-runs.ts'
import type * as runs_attempts_skipped from '../../../db/runs/attempts/skipped.ts'
import type * as runs_attempts_wait_for_share from '../../../db/runs/attempts/wait-for-share.ts'
import type * as runs_cancel from '../../../db/runs/cancel.ts'
import type * as runs_end_notices from '../../../db/runs/end-notices.ts'
import type * as runs_final_bill from '../../../db/runs/final-bill.ts'
import type * as runs_first_steps from '../../../db/runs/first-steps.ts'
import type * as runs_found from '../../../db/runs/found.ts'
import type * as runs_history_about from '../../../db/runs/history/about.ts'
import type * as runs_history_batch from '../../../db/runs/history/batch.ts'
import type * as runs_history_blocks from '../../../db/runs/history/blocks.ts'
import type * as runs_history_last_reply from '../../../db/runs/history/last-reply.ts'
import type * as runs_history_read from '../../../db/runs/history/read.ts'
import type * as runs_indeterminate from '../../../db/runs/indeterminate.ts'
import type * as runs_linked from '../../../db/runs/linked.ts'
import type * as runs_metadata_keys from '../../../db/runs/metadata-keys.ts'
import type * as runs_open from '../../../db/runs/open.ts'
import type * as runs_payloads from '../../../db/runs/payloads.ts'
import type * as runs_read from '../../../db/runs/read.ts'
import type * as runs_report_finished from '../../../db/runs/report-finished.ts'
import type * as runs_settle from '../../../db/runs/settle.ts'
import type * as runs_start_queue from '../../../db/runs/start-queue.ts'
import type * as runs_sweep from '../../../db/runs/sweep.ts'
import type * as runs_timeline from '../../../db/runs/timeline.ts'
import type * as runs_to_reserve from '../../../db/runs/to-reserve.ts'
import type * as runs_under_way from '../../../db/runs/under-way.ts'
import type * as runs_usage_usage from '../../../db/runs/usage/usage.ts'
import type * as tables_change_table from '../../../db/tables/change-table.ts'
import type * as tables_features from '../../../db/tables/features.ts'
import type * as tables_list_tables from '../../../db/tables/list-tables.ts'
import type * as tables_quota from '../../../db/tables/quota.ts'
import type * as tables_rows_also_in from '../../../db/tables/rows/also-in.ts'
import type * as tables_rows_delete_rows from '../../../db/tables/rows/delete-rows.ts'
import type * as tables_rows_export from '../../../db/tables/rows/export.ts'
import type * as tables_rows_find_row from '../../../db/tables/rows/find-row.ts'
import type * as tables_rows_row_changes from '../../../db/tables/rows/row-changes.ts'
import type * as tables_rows_row_merges from '../../../db/tables/rows/row-merges.ts'
import type * as tables_rows_row_timeline from '../../../db/tables/rows/row-timeline.ts'
import type * as tables_rows_rows from '../../../db/tables/rows/rows.ts'
import type * as tables_rows_shared_phones from '../../../db/tables/rows/shared-phones.ts'
import type * as tables_rows_store_rows from '../../../db/tables/rows/store-rows.ts'
import type * as tables_rows_table_detail from '../../../db/tables/rows/table-detail.ts'
import type * as tables_rows_touches from '../../../db/tables/rows/touches.ts'
import type * as tables_rows_update from '../../../db/tables/rows/update.ts'
import type * as tables_saved_answer from '../../../db/tables/saved-answer.ts'
import type * as tables_tables from '../../../db/tables/tables.ts'
import type * as tables_watches_begin from '../../../db/tables/watches/begin.ts'
import type * as tables_watches_end_refresh from '../../../db/tables/watches/end-refresh.ts'
import type * as tables_watches_reconciliation from '../../../db/tables/watches/reconciliation.ts'
import type * as tables_watches_records from '../../../db/tables/watches/records.ts'
import type * as tables_watches_refreshes from '../../../db/tables/watches/refreshes.ts'
import type * as tables_watches_sweep from '../../../db/tables/watches/sweep.ts'
import type * as tables_watches_waiting from '../../../db/tables/watches/waiting.ts'
import type * as tables_watches_watches from '../../../db/tables/watches/watches.ts'
import type * as tables_rows_count from '../../../db/tables/rows/count.ts'
import type * as tables_rows_query from '../../../db/tables/rows/query.ts'
import type * as tables_rows_pick_rows from '../../../db/tables/rows/pick-rows.ts'
import type * as runs_list from '../../../db/runs/list.ts'
import type { ArrayText, Difference, Fits, Null, SentJson, StoredJson } from './fits.ts'

export type Statements = [
  Fits<Difference<typeof access_account_mails_refuse.FIND_ADDRESS, { tokenHash: Uint8Array }, { email: string }>>,
  Fits<Difference<typeof access_account_mails_refuse.NOTE_REFUSAL, { mailbox: string }, object>>,
  Fits<Difference<typeof access_account_mails_refuse.VOID_INVITATIONS, { email: string; mailbox: string }, object>>,
  Fits<Difference<typeof access_account_mails_send.CLAIM_OVERDUE_MAILS, { againAfterSeconds: number;
    limit: bigint | number | string }, { id: string; workspaceId: string }>>,
  Fits<Difference<typeof access_account_mails_send.CLOSE_MAIL, { refusal: string; isSent: boolean; id: string },
    object>>,
  Fits<Difference<typeof access_account_mails_send.READ_MAIL, { id: string }, { id: string; kind: string;
    email: string; role: string | null; tokenHash: Buffer; workspace: string; invitedBy: string | null;
    isOver: boolean }>>,
  Fits<Difference<typeof access_account_mails_use.FIND_OPEN_MAIL, { tokenHash: Uint8Array; kind: string },
    { id: string; email: string; userId: string | null; workspaceId: string; workspace: string; role: string | null;
    invitedBy: string | null }>>,
  Fits<Difference<typeof access_account_mails_use.USE_MAIL, { id: string }, { id: string }>>,
  Fits<Difference<typeof access_account_mails_use.VOID_RESET_MAILS, { email: string; userId: string }, object>>,
  Fits<Difference<typeof access_account_mails_write.INSERT_CLAIM_MAIL, { id: string; email: string; mailbox: string;
    workspaceId: string; tokenHash: Uint8Array; hours: number; isSent: boolean }, { id: string }>>,
  Fits<Difference<typeof access_account_mails_write.INSERT_FIRST_VERIFY_MAIL, { id: string; kind: string;
    mailbox: string; tokenHash: Uint8Array; hours: number; isSent: boolean; person: string }, { workspaceId: string }>>,
  Fits<Difference<typeof access_account_mails_write.INSERT_INVITATION_MAIL, { workspaceId: string; email: string;
    id: string; mailbox: string; role: string; invitedBy: string; tokenHash: Uint8Array; hours: number;
    isSent: boolean }, object>>,
  Fits<Difference<typeof access_account_mails_write.INSERT_OPERATORS_LINK, { id: string; kind: string; mailbox: string;
    tokenHash: Uint8Array; hours: number; isSent: boolean; person: string }, { workspaceId: string }>>,
  Fits<Difference<typeof access_account_mails_write.INSERT_RESET_MAIL, { id: string; kind: string; mailbox: string;
    tokenHash: Uint8Array; hours: number; isSent: boolean; person: string }, { workspaceId: string }>>,
  Fits<Difference<typeof access_account_mails_write.INSERT_VERIFY_MAIL, { id: string; kind: string; mailbox: string;
    tokenHash: Uint8Array; hours: number; isSent: boolean; person: string }, { workspaceId: string }>>,
  Fits<Difference<typeof access_account_mails_write.READ_ADDRESS, { userId: string }, { email: string }>>,
  Fits<Difference<typeof access_agents_claim.CLOSE_CLAIM_MAIL, { tokenHash: Uint8Array }, object>>,
  Fits<Difference<typeof access_agents_claim.END_QUARANTINE, { amount: bigint | number | string; period: string;
    userId: string; tokenHash: Uint8Array }, { workspaceId: string; apiKeyId: string; claimedAt: Date }>>,
  Fits<Difference<typeof access_agents_claim.FIND_OPEN_CLAIM, { userId: string; tokenHash: Uint8Array },
    { workspaceId: string; name: string; signedUpAt: Date; expiresAt: Date; runs: number; isFor: string }>>,
  Fits<Difference<typeof access_agents_claim.KEEP_KEY, { apiKeyId: string }, object>>,
  Fits<Difference<typeof access_agents_live_key.LOCK_UNTAKEN, { apiKeyId: string }, { workspaceId: string;
    name: string; amount: bigint; period: string }>>,
  Fits<Difference<typeof access_agents_live_key.READ_AGENT_STATE, { apiKeyId: string }, { workspace: string;
    expiresAt: Date; isClaimed: boolean; isLiveKeyTaken: boolean }>>,
  Fits<Difference<typeof access_agents_live_key.SET_LIVE_KEY, { liveKeyId: string; apiKeyId: string }, object>>,
  Fits<Difference<typeof access_agents_origin.READ_AGENT_ORIGIN, { workspaceId: string }, { signedUpAt: Date;
    claimedAt: Date; claimedBy: string }>>,
  Fits<Difference<typeof access_agents_sign_up.INSERT_AGENT_SIGN_UP, { workspaceId: string; apiKeyId: string;
    tokenHash: Uint8Array; ownerEmail: string; expiresAt: Date | string }, object>>,
  Fits<Difference<typeof access_api_keys_list.LIST_API_KEYS, { workspaceId: string; earliestRunId: string },
    { id: string; name: string; environment: string; display: string; createdAt: Date; lastUsedAt: Date | null;
    revokedAt: Date | null; expiresAt: Date | null; allow: StoredJson | null; approver: boolean;
    budget: StoredJson | null; runs: bigint; charged: bigint }>>,
  Fits<Difference<typeof access_api_keys_list.READ_KEY, { id: string }, { id: string; name: string;
    environment: string; display: string; createdAt: Date; lastUsedAt: Date | null; revokedAt: Date | null;
    expiresAt: Date | null; allow: StoredJson | null; approver: boolean; budget: StoredJson | null }>>,
  Fits<Difference<typeof access_api_keys_list.READ_NO_KEY_USAGE, { workspaceId: string; environment: string;
    earliestRunId: string }, { runs: bigint; charged: bigint }>>,
  Fits<Difference<typeof access_api_keys_list.REVOKE_API_KEY, { id: string; workspaceId: string }, { id: string;
    name: string; environment: string; display: string; createdAt: Date; lastUsedAt: Date | null; revokedAt: Date;
    expiresAt: Date | null; allow: StoredJson | null; approver: boolean; budget: StoredJson | null }>>,
  Fits<Difference<typeof access_api_keys_list.SET_KEY_TERMS, { name: string; setsAllow: boolean; allow: SentJson;
    setsExpiry: boolean; expiresAt: Date | string; approver: boolean; id: string; workspaceId: string },
    { id: string }>>,
  Fits<Difference<typeof access_api_keys_queries.COUNT_API_KEYS, { workspaceId: string }, { n: number }>>,
  Fits<Difference<typeof access_api_keys_queries.FIND_KEY, { keyHash: Uint8Array }, { apiKeyId: string;
    workspaceId: string; environment: string; approver: boolean; limits: StoredJson | null; inQuarantine: boolean }>>,
  Fits<Difference<typeof access_api_keys_queries.INSERT_API_KEY, { id: string; workspaceId: string;
    environment: string; name: string; hash: Uint8Array; display: string; allow: SentJson; expiresAt: Date | string;
    approver: boolean }, object>>,
  Fits<Difference<typeof access_api_keys_queries.MARK_USED, { ids: readonly (string | null)[] | ArrayText;
    times: readonly (Date | string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof access_api_keys_use_by_day.READ_KEY_USE_BY_DAY,
    { days: readonly (string | null)[] | ArrayText; firstIds: readonly (string | null)[] | ArrayText;
    endIds: readonly (string | null)[] | ArrayText; workspaceId: string;
    keyIds: readonly (string | null)[] | ArrayText }, { keyId: string;
    day: string | Null<typeof access_api_keys_use_by_day.READ_KEY_USE_BY_DAY, 'days', true>; runs: bigint;
    charged: bigint }>>,
  Fits<Difference<typeof access_audit_entries.LIST_AUDIT, { workspaceId: string }, { at: Date; actor: string;
    workspaceId: string; action: string; before: StoredJson | null; after: StoredJson | null; reason: string }>>,
  Fits<Difference<typeof access_audit_entries.WRITE_AUDIT, { actor: string; workspaceId: string; action: string;
    before: SentJson; after: SentJson; reason: string }, object>>,
  Fits<Difference<typeof access_connected_apps_grants.INSERT_APP, { clientId: string; id: string; workspaceId: string;
    userId: string; name: string; scopes: readonly (string | null)[] | ArrayText;
    resources: readonly (string | null)[] | ArrayText }, { id: string }>>,
  Fits<Difference<typeof access_connected_apps_grants.READ_GRANT, { appId: string }, { userId: string;
    clientId: string; scopes: readonly string[]; resources: readonly string[] }>>,
  Fits<Difference<typeof access_connected_apps_grants.REPLACE_EARLIER, { workspaceId: string; userId: string;
    clientId: string }, object>>,
  Fits<Difference<typeof access_connected_apps_grants.REVOKE_APP, { appId: string }, object>>,
  Fits<Difference<typeof access_connected_apps_queries.DISCONNECT_APP, { id: string; workspaceId: string },
    { id: string; name: string; clientId: string; scopes: readonly string[]; createdAt: Date; lastUsedAt: Date | null;
    budget: StoredJson | null }>>,
  Fits<Difference<typeof access_connected_apps_queries.FIND_ACCESS, { tokenHash: Uint8Array; audience: string },
    { appId: string; workspaceId: string; scopes: readonly string[]; role: string }>>,
  Fits<Difference<typeof access_connected_apps_queries.LIST_APPS, { workspaceId: string }, { id: string; name: string;
    clientId: string; scopes: readonly string[]; createdAt: Date; lastUsedAt: Date | null;
    budget: StoredJson | null }>>,
  Fits<Difference<typeof access_connected_apps_queries.MARK_USED, { ids: readonly (string | null)[] | ArrayText;
    times: readonly (Date | string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof access_connected_apps_queries.READ_APP, { id: string; workspaceId: string }, { id: string;
    name: string; clientId: string; scopes: readonly string[]; createdAt: Date; lastUsedAt: Date | null;
    budget: StoredJson | null }>>,
  Fits<Difference<typeof access_connections_open.READ_CREDENTIAL, { connectionId: string; workspaceId: string },
    { provider: string; account: string | null; ciphertext: Buffer; wrappedKey: Buffer; keyVersion: number;
    generation: number; rejected: boolean }>>,
  Fits<Difference<typeof access_connections_own_webhook.FIND_URLS, { workspaceId: string }, { connectionId: string;
    provider: string; url: string }>>,
  Fits<Difference<typeof access_connections_own_webhook.FORGET, { connectionId: string; workspaceId: string }, object>>,
  Fits<Difference<typeof access_connections_own_webhook.READ, { connectionId: string; provider: string },
    { ciphertext: Buffer; wrappedKey: Buffer; keyVersion: number; workspaceId: string }>>,
  Fits<Difference<typeof access_connections_own_webhook.READ_KEYED, { workspaceId: string; provider: string },
    { ciphertext: Buffer | null; wrappedKey: Buffer | null; keyVersion: number | null; connectionId: string;
    account: string | null; keyCiphertext: Buffer; keyWrapped: Buffer; keyKeyVersion: number }>>,
  Fits<Difference<typeof access_connections_own_webhook.WRITE, { url: string; ciphertext: Uint8Array;
    wrappedKey: Uint8Array; keyVersion: number; connectionId: string; workspaceId: string }, object>>,
  Fits<Difference<typeof access_connections_queries.FIND_CONNECTION, { workspaceId: string; provider: string },
    { id: string }>>,
  Fits<Difference<typeof access_connections_queries.LIST_CONNECTIONS, { workspaceId: string }, { provider: string;
    status: string; account: string | null; lastVerifiedAt: Date | null; createdAt: Date; rejectedAt: Date | null;
    rejectedReason: string | null }>>,
  Fits<Difference<typeof access_connections_queries.READ_ROUTABLE, { workspaceId: string }, { id: string;
    provider: string; exhausted: boolean; rejectedReason: string | null }>>,
  Fits<Difference<typeof access_connections_queries.REVOKE_CONNECTION, { workspaceId: string; provider: string },
    { provider: string; status: string; account: string | null; lastVerifiedAt: Date | null; createdAt: Date;
    rejectedAt: Date | null; rejectedReason: string | null }>>,
  Fits<Difference<typeof access_connections_queries.WRITE_CONNECTION, { connectionId: string; workspaceId: string;
    provider: string; ciphertext: Uint8Array; wrappedKey: Uint8Array; keyVersion: number; account: string;
    verified: boolean }, { provider: string; status: string; account: string | null; lastVerifiedAt: Date | null;
    createdAt: Date; rejectedAt: Date | null; rejectedReason: string | null }>>,
  Fits<Difference<typeof access_connections_rejected.ACCEPT_CONNECTION, { connectionId: string; generation: number },
    object>>,
  Fits<Difference<typeof access_connections_rejected.MARK_REJECTED, { reason: string; connectionId: string;
    generation: number }, { workspaceId: string; provider: string; rejectedAt: Date }>>,
  Fits<Difference<typeof access_connections_rotate.READ_OLDER, { keyVersion: number; after: string;
    limit: bigint | number | string }, { id: string; workspaceId: string; provider: string; ciphertext: Buffer;
    wrappedKey: Buffer; keyVersion: number; generation: number }>>,
  Fits<Difference<typeof access_connections_rotate.READ_OLDER_OAUTH_KEYS, { keyVersion: number; after: string;
    limit: bigint | number | string }, { id: string; workspaceId: string; provider: string; ciphertext: Buffer;
    wrappedKey: Buffer; keyVersion: number; generation: number }>>,
  Fits<Difference<typeof access_connections_rotate.READ_OLDER_OWN_WEBHOOKS, { keyVersion: number; after: string;
    limit: bigint | number | string }, { id: string; workspaceId: string; provider: string; ciphertext: Buffer;
    wrappedKey: Buffer; keyVersion: number; generation: number }>>,
  Fits<Difference<typeof access_connections_rotate.READ_OLDER_SECRETS, { keyVersion: number; after: string;
    limit: bigint | number | string }, { id: string; workspaceId: string; provider: string; ciphertext: Buffer;
    wrappedKey: Buffer; keyVersion: number; generation: number }>>,
  Fits<Difference<typeof access_connections_rotate.REWRAP_CREDENTIALS, { keyVersion: number;
    ids: readonly (string | null)[] | ArrayText; generations: readonly (number | null)[] | ArrayText;
    earlierVersions: readonly (number | null)[] | ArrayText; wrappedKeys: readonly (Uint8Array | null)[] | ArrayText },
    { id: string }>>,
  Fits<Difference<typeof access_connections_rotate.REWRAP_OAUTH_KEYS, { keyVersion: number;
    ids: readonly (string | null)[] | ArrayText; generations: readonly (number | null)[] | ArrayText;
    earlierVersions: readonly (number | null)[] | ArrayText; wrappedKeys: readonly (Uint8Array | null)[] | ArrayText },
    { id: string }>>,
  Fits<Difference<typeof access_connections_rotate.REWRAP_OWN_WEBHOOKS, { keyVersion: number;
    ids: readonly (string | null)[] | ArrayText; generations: readonly (number | null)[] | ArrayText;
    earlierVersions: readonly (number | null)[] | ArrayText; wrappedKeys: readonly (Uint8Array | null)[] | ArrayText },
    { id: string }>>,
  Fits<Difference<typeof access_connections_rotate.REWRAP_SECRETS, { keyVersion: number;
    ids: readonly (string | null)[] | ArrayText; generations: readonly (number | null)[] | ArrayText;
    earlierVersions: readonly (number | null)[] | ArrayText; wrappedKeys: readonly (Uint8Array | null)[] | ArrayText },
    { id: string }>>,
  Fits<Difference<typeof access_members_change.END_MEMBERSHIP, { workspaceId: string; userId: string }, object>>,
  Fits<Difference<typeof access_members_change.ENTER_ANOTHER, { userId: string; workspaceId: string }, { id: string }>>,
  Fits<Difference<typeof access_members_change.OWN_NEW_WORKSPACE, { workspaceId: string; userId: string }, object>>,
  Fits<Difference<typeof access_members_change.READ_MEMBER, { workspaceId: string; userId: string }, { userId: string;
    email: string; role: string; since: Date; otherOwners: number }>>,
  Fits<Difference<typeof access_members_change.SET_ROLE, { workspaceId: string; userId: string; role: string },
    object>>,
  Fits<Difference<typeof access_members_end_earlier.END_EARLIER_ACCESS, { workspaceId: string }, object>>,
  Fits<Difference<typeof access_members_end_earlier.END_EARLIER_WORK, { workspaceId: string }, object>>,
  Fits<Difference<typeof access_members_end_earlier.OTHER_MEMBERS, { workspaceId: string; userId: string },
    { userId: string; email: string }>>,
  Fits<Difference<typeof access_members_end_earlier.WORKSPACES_OF, { userId: string }, { workspaceId: string }>>,
  Fits<Difference<typeof access_members_invite.LOCK_ADDRESS, { mailbox: string },
    { pg_advisory_xact_lock: string | null }>>,
  Fits<Difference<typeof access_members_invite.READ_INVITATION_STATE, { workspaceId: string; email: string;
    mailbox: string; invitedBy: string }, { isMember: boolean; people: number; lately: number; latelyToAddress: number;
    isConfirmed: boolean; refuses: boolean }>>,
  Fits<Difference<typeof access_members_join.ENTER_WORKSPACE, { workspaceId: string; userId: string }, object>>,
  Fits<Difference<typeof access_members_join.SET_MEMBER, { workspaceId: string; userId: string; role: string },
    object>>,
  Fits<Difference<typeof access_members_members.LIST_INVITATIONS, { workspaceId: string }, { id: string; email: string;
    role: string; invitedBy: string | null; createdAt: Date; expiresAt: Date; sentAt: Date | null;
    refusal: string | null }>>,
  Fits<Difference<typeof access_members_members.LIST_MEMBERS, { workspaceId: string }, { userId: string; email: string;
    role: string; since: Date }>>,
  Fits<Difference<typeof access_members_members.LIST_OWN_WORKSPACES, { userId: string }, { id: string; name: string;
    role: string }>>,
  Fits<Difference<typeof access_members_members.WITHDRAW_INVITATION, { id: string; workspaceId: string },
    { id: string }>>,
  Fits<Difference<typeof access_members_reset_password.REPLACE_FORGOTTEN_HASH, { hash: string; userId: string },
    { workspaceId: string; workspace: string; confirmsFirst: boolean }>>,
  Fits<Difference<typeof access_members_switch.END_SWITCHED_SESSION, { id: string }, object>>,
  Fits<Difference<typeof access_members_switch.ENTER_OWN_WORKSPACE, { workspaceId: string; userId: string },
    { name: string }>>,
  Fits<Difference<typeof access_oauth_artifacts.CONSUME_ARTIFACT, { kind: string; idHash: Uint8Array },
    { kind: string }>>,
  Fits<Difference<typeof access_oauth_artifacts.DESTROY_ARTIFACT, { kind: string; idHash: Uint8Array }, object>>,
  Fits<Difference<typeof access_oauth_artifacts.FIND_ARTIFACT, { kind: string; idHash: Uint8Array },
    { payload: StoredJson; consumedAt: Date | null; justConsumed: boolean }>>,
  Fits<Difference<typeof access_oauth_artifacts.READ_GRANT_OF_ARTIFACT, { kind: string; idHash: Uint8Array },
    { appId: string | null; forgiven: boolean }>>,
  Fits<Difference<typeof access_oauth_artifacts.STORE_ARTIFACT, { kind: string; idHash: Uint8Array; appId: string;
    payload: SentJson; secondsToLive: number }, { kind: string }>>,
  Fits<Difference<typeof access_oauth_clients.FIND_STORED_DOCUMENT, { id: string }, { stored: string }>>,
  Fits<Difference<typeof access_oauth_clients.READ_CLIENT, { id: string }, { metadata: StoredJson }>>,
  Fits<Difference<typeof access_oauth_clients.REGISTER_CLIENT, { id: string; name: string; metadata: SentJson },
    object>>,
  Fits<Difference<typeof access_oauth_clients.STORE_CLIENT_DOCUMENT, { id: string; name: string; metadata: SentJson;
    freshSeconds: number }, object>>,
  Fits<Difference<typeof access_oauth_keys.MAKE_KEYS, { ciphertext: Uint8Array; wrappedKey: Uint8Array;
    keyVersion: number }, object>>,
  Fits<Difference<typeof access_oauth_keys.READ_KEYS, object, { ciphertext: Buffer; wrappedKey: Buffer;
    keyVersion: number }>>,
  Fits<Difference<typeof access_payer.READ_PAYER, { apiKeyId: string; connectedAppId: string },
    { limits: StoredJson | null; isRevoked: boolean }>>,
  Fits<Difference<typeof access_revoke_token.REVOKE, { tokenHash: Uint8Array }, { kind: string; id: string;
    workspaceId: string; revokedBefore: Date | null; revoked: bigint }>>,
  Fits<Difference<typeof access_sessions_own.END_OTHER_SESSIONS, { userId: string; exceptId: string }, { id: string }>>,
  Fits<Difference<typeof access_sessions_own.END_OWN_SESSION, { id: string; userId: string }, { id: string }>>,
  Fits<Difference<typeof access_sessions_own.END_SESSIONS_OF_OLD_PASSWORD, { userId: string; exceptId: string },
    { id: string }>>,
  Fits<Difference<typeof access_sessions_own.LIST_OWN_SESSIONS, { userId: string }, { id: string;
    userAgent: string | null; createdAt: Date; expiresAt: Date }>>,
  Fits<Difference<typeof access_sessions_queries.FIND_SESSION, { tokenHash: Uint8Array }, { sessionId: string;
    userId: string; workspaceId: string; role: string; inQuarantine: boolean }>>,
  Fits<Difference<typeof access_sessions_queries.INSERT_SESSION, { id: string; userId: string; workspaceId: string;
    tokenHash: Uint8Array; userAgent: string }, { expiresAt: Date }>>,
  Fits<Difference<typeof access_sessions_queries.LOCK_USER, { userId: string }, { id: string }>>,
  Fits<Difference<typeof access_sessions_queries.PURGE_SESSIONS, object, object>>,
  Fits<Difference<typeof access_sessions_queries.REPLACE_PASSWORD_HASH, { toHash: string; userId: string;
    fromHash: string }, object>>,
  Fits<Difference<typeof access_sessions_queries.REVOKE_OLDEST, { userId: string }, object>>,
  Fits<Difference<typeof access_sessions_queries.REVOKE_PRESENTED, { tokenHash: Uint8Array; userId: string }, object>>,
  Fits<Difference<typeof access_sessions_queries.REVOKE_SESSION, { sessionId: string; workspaceId: string }, object>>,
  Fits<Difference<typeof access_users_password.SET_PASSWORD_HASH, { toHash: string; userId: string; fromHash: string },
    { email: string }>>,
  Fits<Difference<typeof access_users_queries.ENSURE_USER, { id: string; email: string; passwordHash: string;
    workspaceId: string }, { userId: string }>>,
  Fits<Difference<typeof access_users_queries.FIND_USER, { email: string }, { userId: string; workspaceId: string;
    workspace: string; passwordHash: string }>>,
  Fits<Difference<typeof access_users_queries.READ_PERSONS_WORKSPACE, { userId: string }, { id: string; name: string;
    passwordHash: string }>>,
  Fits<Difference<typeof access_users_queries.READ_WHOSE, { holderId: string; sessionId: string; workspaceId: string },
    { workspace: string; email: string | null; isEmailVerified: boolean; expiresAt: Date | null;
    budget: StoredJson | null }>>,
  Fits<Difference<typeof access_users_sign_up.INSERT_USER, { id: string; email: string; passwordHash: string;
    workspaceId: string }, { id: string }>>,
  Fits<Difference<typeof access_users_verify_email.SET_VERIFIED, { userId: string; email: string },
    { verifiedAt: Date }>>,
  Fits<Difference<typeof access_workspaces_lock.LOCK_WORKSPACE, { workspaceId: string }, { plan: string;
    quotaClass: string }>>,
  Fits<Difference<typeof access_workspaces_queries.FIND_SEEDED, { name: string }, { id: string }>>,
  Fits<Difference<typeof access_workspaces_queries.FIND_WORKSPACES, { idOrName: string }, { id: string;
    name: string }>>,
  Fits<Difference<typeof access_workspaces_queries.INSERT_WORKSPACE, { id: string; name: string; seededAs: string;
    awaitsConfirmation: boolean }, { id: string }>>,
  Fits<Difference<typeof access_workspaces_queries.OPEN_WALLETS, { id: string;
    environments: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof access_workspaces_quota_class.READ_QUOTA_CLASS, { workspaceId: string },
    { quotaClass: string }>>,
  Fits<Difference<typeof catalog_actor_schemas_queries.FIND_ACTOR_SCHEMA, { provider: string; actorId: string },
    { fetchedAt: Date; properties: StoredJson; required: StoredJson; omitted: number; price: StoredJson | null }>>,
  Fits<Difference<typeof catalog_actor_schemas_queries.STORE_ACTOR_SCHEMA, { provider: string; actorId: string;
    fetchedAt: Date | string; properties: SentJson; required: SentJson; omitted: number; price: SentJson }, object>>,
  Fits<Difference<typeof catalog_discover_misses.LIST_MISSES, { since: Date | string;
    limit: bigint | number | string }, { word: string | null; words: number; misses: number; days: number;
    lastDay: string }>>,
  Fits<Difference<typeof catalog_discover_misses.PURGE_MISSES, { cutoff: Date | string;
    limit: bigint | number | string }, { purged: number }>>,
  Fits<Difference<typeof catalog_discover_misses.RECORD_MISSES, { day: string;
    digests: readonly (Uint8Array | null)[] | ArrayText; words: readonly (string | null)[] | ArrayText;
    misses: readonly (number | null)[] | ArrayText;
    callers: readonly (bigint | number | string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof catalog_discover_vectors.CLAIM_VECTORS, { seconds: number;
    digests: readonly (string | null)[] | ArrayText; dimensions: number }, { digest: string }>>,
  Fits<Difference<typeof catalog_discover_vectors.COMPARES_VECTORS, object, { compares: boolean }>>,
  Fits<Difference<typeof catalog_discover_vectors.GIVE_BACK_VECTORS,
    { digests: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof catalog_discover_vectors.KEEP_USED_VECTORS, { digests: readonly (string | null)[] | ArrayText;
    unusedDaysMax: number }, object>>,
  Fits<Difference<typeof catalog_discover_vectors.READ_VECTORS, { withVectors: boolean;
    digests: readonly (string | null)[] | ArrayText; dimensions: number }, { id: number; digest: string;
    sent: Buffer | null }>>,
  Fits<Difference<typeof catalog_discover_vectors.STORE_VECTORS, { digests: readonly (string | null)[] | ArrayText;
    vectors: readonly (string | null)[] | ArrayText }, { id: number; digest: string }>>,
  Fits<Difference<typeof catalog_feedback_known_issues.ADD_KNOWN_ISSUE, { id: string; title: string; status: string;
    workaround: string; endpoint: string; types: readonly (string | null)[] | ArrayText;
    words: readonly (string | null)[] | ArrayText }, { id: string }>>,
  Fits<Difference<typeof catalog_feedback_known_issues.READ_KNOWN_ISSUES, object, { id: string; title: string;
    status: string; workaround: string | null; endpoint: string | null; types: readonly string[];
    words: readonly string[] }>>,
  Fits<Difference<typeof catalog_feedback_known_issues.REMOVE_KNOWN_ISSUE, { id: string }, { id: string }>>,
  Fits<Difference<typeof catalog_feedback_known_issues.SET_KNOWN_ISSUE, { title: string; status: string;
    workaround: string; id: string }, { id: string }>>,
  Fits<Difference<typeof catalog_feedback_reports.LIST_FEEDBACK, { since: Date | string; type: string;
    limit: bigint | number | string }, { id: string; receivedAt: Date; report: StoredJson; knownIssue: string | null;
    sameContent: number; sessions: number; run: StoredJson | null }>>,
  Fits<Difference<typeof catalog_feedback_reports.STORE_FEEDBACK, { receivedAt: Date | string; id: string;
    type: string; endpoint: string; outcome: string; requestId: string; sessionId: string; knownIssueId: string;
    contentHash: Uint8Array; report: SentJson }, object>>,
  Fits<Difference<typeof catalog_health_days.READ_PROVIDER_DAYS, { since: Date | string }, { provider: string;
    day: string; calls: number; successes: number }>>,
  Fits<Difference<typeof catalog_health_fold.FOLD_HEALTH, { countedDays: number; batchMax: number;
    latencyBoundsMs: readonly (number | null)[] | ArrayText; recentMax: number; recentHalfLife: number;
    graceSeconds: number }, { counted: number; more: boolean }>>,
  Fits<Difference<typeof catalog_health_hits.READ_HITS, { halfLifeDays: number; windowDays: number },
    { provider: string; capability: string; fields: string; country: string; after: string; recent: boolean;
    found: number | Null<typeof catalog_health_hits.READ_HITS, 'halfLifeDays'>;
    bounced: number | Null<typeof catalog_health_hits.READ_HITS, 'halfLifeDays'>;
    answered: number | Null<typeof catalog_health_hits.READ_HITS, 'halfLifeDays'> }>>,
  Fits<Difference<typeof catalog_health_month.READ_MONTH, { windowDays: number; reportedAgeDaysMax: number },
    { provider: string; target: string; month: StoredJson | null; reported: StoredJson | null;
    lastSuccessAgeMs: number | null; lastFailureAgeMs: number | null }>>,
  Fits<Difference<typeof catalog_health_recent.READ_RECENT, { recentMs: number;
    recentCallsMax: bigint | number | string }, { provider: string; target: string; calls: number; successes: number;
    latencyMsP50: number | null; latencyMsP95: number | null; failuresInRow: number; lastSuccessAgeMs: number | null;
    lastFailureAgeMs: number | null }>>,
  Fits<Difference<typeof catalog_health_reported.WRITE_REPORTED, { provider: string; target: string;
    readAt: Date | string; calls: number; successes: number }, object>>,
  Fits<Difference<typeof catalog_health_sold_addresses.COUNT_BOUNCED_HIT, { runId: string }, object>>,
  Fits<Difference<typeof catalog_health_sold_addresses.COUNT_SOLD_ADDRESS, { delivered: number; bounced: number;
    runId: string }, object>>,
  Fits<Difference<typeof catalog_health_sold_addresses.READ_SOLD_ADDRESSES, { windowDays: number }, { provider: string;
    delivered: number; bounced: number }>>,
  Fits<Difference<typeof catalog_provider_accounts_queries.ANNOUNCE_ACCOUNTS,
    { ids: readonly (string | null)[] | ArrayText; providers: readonly (string | null)[] | ArrayText;
    usable: readonly (boolean | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof catalog_provider_accounts_queries.READ_ACCOUNTS, object, { id: string; provider: string;
    usable: boolean; exhausted: boolean }>>,
  Fits<Difference<typeof catalog_routing_policy_policy.READ_ROUTING_POLICY, { workspaceId: string },
    { policy: StoredJson | null }>>,
  Fits<Difference<typeof catalog_routing_policy_policy.WRITE_ROUTING_POLICY, { policy: SentJson; workspaceId: string;
    before: SentJson; none: SentJson }, { id: string }>>,
  Fits<Difference<typeof check_database.SELECT_ONE, object, { '?column?': number }>>,
  Fits<Difference<typeof delivery_events_purge.PURGE_DELIVERIES, { beforeId: string; limit: bigint | number | string },
    { id: string }>>,
  Fits<Difference<typeof delivery_events_purge.PURGE_EVENTS, { workspaceId: string; environment: string;
    cutoff: Date | string; limit: bigint | number | string }, { purged: number }>>,
  Fits<Difference<typeof delivery_events_purge.PURGE_INBOUND_MESSAGES, { beforeId: string;
    limit: bigint | number | string }, { id: string }>>,
  Fits<Difference<typeof delivery_events_purge.PURGE_SECRETS, object, object>>,
  Fits<Difference<typeof delivery_events_purge.READ_STREAMS_TO_PURGE, { workspaceId: string; environment: string;
    cutoff: Date | string; limit: bigint | number | string }, { workspaceId: string; environment: string }>>,
  Fits<Difference<typeof delivery_events_read.FIND_FITTING, { workspaceIds: readonly (string | null)[] | ArrayText;
    environments: readonly (string | null)[] | ArrayText;
    sequences: readonly (bigint | number | string | null)[] | ArrayText;
    types: readonly (string | null)[] | ArrayText }, { position: number }>>,
  Fits<Difference<typeof delivery_events_read.READ_OLDEST_EVENT, { workspaceId: string; environment: string },
    { id: string }>>,
  Fits<Difference<typeof delivery_events_read.READ_STREAM, { workspaceId: string; environment: string; after: string;
    sinceMs: number; optInTypes: readonly (string | null)[] | ArrayText; limit: bigint | number | string },
    { from: bigint | null; purgedEventId: string | null; found: number; id: string | null; type: string | null;
    createdAt: Date | null; data: StoredJson | null }>>,
  Fits<Difference<typeof delivery_events_read.READ_STREAM_OF_CLASSES, { workspaceId: string; environment: string;
    after: string; sinceMs: number; classes: readonly (string | null)[] | ArrayText;
    types: readonly (string | null)[] | ArrayText; limit: bigint | number | string }, { from: bigint | null;
    purgedEventId: string | null; found: number; id: string | null; type: string | null; createdAt: Date | null;
    data: StoredJson | null }>>,
  Fits<Difference<typeof delivery_events_read.READ_STREAM_OF_TYPES, { workspaceId: string; environment: string;
    after: string; sinceMs: number; types: readonly (string | null)[] | ArrayText; limit: bigint | number | string },
    { from: bigint | null; purgedEventId: string | null; found: number; id: string | null; type: string | null;
    createdAt: Date | null; data: StoredJson | null }>>,
  Fits<Difference<typeof delivery_events_write.WRITE_EVENTS, { workspaceId: string; environment: string;
    eventIds: readonly (string | null)[] | ArrayText; types: readonly (string | null)[] | ArrayText;
    data: readonly (string | null)[] | ArrayText; callbackUrls: readonly (string | null)[] | ArrayText;
    streamOnlyIds: readonly (string | null)[] | ArrayText; optInTypes: readonly (string | null)[] | ArrayText;
    deliveryIds: readonly (string | null)[] | ArrayText }, { id: string; webhookId: string; workspaceId: string;
    environment: string; eventType: string }>>,
  Fits<Difference<typeof delivery_idempotency_answers.CLAIM_ANSWER, { workspaceId: string; environment: string;
    key: string; token: string; leaseMs: number; requestMac: Uint8Array; macVersion: number }, { key: string }>>,
  Fits<Difference<typeof delivery_idempotency_answers.GIVE_KEY_BACK, { workspaceId: string; environment: string;
    key: string; token: string }, object>>,
  Fits<Difference<typeof delivery_idempotency_answers.PURGE_ANSWERS, object, object>>,
  Fits<Difference<typeof delivery_idempotency_answers.READ_ANSWER, { workspaceId: string; environment: string;
    key: string }, { token: string; requestMac: Buffer; macVersion: number; answer: StoredJson | null;
    leasePassed: boolean }>>,
  Fits<Difference<typeof delivery_idempotency_answers.STORE_ANSWER, { answer: SentJson; workspaceId: string;
    environment: string; key: string; token: string }, { key: string }>>,
  Fits<Difference<typeof delivery_idempotency_answers.TAKE_OVER_ANSWER, { token: string; leaseMs: number;
    workspaceId: string; environment: string; key: string; earlierToken: string }, { key: string }>>,
  Fits<Difference<typeof delivery_webhooks_callbacks.INSERT_CALLBACKS, { id: string; workspaceId: string;
    environment: string; url: string }, { id: string }>>,
  Fits<Difference<typeof delivery_webhooks_callbacks.READ_CALLBACKS, { workspaceId: string; environment: string },
    { quarantined: boolean; endpoint: StoredJson | null }>>,
  Fits<Difference<typeof delivery_webhooks_deliveries.ADD_TEST_DELIVERY, { webhookId: string; workspaceId: string;
    environment: string; eventId: string; deliveryId: string; eventType: string; testEvent: SentJson }, { id: string;
    eventType: string; webhookId: string; workspaceId: string; environment: string }>>,
  Fits<Difference<typeof delivery_webhooks_deliveries.LAST_DELIVERIES, { webhookId: string; status: string;
    limit: bigint | number | string }, { id: string; eventId: string; eventType: string; url: string; status: string;
    attempts: StoredJson; nextAttemptAt: Date | null; createdAt: Date }>>,
  Fits<Difference<typeof delivery_webhooks_deliveries.MAKE_DUE, { webhookId: string; workspaceId: string;
    environment: string; deliveryId: string }, { enabled: boolean; test: boolean; spent: boolean; kept: boolean;
    id: string | null; eventId: string | null; eventType: string | null; url: string | null; status: string | null;
    attempts: StoredJson | null; nextAttemptAt: Date | null; createdAt: Date | null; webhookId: string | null;
    workspaceId: string | null; environment: string | null }>>,
  Fits<Difference<typeof delivery_webhooks_delivery_body.READ_DELIVERY_BODY, { deliveryId: string; webhookId: string;
    workspaceId: string; environment: string }, { eventId: string; eventType: string; testEvent: string | null;
    createdAt: Date | null; data: string | null }>>,
  Fits<Difference<typeof delivery_webhooks_disable.DISABLE_FAILING_ENDPOINT, { webhookId: string;
    failingReason: string; at: Date | string }, { failingSince: Date; disabled: boolean }>>,
  Fits<Difference<typeof delivery_webhooks_disable.READ_ENDPOINTS_TO_DISABLE, { limit: bigint | number | string },
    { id: string; workspaceId: string; environment: string }>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.CHANGE_WEBHOOK, { url: string;
    events: readonly (string | null)[] | ArrayText; setsDescription: boolean; description: string; enabled: boolean;
    id: string; workspaceId: string; environment: string }, { id: string; url: string; events: readonly string[];
    description: string | null; enabled: boolean; disabledReason: string | null; failingSince: Date | null;
    createdAt: Date }>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.DELETE_DELIVERIES, { webhookId: string }, { id: string }>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.DELETE_WEBHOOK, { id: string; workspaceId: string;
    environment: string }, { id: string }>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.FORGET_EARLIER_SECRETS, { webhookId: string }, object>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.INSERT_SECRET, { id: string; webhookId: string;
    workspaceId: string; ciphertext: Uint8Array; wrappedKey: Uint8Array; keyVersion: number }, object>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.INSERT_WEBHOOK, { id: string; workspaceId: string;
    environment: string; url: string; events: readonly (string | null)[] | ArrayText; description: string;
    max: number }, { id: string; url: string; events: readonly string[];
    description: string | Null<typeof delivery_webhooks_endpoints.INSERT_WEBHOOK, 'description'>; enabled: boolean;
    disabledReason: string | null; failingSince: Date | null; createdAt: Date }>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.LIST_WEBHOOKS, { workspaceId: string; environment: string },
    { id: string; url: string; events: readonly string[]; description: string | null; enabled: boolean;
    disabledReason: string | null; failingSince: Date | null; createdAt: Date }>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.READ_WEBHOOK, { id: string; workspaceId: string;
    environment: string }, { id: string; url: string; events: readonly string[]; description: string | null;
    enabled: boolean; disabledReason: string | null; failingSince: Date | null; createdAt: Date }>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.RETIRE_SECRET, { overlapMs: number; webhookId: string }, object>>,
  Fits<Difference<typeof delivery_webhooks_endpoints.TOUCH_WEBHOOK, { id: string; workspaceId: string;
    environment: string; callbacks: boolean }, { id: string; url: string; events: readonly string[];
    description: string | null; enabled: boolean; disabledReason: string | null; failingSince: Date | null;
    createdAt: Date }>>,
  Fits<Difference<typeof delivery_webhooks_read_delivery.READ_DELIVERY, { deliveryId: string }, { id: string;
    webhookId: string; workspaceId: string; environment: string; eventId: string; eventType: string;
    generation: number; status: string; attemptsMade: number; attemptsMax: number; nextAttemptAt: Date | null;
    lastAttempt: StoredJson | null; url: string; isCallback: boolean; enabled: boolean; endpointGeneration: number;
    failing: boolean; testEvent: string | null; eventCreatedAt: Date | null; eventData: string | null;
    secrets: StoredJson }>>,
  Fits<Difference<typeof delivery_webhooks_record_attempt.RECORD_DELIVERY_ATTEMPT, { delivered: boolean;
    at: Date | string; webhookId: string; generation: number; deliveryId: string; attempt: SentJson;
    nextAttemptAt: Date | string; attemptsMade: number; failingReason: string }, { status: string; environment: string;
    attemptsMade: number; attemptsMax: number; clockStarted: boolean; disabled: boolean }>>,
  Fits<Difference<typeof delivery_webhooks_recover.MAKE_FAILED_DUE, { webhookId: string; workspaceId: string;
    environment: string; fromId: string; untilId: string; looked: bigint | number | string;
    limit: bigint | number | string }, { enabled: boolean; recovered: number; stoppedAt: string | null }>>,
  Fits<Difference<typeof delivery_webhooks_started.READ_STARTED_DELIVERIES,
    { ids: readonly (string | null)[] | ArrayText }, { id: string }>>,
  Fits<Difference<typeof delivery_webhooks_stop_deliveries.STOP_DELIVERY, { id: string; generation: number }, object>>,
  Fits<Difference<typeof delivery_webhooks_sweep.CLAIM_OVERDUE_DELIVERIES, { limit: bigint | number | string;
    retryDelaysMs: readonly (number | null)[] | ArrayText }, { id: string; webhookId: string; workspaceId: string;
    environment: string; eventType: string; broughtForward: boolean }>>,
  Fits<Difference<typeof delivery_webhooks_sweep.POSTPONE_SWEEP, { until: Date | string; deliveryId: string }, object>>,
  Fits<Difference<typeof engine_metrics_backlog.READ_BACKLOG, { overdueAfterSeconds: number;
    countedMax: bigint | number | string }, { openRuns: StoredJson; oldestOpenRunAge: number; overdueRuns: number;
    oldestOverdueRunAge: number; pendingDeliveries: number; dueDeliveries: number; oldestDueDeliveryAge: number;
    waitingMessages: number; oldestWaitingMessageAge: number }>>,
  Fits<Difference<typeof engine_metrics_open_attempts.READ_OPEN_ATTEMPTS, { countedMax: bigint | number | string },
    { provider: string; attempts: number; oldestAge: number }>>,
  Fits<Difference<typeof engine_metrics_stored_bytes.READ_STORED_BYTES,
    { kinds: readonly (string | null)[] | ArrayText; tables: readonly (string | null)[] | ArrayText },
    { kind: string | Null<typeof engine_metrics_stored_bytes.READ_STORED_BYTES, 'kinds', true>; bytes: number }>>,
  Fits<Difference<typeof engine_months_ahead.ADD_MONTHS, { tables: readonly (string | null)[] | ArrayText;
    partitions: readonly (string | null)[] | ArrayText; keys: readonly (string | null)[] | ArrayText;
    firsts: readonly (string | null)[] | ArrayText; ends: readonly (string | null)[] | ArrayText },
    { partition: string | Null<typeof engine_months_ahead.ADD_MONTHS, 'partitions', true> }>>,
  Fits<Difference<typeof engine_months_last.READ_LAST_MONTHS, { tables: readonly (string | null)[] | ArrayText },
    { ends: string | null }>>,
  Fits<Difference<typeof erasure_erasures.CLAIM_OVERDUE_ERASURES, { againAfterSeconds: number;
    limit: bigint | number | string }, { id: string; workspaceId: string; environment: string }>>,
  Fits<Difference<typeof erasure_erasures.COUNT_OPEN, { workspaceId: string }, { open: number }>>,
  Fits<Difference<typeof erasure_erasures.FINISH_ERASURE, { id: string }, { erased: StoredJson }>>,
  Fits<Difference<typeof erasure_erasures.INSERT_ERASURE, { id: string; workspaceId: string; environment: string;
    kind: string; subject: string; reference: string; keepSuppression: boolean }, { id: string; environment: string;
    kind: string; reference: string | Null<typeof erasure_erasures.INSERT_ERASURE, 'reference'>;
    keepSuppression: boolean; erased: StoredJson; createdAt: Date; finishedAt: Date | null; kept: StoredJson;
    request: StoredJson | null }>>,
  Fits<Difference<typeof erasure_erasures.LIST_ERASURES, { workspaceId: string; environment: string; before: string;
    status: string; limit: bigint | number | string }, { id: string; environment: string; kind: string;
    reference: string | null; keepSuppression: boolean; erased: StoredJson; createdAt: Date; finishedAt: Date | null;
    kept: StoredJson; request: StoredJson | null }>>,
  Fits<Difference<typeof erasure_erasures.READ_ERASURE, { id: string; workspaceId: string; environment: string },
    { id: string; environment: string; kind: string; reference: string | null; keepSuppression: boolean;
    erased: StoredJson; createdAt: Date; finishedAt: Date | null; kept: StoredJson; request: StoredJson | null }>>,
  Fits<Difference<typeof erasure_erasures.READ_OPEN, { id: string }, { id: string; workspaceId: string;
    environment: string; keepSuppression: boolean; stage: string | null; after: string | null; waiting: string | null;
    requestedAt: string; jobsPassedAt: Date | null; subject: StoredJson; scope: StoredJson | null }>>,
  Fits<Difference<typeof erasure_events.ERASE_ANSWERS, { workspaceId: string; environment: string; after: string;
    limit: bigint | number | string; bytes: bigint | number | string; upTo: Date | string; pattern: string;
    keyPattern: string }, { after: string | null; erased: number }>>,
  Fits<Difference<typeof erasure_events.ERASE_DELIVERIES, { after: string; workspaceId: string; environment: string;
    limit: bigint | number | string; bytes: bigint | number | string; pattern: string; upTo: Date | string },
    { after: string | null; erased: number }>>,
  Fits<Difference<typeof erasure_events.ERASE_EVENTS, { workspaceId: string; environment: string; after: string;
    upTo: Date | string; limit: bigint | number | string; bytes: bigint | number | string; pattern: string },
    { after: string | null; erased: number }>>,
  Fits<Difference<typeof erasure_events.ERASE_MESSAGES, { after: string; limit: number;
    names: readonly (string | null)[] | ArrayText; pattern: string; workspaceId: string; environment: string;
    upTo: Date | string }, { after: string | null; erased: number }>>,
  Fits<Difference<typeof erasure_held.READ_HELD, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string;
    rows: readonly (bigint | number | string | null)[] | ArrayText }, { rows: StoredJson; sources: StoredJson;
    messages: StoredJson; objected: boolean }>>,
  Fits<Difference<typeof erasure_jobs.ERASE_JOB_ROWS, { after: string; workspaceId: string; environment: string;
    limit: bigint | number | string; bytes: bigint | number | string; pattern: string; upTo: Date | string },
    { after: string | null; rows: number }>>,
  Fits<Difference<typeof erasure_jobs.LOCK_NEXT_JOB, { after: string; workspaceId: string; environment: string },
    { id: string }>>,
  Fits<Difference<typeof erasure_listed_rows.EMPTY_REFRESHES, { keys: readonly (string | null)[] | ArrayText },
    object>>,
  Fits<Difference<typeof erasure_listed_rows.EMPTY_WATCH_RECORDS, { watches: readonly (string | null)[] | ArrayText;
    keys: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof erasure_listed_rows.READ_REFRESHES_TO_MATCH, { after: string; workspaceId: string;
    environment: string; limit: bigint | number | string; bytes: bigint | number | string }, { after: string | null;
    records: StoredJson }>>,
  Fits<Difference<typeof erasure_listed_rows.READ_ROWS_TO_MATCH, { after: string; workspaceId: string;
    environment: string; limit: bigint | number | string; bytes: bigint | number | string }, { after: string | null;
    tableId: string | null; rows: StoredJson }>>,
  Fits<Difference<typeof erasure_listed_rows.READ_WATCH_RECORDS_TO_MATCH, { after: string; workspaceId: string;
    environment: string; limit: bigint | number | string; bytes: bigint | number | string }, { after: string | null;
    records: StoredJson }>>,
  Fits<Difference<typeof erasure_listed_runs.FORGET_RUNS, { ids: readonly (string | null)[] | ArrayText;
    workspaceId: string; environment: string; kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText }, { runs: number; saved_answers: number; touches: number;
    waits: boolean }>>,
  Fits<Difference<typeof erasure_listed_runs.HAS_OPEN_RUNS, { workspaceId: string; environment: string;
    switchedAt: Date | string }, { open: boolean }>>,
  Fits<Difference<typeof erasure_listed_runs.READ_BLOCKS_TO_MATCH, { workspaceId: string; environment: string;
    after: string; limit: bigint | number | string }, { lastRun: string | null; blocks: StoredJson }>>,
  Fits<Difference<typeof erasure_listed_runs.READ_PAYLOADS_TO_MATCH, { workspaceId: string; environment: string;
    after: string; limit: bigint | number | string; bytes: bigint | number | string }, { after: string | null;
    runs: StoredJson }>>,
  Fits<Difference<typeof erasure_listed_runs.READ_RUNS_OF_SUBJECTS, { workspaceId: string; environment: string;
    kind: string; values: readonly (string | null)[] | ArrayText; limit: bigint | number | string },
    { ids: readonly string[]; waits: boolean }>>,
  Fits<Difference<typeof erasure_listed_runs.READ_SUBJECTS_TO_MATCH, { workspaceId: string; environment: string;
    kind: string; after: string; limit: bigint | number | string }, { value: string }>>,
  Fits<Difference<typeof erasure_names.LOCK_OPEN, { id: string }, { id: string }>>,
  Fits<Difference<typeof erasure_names.NOTE_NAMES, { id: string; kinds: readonly (string | null)[] | ArrayText;
    names: readonly (string | null)[] | ArrayText; shared: SentJson }, { names: StoredJson; upTo: string }>>,
  Fits<Difference<typeof erasure_names.READ_CARRYING, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string }, { id: string;
    data: StoredJson; keyMode: string; identities: StoredJson; isOfTwoNames: boolean; changes: StoredJson }>>,
  Fits<Difference<typeof erasure_names.READ_TIED, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string }, { original: StoredJson;
    tied: StoredJson }>>,
  Fits<Difference<typeof erasure_note_batch.NOTE_BATCH, { stage: string; after: string; waiting: string;
    endedAt: Date | string; jobsPassed: boolean; erased: SentJson; kept: SentJson; id: string }, object>>,
  Fits<Difference<typeof erasure_people.ERASE_PEOPLE, { kinds: readonly (string | null)[] | ArrayText;
    names: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string;
    requestedAt: Date | string; keepSuppression: boolean; networkIds: readonly (string | null)[] | ArrayText },
    { suppressions: number; connections: number }>>,
  Fits<Difference<typeof erasure_preview.PREVIEW, { workspaceId: string; environment: string;
    kinds: readonly (string | null)[] | ArrayText; names: readonly (string | null)[] | ArrayText;
    sharedKinds: readonly (string | null)[] | ArrayText; sharedNames: readonly (string | null)[] | ArrayText },
    { rows: StoredJson; suppressions: number; touches: number; runs: number }>>,
  Fits<Difference<typeof erasure_requests.DECIDE_ERASURE, { verdict: string; decidedBy: string; note: string;
    id: string; workspaceId: string; environment: string }, { id: string; environment: string; kind: string;
    reference: string | null; keepSuppression: boolean; erased: StoredJson; createdAt: Date; finishedAt: Date | null;
    kept: StoredJson; request: StoredJson | null }>>,
  Fits<Difference<typeof erasure_requests.INSERT_REQUESTED_ERASURE, { id: string; workspaceId: string;
    environment: string; kind: string; subject: string; runId: string; remindAt: Date | string;
    requestedAt: Date | string }, { id: string }>>,
  Fits<Difference<typeof erasure_requests.NOTE_REMINDED, { next: Date | string; id: string; remindAt: Date | string },
    { id: string }>>,
  Fits<Difference<typeof erasure_requests.READ_LAST_REQUEST, { workspaceId: string; environment: string; kind: string;
    subject: string }, { request: string; at: Date; decidedAt: Date | null; finishedAt: Date | null;
    note: string | null }>>,
  Fits<Difference<typeof erasure_requests.READ_REQUESTS_TO_REMIND, { limit: bigint | number | string }, { id: string;
    workspaceId: string; environment: string; kind: string; runId: string; requestedAt: Date; remindAt: Date }>>,
  Fits<Difference<typeof erasure_rows.ERASE_FIELDS, { pattern: string; kinds: readonly (string | null)[] | ArrayText;
    names: readonly (string | null)[] | ArrayText; sharedKinds: readonly (string | null)[] | ArrayText;
    sharedNames: readonly (string | null)[] | ArrayText; tableId: string;
    ids: readonly (bigint | number | string | null)[] | ArrayText; cause: string; writer: string; runId: string;
    parted: readonly (bigint | number | string | null)[] | ArrayText }, { fields: number }>>,
  Fits<Difference<typeof erasure_rows.FIND_ROWS, { after: string; workspaceId: string; environment: string;
    limit: bigint | number | string; bytes: bigint | number | string; pattern: string;
    kinds: readonly (string | null)[] | ArrayText; names: readonly (string | null)[] | ArrayText;
    sharedKinds: readonly (string | null)[] | ArrayText; sharedNames: readonly (string | null)[] | ArrayText;
    upTo: Date | string }, { after: string | null; tableId: string | null; gone: readonly string[];
    weighed: readonly string[]; mentioning: readonly string[] }>>,
  Fits<Difference<typeof erasure_runs.ERASE_RUNS, { ids: readonly (string | null)[] | ArrayText;
    kinds: readonly (string | null)[] | ArrayText; names: readonly (string | null)[] | ArrayText; keyPattern: string;
    pattern: string; workspaceId: string; environment: string }, { runs: number; touches: number }>>,
  Fits<Difference<typeof erasure_runs.JUDGE_RUNS, { workspaceId: string; environment: string; after: string;
    firstRowRunAfter: string; firstRunAfter: string; requestedAt: Date | string; limit: bigint | number | string;
    bytes: bigint | number | string; kinds: readonly (string | null)[] | ArrayText;
    names: readonly (string | null)[] | ArrayText; pattern: string; keyPattern: string }, { after: string | null;
    waiting: string | null; unapproved: readonly string[]; gone: readonly string[]; endedAt: string | null }>>,
  Fits<Difference<typeof erasure_uploads.ERASE_UPLOADS, { after: string; workspaceId: string; environment: string;
    limit: bigint | number | string; bytes: bigint | number | string; upTo: Date | string; pattern: string },
    { after: string | null; uploads: number }>>,
  Fits<Difference<typeof erasure_watches.ERASE_RECORDS, { after: string; workspaceId: string; environment: string;
    limit: bigint | number | string; bytes: bigint | number | string; firstRunAfter: string; pattern: string },
    { after: string | null; records: number }>>,
  Fits<Difference<typeof erasure_watches.ERASE_REFRESHES, { after: string; workspaceId: string; environment: string;
    limit: bigint | number | string; bytes: bigint | number | string; firstRunAfter: string; pattern: string },
    { after: string | null }>>,
  Fits<Difference<typeof erasure_watches.ERASE_WATCHES, { workspaceId: string; environment: string;
    requestedAt: Date | string; pattern: string; kinds: readonly (string | null)[] | ArrayText;
    names: readonly (string | null)[] | ArrayText }, { id: string }>>,
  Fits<Difference<typeof erasure_weighed_rows.READ_WEIGHED,
    { ids: readonly (bigint | number | string | null)[] | ArrayText }, { id: bigint; key: string; data: StoredJson;
    status: string | null; nextAt: Date | null; identities: StoredJson; keyMode: string; mergeParts: StoredJson }>>,
  Fits<Difference<typeof erasure_workspace.END_ACCESS, { id: string }, { closed: boolean }>>,
  Fits<Difference<typeof erasure_workspace.ERASE_REST, { id: string }, { users: number }>>,
  Fits<Difference<typeof erasure_workspace.READ_OPEN_OBLIGATIONS, { id: string }, { inboxes: number; accounts: number;
    domains: number; subscriptions: number }>>,
  Fits<Difference<typeof jobs_begin_rows.BEGIN_ROWS, { jobId: string; until: number;
    runIds: readonly (string | null)[] | ArrayText; routing: SentJson }, { runId: string }>>,
  Fits<Difference<typeof jobs_cells.INSERT_CELLS, { jobId: string; numbers: readonly (number | null)[] | ArrayText;
    cells: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof jobs_cells.PURGE_CELLS, { jobId: string; limit: bigint | number | string },
    { purged: number }>>,
  Fits<Difference<typeof jobs_change.LOCK, { id: string; workspaceId: string; environment: string }, { status: string;
    reason: string | null; madeBy: string | null }>>,
  Fits<Difference<typeof jobs_change.SET_CEILING, { id: string; ceiling: bigint | number | string;
    most: bigint | number | string }, { committed: bigint; changed: boolean }>>,
  Fits<Difference<typeof jobs_change.SET_CONCURRENCY, { concurrency: number; id: string }, object>>,
  Fits<Difference<typeof jobs_change.STATEMENTS.pause, { id: string }, object>>,
  Fits<Difference<typeof jobs_change.STATEMENTS.resume, { id: string }, object>>,
  Fits<Difference<typeof jobs_change.STATEMENTS.approve, { id: string }, object>>,
  Fits<Difference<typeof jobs_change.STATEMENTS.cancel, { id: string }, object>>,
  Fits<Difference<typeof jobs_change.TAKE_OVER, { apiKeyId: string; connectedAppId: string; id: string }, object>>,
  Fits<Difference<typeof jobs_create.INSERT_JOB, { id: string; workspaceId: string; environment: string;
    apiKeyId: string; connectedAppId: string; requestId: string; capability: string; raw: SentJson; request: SentJson;
    routing: SentJson; status: string; reason: string; pilotUntil: number; approve: string; concurrency: number;
    estimate: SentJson; rows: number; invalid: number; repeated: number; retryOf: string; metadata: SentJson;
    callbackUrl: string; bytes: bigint | number | string; file: SentJson }, { id: string }>>,
  Fits<Difference<typeof jobs_create.INSERT_ROWS, { jobId: string; numbers: readonly (number | null)[] | ArrayText;
    keys: readonly (string | null)[] | ArrayText; requests: readonly (string | null)[] | ArrayText;
    errors: readonly (string | null)[] | ArrayText; sameAs: readonly (number | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof jobs_files_mappings.FORGET_OLDEST, { workspaceId: string }, object>>,
  Fits<Difference<typeof jobs_files_mappings.READ_MAPPING, { workspaceId: string; headings: string },
    { fields: StoredJson }>>,
  Fits<Difference<typeof jobs_files_mappings.WRITE_MAPPING, { workspaceId: string; headings: string;
    fields: SentJson }, object>>,
  Fits<Difference<typeof jobs_items.LIST_ROWS, { jobId: string; after: number; outcome: string;
    limit: bigint | number | string }, { number: number; key: string | null; runId: string | null;
    outcome: string | null; sameAs: number | null; charged: bigint | null; error: StoredJson | null }>>,
  Fits<Difference<typeof jobs_items.READ_RESULTS, { jobId: string; after: number; ended: boolean;
    limit: bigint | number | string }, { number: number; key: string | null; runId: string | null;
    outcome: string | null; sameAs: number | null; charged: bigint | null; error: StoredJson | null;
    provider: string | null; input: StoredJson | null; result: StoredJson | null; cells: StoredJson | null }>>,
  Fits<Difference<typeof jobs_jobs.LIST_JOBS, { workspaceId: string; environment: string; status: string;
    metadata: SentJson; before: string; limit: bigint | number | string }, { id: string; workspaceId: string;
    environment: string; name: string; request: StoredJson; status: string; reason: string | null; approve: string;
    concurrency: number; estimate: StoredJson; rows: number; counts: StoredJson; ceiling: bigint; spent: bigint;
    held: bigint; uncounted: bigint; paceSince: Date; paceDone: number; metadata: StoredJson | null;
    callbackUrl: string | null; retryOf: string | null; file: StoredJson | null; createdAt: Date;
    finishedAt: Date | null; readAt: Date }>>,
  Fits<Difference<typeof jobs_jobs.READ_JOB, { id: string; workspaceId: string; environment: string }, { id: string;
    workspaceId: string; environment: string; name: string; request: StoredJson; status: string; reason: string | null;
    approve: string; concurrency: number; estimate: StoredJson; rows: number; counts: StoredJson; ceiling: bigint;
    spent: bigint; held: bigint; uncounted: bigint; paceSince: Date; paceDone: number; metadata: StoredJson | null;
    callbackUrl: string | null; retryOf: string | null; file: StoredJson | null; createdAt: Date;
    finishedAt: Date | null; readAt: Date }>>,
  Fits<Difference<typeof jobs_kept.READ_KEPT, { workspaceId: string; besides: string }, { open_jobs: number;
    job_rows: string; job_bytes: string }>>,
  Fits<Difference<typeof jobs_known_rows.READ_SAVED, { workspaceId: string; environment: string; capability: string;
    routing: SentJson; enrichments: readonly (string | null)[] | ArrayText }, { ord: number; saved: StoredJson }>>,
  Fits<Difference<typeof jobs_known_rows.READ_SUPPRESSED_MANY, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; ords: readonly (number | null)[] | ArrayText; workspaceId: string;
    environment: string }, { ord: number | Null<typeof jobs_known_rows.READ_SUPPRESSED_MANY, 'ords', true> }>>,
  Fits<Difference<typeof jobs_payer_refusal.READ_NEXT_REQUESTS, { jobId: string; most: bigint | number | string },
    { request: StoredJson }>>,
  Fits<Difference<typeof jobs_payloads.DELETE_EMPTY_ROWS, { jobId: string }, object>>,
  Fits<Difference<typeof jobs_payloads.LOCK_JOB, { jobId: string }, { id: string }>>,
  Fits<Difference<typeof jobs_payloads.NOTE_PURGED, { jobId: string }, object>>,
  Fits<Difference<typeof jobs_payloads.PURGE_ROWS, { jobId: string; limit: bigint | number | string },
    { purged: number }>>,
  Fits<Difference<typeof jobs_payloads.READ_JOBS_TO_PURGE, { at: Date | string; after: string;
    limit: bigint | number | string }, { id: string }>>,
  Fits<Difference<typeof jobs_retry.READ_FAILED_ROWS, { jobId: string }, { key: string | null; request: StoredJson;
    cells: StoredJson | null }>>,
  Fits<Difference<typeof jobs_retry.READ_JOB_TO_RETRY, { jobId: string }, { capability: string | null;
    raw: StoredJson | null; routing: StoredJson; metadata: StoredJson | null; callbackUrl: string | null;
    file: StoredJson | null; retriedBy: string | null }>>,
  Fits<Difference<typeof jobs_round.CANCEL_WAITING, { jobId: string }, object>>,
  Fits<Difference<typeof jobs_round.DELETE_WAITING, { jobId: string }, object>>,
  Fits<Difference<typeof jobs_round.LOCK_JOB, { jobId: string }, { id: string }>>,
  Fits<Difference<typeof jobs_round.READ_JOB, { jobId: string }, { workspaceId: string; environment: string;
    name: string; capability: string | null; provider: string | null; routing: StoredJson; limits: StoredJson | null;
    isRevoked: boolean; status: string; reason: string | null; isCancelled: boolean; approve: string;
    concurrency: number; pilotUntil: number | null; rows: number; counts: StoredJson; metadata: StoredJson | null;
    callbackUrl: string | null; now: Date; ceiling: bigint; spent: bigint; held: bigint; holdMax: bigint;
    needed: bigint | null; waiting: bigint; waitingOfPilot: bigint; isSwept: boolean; sweepIsDue: boolean;
    begun: StoredJson | null }>>,
  Fits<Difference<typeof jobs_round.STORE_ROUND, { numbers: readonly (number | null)[] | ArrayText;
    runIds: readonly (string | null)[] | ArrayText; outcomes: readonly (string | null)[] | ArrayText;
    refusals: readonly (number | null)[] | ArrayText; jobId: string; status: string; reason: string;
    needed: bigint | number | string; pilotIsOver: boolean; hasEnded: boolean; sweep: string; moves: boolean },
    object>>,
  Fits<Difference<typeof jobs_sweep.CLAIM_OVERDUE_JOBS, { limit: bigint | number | string }, { id: string;
    workspaceId: string; environment: string; name: string }>>,
  Fits<Difference<typeof jobs_uploads.COUNT_UPLOADS, { workspaceId: string; environment: string; besides: string },
    { uploads: number; upload_bytes: number; id: string; expiresAt: Date }>>,
  Fits<Difference<typeof jobs_uploads.DELETE_UPLOAD, { id: string; workspaceId: string; environment: string },
    { id: string; workspaceId: string; environment: string; columns: readonly string[]; rows: number;
    duplicates: number; createdBy: string; reading: StoredJson | null; createdAt: Date; expiresAt: Date;
    first: StoredJson }>>,
  Fits<Difference<typeof jobs_uploads.FIND_UPLOAD, { id: string; workspaceId: string; environment: string },
    { id: string; workspaceId: string; environment: string; columns: readonly string[]; rows: number;
    duplicates: number; createdBy: string; reading: StoredJson | null; createdAt: Date; expiresAt: Date;
    first: StoredJson }>>,
  Fits<Difference<typeof jobs_uploads.INSERT_PART, { uploadId: string; firstNumber: number; lastNumber: number;
    rows: SentJson }, object>>,
  Fits<Difference<typeof jobs_uploads.INSERT_UPLOAD, { id: string; workspaceId: string; environment: string;
    columns: readonly (string | null)[] | ArrayText; rows: number; duplicates: number; bytes: number;
    createdBy: string; reading: SentJson }, object>>,
  Fits<Difference<typeof jobs_uploads.PURGE_UPLOADS, { at: Date | string; limit: bigint | number | string },
    { id: string }>>,
  Fits<Difference<typeof jobs_uploads.READ_PARTS, { uploadId: string; after: number; limit: number },
    { columns: readonly string[]; firstNumber: number; rows: StoredJson }>>,
  Fits<Difference<typeof jobs_workspace.READ_JOB_WORKSPACE, { workspaceId: string }, { plan: string; tablesOn: boolean;
    rates: StoredJson; routingPolicy: StoredJson | null }>>,
  Fits<Difference<typeof migrate.READ_APPLIED_MIGRATIONS, object, { name: string }>>,
  Fits<Difference<typeof money_budgets_write.END_BUDGET, { holderId: string; period: string }, object>>,
  Fits<Difference<typeof money_budgets_write.SET_BUDGET, { workspaceId: string; holderId: string;
    amount: bigint | number | string; period: string }, object>>,
  Fits<Difference<typeof money_invoices_read.LIST_INVOICES, { workspaceId: string; environment: string; before: number;
    limit: bigint | number | string }, { id: string; workspaceId: string; environment: string; number: number;
    kind: string; source: string; description: string; amount: bigint; refunded: bigint; simulated: boolean;
    periodStart: Date; periodEnd: Date; createdAt: Date }>>,
  Fits<Difference<typeof money_invoices_read.READ_INVOICE, { id: string; workspaceId: string; environment: string },
    { id: string; workspaceId: string; environment: string; number: number; kind: string; source: string;
    description: string; amount: bigint; refunded: bigint; simulated: boolean; periodStart: Date; periodEnd: Date;
    createdAt: Date }>>,
  Fits<Difference<typeof money_invoices_write.WRITE_INVOICE, { workspaceId: string; environment: string;
    source: string; id: string; kind: string; description: string; amount: bigint | number | string;
    simulated: boolean; periodStart: Date | string; periodEnd: Date | string }, { id: string }>>,
  Fits<Difference<typeof money_ledger_proof_prove.FORGET_DRIFTS, { workspaceId: string; environment: string;
    subjects: readonly (string | null)[] | ArrayText; complete: boolean }, object>>,
  Fits<Difference<typeof money_ledger_proof_prove.KEEP_PROOF, { workspaceIds: readonly (string | null)[] | ArrayText;
    environments: readonly (string | null)[] | ArrayText;
    lastTransferIds: readonly (bigint | number | string | null)[] | ArrayText;
    available: readonly (bigint | number | string | null)[] | ArrayText;
    held: readonly (bigint | number | string | null)[] | ArrayText;
    receivable: readonly (bigint | number | string | null)[] | ArrayText;
    complete: readonly (boolean | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof money_ledger_proof_prove.READ_LEDGER_STATE, object, { oldestProofAgeSeconds: number;
    drifts: StoredJson }>>,
  Fits<Difference<typeof money_ledger_proof_prove.TAKE_OLDEST, { afterSeconds: number;
    walletsMax: bigint | number | string }, { workspace_id: string; environment: string }>>,
  Fits<Difference<typeof money_ledger_proof_prove.WRITE_DRIFTS, { workspaceId: string; environment: string;
    promises: readonly (string | null)[] | ArrayText; subjects: readonly (string | null)[] | ArrayText;
    expected: readonly (bigint | number | string | null)[] | ArrayText;
    found: readonly (bigint | number | string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof money_ledger_proof_referrals.REFERRAL_DRIFT, object, { workspaceId: string; side: string;
    expected: bigint; found: bigint }>>,
  Fits<Difference<typeof money_ledger_proof_runs.BROKEN_RUNS, { promises: readonly (string | null)[] | ArrayText },
    { workspaceId: string; environment: string; promise: string; subject: string; expected: bigint; found: bigint }>>,
  Fits<Difference<typeof money_ledger_proof_runs.BROKEN_RUNS_OF, { runIds: readonly (string | null)[] | ArrayText;
    promises: readonly (string | null)[] | ArrayText }, { workspaceId: string; environment: string; promise: string;
    subject: string; expected: bigint; found: bigint }>>,
  Fits<Difference<typeof money_ledger_proof_topups.BROKEN_TOPUPS, { promises: readonly (string | null)[] | ArrayText },
    { workspaceId: string; environment: string; promise: string; subject: string; expected: bigint; found: bigint }>>,
  Fits<Difference<typeof money_ledger_proof_topups.BROKEN_TOPUPS_OF,
    { topupIds: readonly (string | null)[] | ArrayText; promises: readonly (string | null)[] | ArrayText },
    { workspaceId: string; environment: string; promise: string; subject: string; expected: bigint; found: bigint }>>,
  Fits<Difference<typeof money_ledger_proof_wallets.READ_ALL_WALLETS, object, { workspaceId: string;
    environment: string; available: bigint; held: bigint; receivable: bigint; walletAvailable: bigint;
    walletHeld: bigint; walletReceivable: bigint; openHolds: bigint }>>,
  Fits<Difference<typeof money_ledger_proof_wallets.READ_MOVED, { transfersMax: bigint | number | string;
    workspaceIds: readonly (string | null)[] | ArrayText; environments: readonly (string | null)[] | ArrayText },
    { workspaceId: string; environment: string; complete: boolean; through: bigint; available: bigint; held: bigint;
    receivable: bigint; runIds: readonly string[] | null; topupIds: readonly string[] | null;
    known: readonly string[] | null; walletAvailable: bigint; walletHeld: bigint; walletReceivable: bigint;
    openHolds: bigint }>>,
  Fits<Difference<typeof money_payments_auto_topup.READ_AUTO_TOPUP, { workspaceId: string; environment: string;
    simulated: boolean }, { enabled: boolean; threshold: bigint | null; amount: bigint | null;
    monthlyLimit: bigint | null; nextAttemptAt: Date | null; spentThisMonth: bigint; cardOnFile: boolean;
    lastId: string | null; lastStatus: string | null; lastAmount: bigint | null; lastReason: string | null;
    lastAt: Date | null }>>,
  Fits<Difference<typeof money_payments_auto_topup.STOP_AUTO_TOPUP, { workspaceId: string; environment: string },
    { failures: number }>>,
  Fits<Difference<typeof money_payments_auto_topup.WRITE_AUTO_TOPUP, { workspaceId: string; environment: string;
    enabled: boolean; threshold: bigint | number | string; amount: bigint | number | string;
    monthlyLimit: bigint | number | string; newThreshold: bigint | number | string;
    newAmount: bigint | number | string; newMonthlyLimit: bigint | number | string }, { workspace_id: string }>>,
  Fits<Difference<typeof money_payments_automatic_attempts.INSERT_AUTOMATIC, { topupId: string; workspaceId: string;
    environment: string; amount: bigint | number | string; simulated: boolean }, object>>,
  Fits<Difference<typeof money_payments_automatic_attempts.JUDGE_AUTO_TOPUP, { workspaceId: string;
    environment: string; simulated: boolean }, { amount: bigint; withinLimit: boolean; needed: boolean;
    underWay: string | null }>>,
  Fits<Difference<typeof money_payments_automatic_attempts.LOCK_AUTO_TOPUP, { workspaceId: string;
    environment: string }, object>>,
  Fits<Difference<typeof money_payments_automatic_attempts.LOCK_FAILURES, { workspaceId: string; environment: string },
    { failures: number; enabled: boolean }>>,
  Fits<Difference<typeof money_payments_automatic_attempts.NOTE_FAILURE, { failures: number;
    pauseMs: bigint | number | string; workspaceId: string; environment: string }, { enabled: boolean;
    nextAttemptAt: Date }>>,
  Fits<Difference<typeof money_payments_automatic_attempts.NOTE_SUCCESS, { workspaceId: string; environment: string },
    object>>,
  Fits<Difference<typeof money_payments_automatic_attempts.READ_TOPUP, { topupId: string }, { id: string;
    workspaceId: string; environment: string; simulated: boolean; status: string }>>,
  Fits<Difference<typeof money_payments_automatic_attempts.WAIT_FOR_MONTH, { workspaceId: string;
    environment: string }, { nextAttemptAt: Date }>>,
  Fits<Difference<typeof money_payments_charge.READ_TOPUP_TO_CHARGE, { topupId: string }, { id: string;
    workspaceId: string; environment: string; amount: bigint; simulated: boolean; pending: boolean; createdAt: Date;
    customerId: string | null; paymentMethodId: string | null; declines: boolean | null }>>,
  Fits<Difference<typeof money_payments_customers.KEEP_STRIPE_CUSTOMER, { customerId: string; workspaceId: string },
    object>>,
  Fits<Difference<typeof money_payments_customers.READ_STRIPE_CUSTOMER, { workspaceId: string },
    { customerId: string }>>,
  Fits<Difference<typeof money_payments_customers.SAVE_CARD, { workspaceId: string; environment: string;
    simulated: boolean; paymentMethodId: string; declines: boolean }, object>>,
  Fits<Difference<typeof money_payments_open_topup.INSERT_TOPUP, { id: string; workspaceId: string;
    environment: string; amount: bigint | number | string; simulated: boolean; checkoutUrl: string }, object>>,
  Fits<Difference<typeof money_payments_open_topup.NOTE_CHECKOUT, { sessionId: string; url: string; topupId: string },
    object>>,
  Fits<Difference<typeof money_payments_operate.FIND_PAYMENT_OF, { topupId: string }, { id: string }>>,
  Fits<Difference<typeof money_payments_operate.INSERT_PAID_TOPUP, { topupId: string; workspaceId: string;
    environment: string; amount: bigint | number | string }, object>>,
  Fits<Difference<typeof money_payments_operate.IS_CLOSED, { eventId: string }, { open: boolean }>>,
  Fits<Difference<typeof money_payments_operate.LIST_DIFFERING, object, { id: string; workspaceId: string;
    environment: string; amount: bigint; explanation: string; paymentId: string | null; endedAt: Date }>>,
  Fits<Difference<typeof money_payments_operate.LIST_REFUSED, object, { id: string; type: string; receivedAt: Date;
    detail: string }>>,
  Fits<Difference<typeof money_payments_operate.LOCK_EVENT, { eventId: string }, { outcome: string; detail: string }>>,
  Fits<Difference<typeof money_payments_operate.SET_AMOUNT, { amount: bigint | number | string; topupId: string },
    object>>,
  Fits<Difference<typeof money_payments_pay_simulated.NOTE_SIMULATED_CARD, { fingerprint: string; topupId: string },
    object>>,
  Fits<Difference<typeof money_payments_payment_reports.LINK_PAYMENT, { topupId: string; paymentId: string },
    { id: string }>>,
  Fits<Difference<typeof money_payments_payment_reports.LOCK_PAYMENT, { paymentId: string },
    { topupId: string | null }>>,
  Fits<Difference<typeof money_payments_payment_reports.NOTE_CARD, { fingerprint: string; paymentId: string }, object>>,
  Fits<Difference<typeof money_payments_payment_reports.NOTE_DISPUTE, { disputeId: string; paymentId: string;
    amount: bigint | number | string; status: string; takes: boolean; final: boolean; at: number }, object>>,
  Fits<Difference<typeof money_payments_payment_reports.NOTE_REFUNDED, { amount: bigint | number | string; at: number;
    paymentId: string }, object>>,
  Fits<Difference<typeof money_payments_payment_reports.NOTE_REFUND_FAILURE, { refundId: string; paymentId: string;
    amount: bigint | number | string; at: number }, object>>,
  Fits<Difference<typeof money_payments_read_topup.READ_SIMULATED_TOPUP, { id: string }, { amount: bigint;
    environment: string; status: string; workspaceName: string }>>,
  Fits<Difference<typeof money_payments_read_topup.READ_TOPUP, { id: string; workspaceId: string;
    environment: string }, { id: string; environment: string; origin: string; amount: bigint; status: string;
    simulated: boolean; checkoutUrl: string | null; explanation: string | null; refunded: bigint; chargedBack: bigint;
    createdAt: Date; paidAt: Date | null }>>,
  Fits<Difference<typeof money_payments_reversals.NOTE_REVERSALS, { refunded: bigint | number | string;
    chargedBack: bigint | number | string; number: number; topupId: string }, object>>,
  Fits<Difference<typeof money_payments_reversals.READ_REVERSALS, { topupId: string }, { refunded: bigint;
    disputed: bigint }>>,
  Fits<Difference<typeof money_payments_sweep.CLAIM_DUE_AUTO_TOPUPS, { againAfterSeconds: number;
    limit: bigint | number | string }, { workspaceId: string; environment: string }>>,
  Fits<Difference<typeof money_payments_sweep.CLAIM_OVERDUE_TOPUPS, { againAfterSeconds: number;
    limit: bigint | number | string }, { workspaceId: string; environment: string }>>,
  Fits<Difference<typeof money_payments_topups.END_TOPUP, { status: string; explanation: string; id: string },
    { environment: string; origin: string; simulated: boolean; amount: bigint }>>,
  Fits<Difference<typeof money_payments_topups.LOCK_TOPUP, { id: string }, { id: string; workspaceId: string;
    environment: string; origin: string; amount: bigint; status: string; simulated: boolean; refunded: bigint;
    chargedBack: bigint; reversals: number }>>,
  Fits<Difference<typeof money_plans_checkouts.INSERT_CHECKOUT, { id: string; workspaceId: string; plan: string;
    simulated: boolean }, object>>,
  Fits<Difference<typeof money_plans_checkouts.MARK_PAID, { id: string; workspaceId: string }, object>>,
  Fits<Difference<typeof money_plans_simulated.READ_CHECKOUT, { id: string }, { workspaceId: string;
    workspaceName: string; plan: string; status: string; overtaken: boolean }>>,
  Fits<Difference<typeof money_plans_state.READ_PLAN, { workspaceId: string }, { plan: string; now: Date;
    tables: number; rows: number }>>,
  Fits<Difference<typeof money_plans_subscriptions.FIND_SUBSCRIPTION, { id: string }, { id: string;
    workspaceId: string; simulated: boolean; plan: string; nextPlan: string | null; status: string; periodStart: Date;
    periodEnd: Date; cancelAtPeriodEnd: boolean; pastDueSince: Date | null; reportedAt: Date; began: Date }>>,
  Fits<Difference<typeof money_plans_subscriptions.READ_CLOCK, object, { now: Date }>>,
  Fits<Difference<typeof money_plans_subscriptions.READ_SUBSCRIPTIONS, { workspaceId: string }, { id: string;
    workspaceId: string; simulated: boolean; plan: string; nextPlan: string | null; status: string; periodStart: Date;
    periodEnd: Date; cancelAtPeriodEnd: boolean; pastDueSince: Date | null; reportedAt: Date }>>,
  Fits<Difference<typeof money_plans_subscriptions.SET_PLAN, { plan: string; workspaceId: string }, object>>,
  Fits<Difference<typeof money_plans_subscriptions.STORE_SUBSCRIPTION, { id: string; workspaceId: string;
    simulated: boolean; plan: string; nextPlan: string; status: string; periodStart: Date | string;
    periodEnd: Date | string; cancelAtPeriodEnd: boolean; pastDueSince: Date | string; reportedAt: Date | string },
    object>>,
  Fits<Difference<typeof money_plans_sweep.READ_DECLINES, { workspaceId: string }, { declines: boolean }>>,
  Fits<Difference<typeof money_plans_sweep.READ_OVERDUE_PLANS, { limit: bigint | number | string }, { id: string;
    workspaceId: string }>>,
  Fits<Difference<typeof money_pricing_negotiate.DELETE_RATE, { workspaceId: string; target: string }, object>>,
  Fits<Difference<typeof money_pricing_negotiate.FIND_RATE, { workspaceId: string; target: string },
    { terms: string | null; rates: number }>>,
  Fits<Difference<typeof money_pricing_negotiate.UPSERT_RATE, { workspaceId: string; target: string; terms: string },
    object>>,
  Fits<Difference<typeof money_pricing_rates.READ_RATES, { workspaceId: string }, { rates: StoredJson }>>,
  Fits<Difference<typeof money_referrals_attribute.ATTRIBUTE_REFERRAL, { workspaceId: string;
    referrerWorkspaceId: string }, object>>,
  Fits<Difference<typeof money_referrals_attribute.FIND_REFERRER, { code: string }, { workspaceId: string;
    emails: readonly string[] }>>,
  Fits<Difference<typeof money_referrals_read.ENSURE_REFERRAL_CODE, { workspaceId: string; code: string }, object>>,
  Fits<Difference<typeof money_referrals_read.LIST_REFERRALS, { workspaceId: string; limit: bigint | number | string },
    { status: string; kept: bigint | null; amount: bigint | null; createdAt: Date; creditedAt: Date | null;
    takenBackAt: Date | null }>>,
  Fits<Difference<typeof money_referrals_read.READ_REFERRAL_CODE, { workspaceId: string }, { code: string }>>,
  Fits<Difference<typeof money_referrals_read.SUM_REFERRALS, { credit: bigint | number | string; workspaceId: string },
    { credited: bigint; takenBack: bigint; pending: number; capped: number; inAll: number; thisMonth: number }>>,
  Fits<Difference<typeof money_referrals_settle.CLAIM_CARD, { card: string; workspaceId: string },
    { fingerprint: string }>>,
  Fits<Difference<typeof money_referrals_settle.CLAIM_DUE, { limit: bigint | number | string },
    { workspaceId: string }>>,
  Fits<Difference<typeof money_referrals_settle.LOCK_REFERRAL, { workspaceId: string }, object>>,
  Fits<Difference<typeof money_referrals_settle.LOCK_REFERRER, { referrer: string }, object>>,
  Fits<Difference<typeof money_referrals_settle.NOTE_STEP, { status: string; moves: number;
    amount: bigint | number | string; workspaceId: string }, object>>,
  Fits<Difference<typeof money_referrals_settle.READ_LIMITS, { referrer: string; card: string }, { cardSeen: boolean;
    inAll: number; thisMonth: number }>>,
  Fits<Difference<typeof money_referrals_settle.READ_STATES,
    { addressCapabilities: readonly (string | null)[] | ArrayText; spend: bigint | number | string;
    creditableDays: number; workspaceIds: readonly (string | null)[] | ArrayText }, { workspaceId: string;
    referrer: string; status: string; amount: bigint | null; moves: number; kept: bigint | null; card: string | null;
    spent: bigint }>>,
  Fits<Difference<typeof money_referrals_topup.ATTACH_TOPUP, { topupId: string; workspaceId: string;
    credit: bigint | number | string }, object>>,
  Fits<Difference<typeof money_referrals_topup.LOOK_AGAIN, { topupId: string }, object>>,
  Fits<Difference<typeof money_stripe_apply_event.CLAIM_STRIPE_EVENT, { eventId: string; type: string;
    livemode: boolean; created: number }, { id: string }>>,
  Fits<Difference<typeof money_stripe_apply_event.NOTE_STRIPE_EVENT, { outcome: string; detail: string;
    eventId: string }, object>>,
  Fits<Difference<typeof money_wallets_balances.READ_WALLET_DAYS, { availableAccount: string;
    limit: bigint | number | string; heldAccount: string; since: Date | string; workspaceId: string;
    environment: string }, { balance: bigint; day: string | null; change: bigint; toppedUp: bigint;
    transfers: bigint }>>,
  Fits<Difference<typeof money_wallets_move.CREDIT_BOUNCE, { amount: bigint | number | string; workspaceId: string;
    environment: string; kind: string; topupId: string; runId: string; key: string },
    { receivable: bigint | Null<typeof money_wallets_move.CREDIT_BOUNCE, 'amount'> }>>,
  Fits<Difference<typeof money_wallets_move.CREDIT_TOPUP, { amount: bigint | number | string; workspaceId: string;
    environment: string; topupId: string }, { repaid: bigint }>>,
  Fits<Difference<typeof money_wallets_move.MOVE_REFERRAL_CREDIT, { amount: bigint | number | string;
    workspaceId: string; environment: string; kind: string; topupId: string; runId: string; key: string },
    { receivable: bigint | Null<typeof money_wallets_move.MOVE_REFERRAL_CREDIT, 'amount'> }>>,
  Fits<Difference<typeof money_wallets_move.REVERSE_TOPUP, { amount: bigint | number | string; workspaceId: string;
    environment: string; kind: string; topupId: string; runId: string; key: string },
    { receivable: bigint | Null<typeof money_wallets_move.REVERSE_TOPUP, 'amount'> }>>,
  Fits<Difference<typeof money_wallets_queries.CREDIT_WALLET, { workspaceId: string; environment: string;
    amount: bigint | number | string; key: string }, { credited: bigint }>>,
  Fits<Difference<typeof money_wallets_read.READ_WALLET_STATE, { workspaceId: string; environment: string },
    { available: bigint; held: bigint; receivable: bigint; enabled: boolean; threshold: bigint | null;
    amount: bigint | null }>>,
  Fits<Difference<typeof money_wallets_spend_guard.READ_SPEND_GUARD, { workspaceId: string; environment: string },
    { enabled: boolean; dailyLimit: bigint | null; perRunLimit: bigint | null; settledToday: bigint; heldNow: bigint;
    resetsAt: Date }>>,
  Fits<Difference<typeof money_wallets_spend_guard.WRITE_SPEND_GUARD, { workspaceId: string; enabled: boolean;
    setsDailyLimit: boolean; dailyLimit: bigint | number | string; setsPerRunLimit: boolean;
    perRunLimit: bigint | number | string }, object>>,
  Fits<Difference<typeof money_wallets_transactions.LIST_TRANSACTIONS, { availableAccount: string;
    before: bigint | number | string; limit: bigint | number | string; heldAccount: string; workspaceId: string;
    environment: string }, { balance: bigint; id: bigint | null; key: string | null; kind: string | null;
    amount: bigint | null; effect: bigint | null; runId: string | null; topupId: string | null;
    createdAt: Date | null }>>,
  Fits<Difference<typeof money_wallets_transactions.LIST_WITH_HOLDS, { availableAccount: string;
    before: bigint | number | string; limit: bigint | number | string; heldAccount: string; workspaceId: string;
    environment: string }, { balance: bigint; id: bigint | null; key: string | null; kind: string | null;
    amount: bigint | null; effect: bigint | null; runId: string | null; topupId: string | null;
    createdAt: Date | null }>>,
  Fits<Difference<typeof money_wallets_verify.COUNT_LEDGER, object, { wallets: number; transfers: bigint }>>,
  Fits<Difference<typeof outreach_bounces_bounds.INSERT_CREDIT, { runId: string; workspaceId: string; eventId: string;
    domain: string; amount: bigint | number | string; held: string }, object>>,
  Fits<Difference<typeof outreach_bounces_bounds.LOCK_CREDITED, { workspaceId: string }, object>>,
  Fits<Difference<typeof outreach_bounces_bounds.READ_CREDITED, { workspaceId: string; domain: string; days: number;
    firstRunId: string; capabilities: readonly (string | null)[] | ArrayText }, { ofDomain: number; credited: bigint;
    charged: bigint }>>,
  Fits<Difference<typeof outreach_bounces_operate.CREDIT_RUN, { amount: bigint | number | string; runId: string },
    object>>,
  Fits<Difference<typeof outreach_bounces_operate.DECIDE, { runId: string }, { runId: string; workspaceId: string;
    eventId: string; domain: string | null; amount: bigint; held: string; createdAt: Date }>>,
  Fits<Difference<typeof outreach_bounces_operate.LIST_HELD, { limit: bigint | number | string }, { runId: string;
    workspaceId: string; eventId: string; domain: string | null; amount: bigint; held: string; createdAt: Date }>>,
  Fits<Difference<typeof outreach_bounces_operate.LOCK_RUN, { runId: string }, { charged: bigint;
    capability: string | null; metadata: StoredJson | null }>>,
  Fits<Difference<typeof outreach_bounces_other_sales.LOCK_CREDITED_WALLET, { workspaceId: string;
    environment: string }, object>>,
  Fits<Difference<typeof outreach_bounces_other_sales.READ_OTHER_SALES, { eventId: string; address: string;
    firstRunId: string; days: number; runId: string }, { capability: string; input: StoredJson;
    output: StoredJson | null; outcome: string | null; later: boolean; waits: boolean }>>,
  Fits<Difference<typeof outreach_bounces_record.RECORD_ADDRESS_REPORTS, { eventId: string; outcome: string;
    addresses: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string; firstRunId: string;
    capabilities: readonly (string | null)[] | ArrayText; since: Date | string }, object>>,
  Fits<Difference<typeof outreach_bounces_settle.CLAIM_ADDRESS_REPORTS, { limit: bigint | number | string },
    { eventId: string; runId: string }>>,
  Fits<Difference<typeof outreach_bounces_settle.DELETE_REPORT, { eventId: string; runId: string }, object>>,
  Fits<Difference<typeof outreach_bounces_settle.LOCK_REPORT, { waitDays: number; eventId: string; runId: string },
    { outcome: string; expired: boolean | Null<typeof outreach_bounces_settle.LOCK_REPORT, 'waitDays'>;
    workspaceId: string; environment: string; capability: string | null; input: StoredJson; output: StoredJson | null;
    charged: bigint | null; metadata: StoredJson | null; soldAt: Date; billDue: boolean; before: string | null;
    sentAt: Date | null; recipients: readonly string[] | null }>>,
  Fits<Difference<typeof outreach_bounces_settle.NOTE_OUTCOME, { outcome: string; credit: bigint | number | string;
    runId: string }, { id: string }>>,
  Fits<Difference<typeof outreach_do_not_process_lists.COUNT_LISTS, { workspaceId: string }, { lists: number }>>,
  Fits<Difference<typeof outreach_do_not_process_lists.DELETE_LIST, { id: string }, object>>,
  Fits<Difference<typeof outreach_do_not_process_lists.DELETE_PARTS, { id: string; version: number; from: number;
    to: number }, object>>,
  Fits<Difference<typeof outreach_do_not_process_lists.FIND_LIST, { id: string; workspaceId: string;
    environment: string }, { id: string; workspaceId: string; environment: string; name: string; kind: string;
    hash: string; version: number; entries: number; switchedAt: Date | null; createdAt: Date; parts: number;
    partEntries: number }>>,
  Fits<Difference<typeof outreach_do_not_process_lists.INSERT_LIST, { id: string; workspaceId: string;
    environment: string; name: string; kind: string; hash: string }, object>>,
  Fits<Difference<typeof outreach_do_not_process_lists.INSERT_PART_OF_UPLOAD, { id: string; version: number;
    part: number; numbers: readonly (number | null)[] | ArrayText; digests: readonly (Uint8Array | null)[] | ArrayText;
    entries: number }, object>>,
  Fits<Difference<typeof outreach_do_not_process_lists.LOCK_LIST, { id: string; workspaceId: string;
    environment: string }, { kind: string; hash: string; version: number; lastPart: number | null;
    lastBody: Buffer | null }>>,
  Fits<Difference<typeof outreach_do_not_process_lists.PURGE_LIST_UPLOADS, { at: Date | string;
    limit: bigint | number | string }, { list_id: string }>>,
  Fits<Difference<typeof outreach_do_not_process_lists.READ_LISTS, { workspaceId: string; environment: string;
    before: string; limit: bigint | number | string }, { id: string; workspaceId: string; environment: string;
    name: string; kind: string; hash: string; version: number; entries: number; switchedAt: Date | null;
    createdAt: Date; parts: number; partEntries: number }>>,
  Fits<Difference<typeof outreach_do_not_process_lists.READ_PARTS_OF_UPLOAD, { id: string; version: number },
    { part: number; entries: number }>>,
  Fits<Difference<typeof outreach_do_not_process_lists.SWITCH_LIST, { id: string; version: number; entries: number;
    part: number; body: Uint8Array }, object>>,
  Fits<Difference<typeof outreach_do_not_process_match.MATCH_KEYS, { kinds: readonly (string | null)[] | ArrayText;
    numbers: readonly (number | null)[] | ArrayText; digests: readonly (Uint8Array | null)[] | ArrayText;
    workspaceId: string; environment: string }, { ord: number; listId: string }>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.CLAIM_SWEEPS, { limit: bigint | number | string },
    { id: string; listId: string; workspaceId: string; environment: string }>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.FINISH_SWEEP, { id: string }, object>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.INSERT_SWEEP, { id: string; listId: string }, object>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.LIST_EXISTED, { id: string; workspaceId: string;
    environment: string }, { id: string }>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.LOCK_SWEEP, { id: string }, { id: string; listId: string;
    workspaceId: string; environment: string; kind: string; stage: string; after: string; waits: boolean;
    switchedAt: string }>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.NOTE_SWEEP, { stage: string; after: string; waits: boolean;
    inSeconds: number; removed: SentJson; id: string }, object>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.READ_RECEIPTS, { listId: string; workspaceId: string;
    environment: string; before: string; limit: bigint | number | string }, { id: string; listId: string;
    version: number; entries: number; removed: StoredJson; createdAt: Date; finishedAt: Date | null;
    superseded: boolean }>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.RELEASE_SWEEP, { id: string }, object>>,
  Fits<Difference<typeof outreach_do_not_process_sweeps.SUPERSEDE_SWEEPS, { listId: string }, object>>,
  Fits<Difference<typeof outreach_email_domains_create.DELETE_DOMAIN, { id: string; externalId: string },
    { id: string }>>,
  Fits<Difference<typeof outreach_email_domains_create.FIND_DOMAIN, { id: string; workspaceId: string },
    { id: string }>>,
  Fits<Difference<typeof outreach_email_domains_create.FIND_NAMED_DOMAIN, { workspaceId: string; domain: string;
    environment: string }, { id: string; connectionId: string | null; createdAt: Date;
    own: boolean | Null<typeof outreach_email_domains_create.FIND_NAMED_DOMAIN, 'workspaceId'>; made: boolean }>>,
  Fits<Difference<typeof outreach_email_domains_create.GIVE_DOMAIN_UP, { id: string }, object>>,
  Fits<Difference<typeof outreach_email_domains_create.INSERT_DOMAIN, { id: string; workspaceId: string;
    environment: string; domain: string; provider: string; connectionId: string; externalId: string; status: string;
    records: SentJson; max: number }, { id: string; connectionId: string | null; createdAt: Date }>>,
  Fits<Difference<typeof outreach_email_domains_create.RECORD_DOMAIN, { externalId: string; status: string;
    records: SentJson; id: string }, { createdAt: Date }>>,
  Fits<Difference<typeof outreach_email_domains_queries.CLAIM_DOMAINS_TO_LOOK_UP, { againAfterSeconds: number;
    limit: bigint | number | string }, { id: string; workspaceId: string; domain: string; records: StoredJson }>>,
  Fits<Difference<typeof outreach_email_domains_queries.FIND_DOMAIN_BY_ID, { id: string; workspaceId: string },
    { id: string; workspaceId: string; environment: string; domain: string; status: string; provider: string;
    externalId: string | null; connectionId: string | null; records: StoredJson; authentication: StoredJson | null;
    createdAt: Date }>>,
  Fits<Difference<typeof outreach_email_domains_queries.FIND_EMAIL_DOMAIN, { workspaceId: string; environment: string;
    domain: string }, { id: string; workspaceId: string; environment: string; domain: string; status: string;
    provider: string; externalId: string | null; connectionId: string | null; records: StoredJson;
    authentication: StoredJson | null; createdAt: Date }>>,
  Fits<Difference<typeof outreach_email_domains_queries.READ_EMAIL_DOMAINS, { workspaceId: string;
    environment: string }, { id: string; workspaceId: string; environment: string; domain: string; status: string;
    provider: string; externalId: string | null; connectionId: string | null; records: StoredJson;
    authentication: StoredJson | null; createdAt: Date }>>,
  Fits<Difference<typeof outreach_email_domains_queries.RECORD_AUTHENTICATION, { authentication: SentJson;
    id: string }, object>>,
  Fits<Difference<typeof outreach_email_domains_queries.RECORD_DOMAIN_STATE, { status: string; records: SentJson;
    id: string }, object>>,
  Fits<Difference<typeof outreach_inbound_correct_class.CORRECT_EVENT, { data: SentJson; eventId: string;
    class: string }, object>>,
  Fits<Difference<typeof outreach_inbound_correct_class.LIFT_OBJECTIONS,
    { kinds: readonly (string | null)[] | ArrayText; values: readonly (string | null)[] | ArrayText;
    workspaceId: string; environment: string; eventIds: readonly (string | null)[] | ArrayText; lift: boolean },
    { objections: number }>>,
  Fits<Difference<typeof outreach_inbound_correct_class.LOCK_MESSAGE_EVENTS,
    { messageIds: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string }, { id: string;
    data: StoredJson }>>,
  Fits<Difference<typeof outreach_inbound_correct_class.READ_SENDERS,
    { eventIds: readonly (string | null)[] | ArrayText }, { kind: string; value: string }>>,
  Fits<Difference<typeof outreach_inbound_message_senders.KEEP_SENDERS, { eventId: string; workspaceId: string;
    environment: string; class: string; at: Date | string; kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof outreach_inbound_messages.CLOSE_INBOUND, { ids: readonly (string | null)[] | ArrayText;
    outcomes: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof outreach_inbound_messages.LOCK_INBOUND, { inboundId: string }, { id: string; provider: string;
    body: string | null; outcome: string | null; receivedAt: Date; connectionId: string | null }>>,
  Fits<Difference<typeof outreach_inbound_owners.FIND_ACCOUNT, { provider: string; externalId: string;
    connectionId: string }, { id: string; name: string; network: string; status: string; workspaceId: string;
    environment: string; connectedBefore: boolean }>>,
  Fits<Difference<typeof outreach_inbound_owners.FIND_INBOX, { provider: string; connectionId: string;
    externalId: string }, { id: string; address: string; status: string; workspaceId: string; environment: string }>>,
  Fits<Difference<typeof outreach_inbound_owners.FIND_SENDING_INBOX, { messageId: string; runId: string;
    provider: string; address: string; connectionId: string }, { id: string; address: string; status: string;
    workspaceId: string; environment: string; connection_id: string | null; sent_it: boolean | null }>>,
  Fits<Difference<typeof outreach_inbound_owners.FIND_UNKNOWN_SENDS, { workspaceId: string; environment: string;
    messageId: string; runId: string; at: Date | string; provider: string; inboxId: string; address: string;
    recipients: readonly (string | null)[] | ArrayText }, { runId: string }>>,
  Fits<Difference<typeof outreach_inbound_owners.LOCK_ACCOUNT, { provider: string; externalId: string;
    connectionId: string }, { id: string; name: string; network: string; status: string; workspaceId: string;
    environment: string; connectedBefore: boolean }>>,
  Fits<Difference<typeof outreach_inbound_record_participants.CHANGE_ACCOUNT, { status: string; accountId: string },
    object>>,
  Fits<Difference<typeof outreach_inbound_record_participants.KEEP_RECEIVED, { inboxId: string; accountId: string;
    messageId: string; threadId: string; participants: readonly (string | null)[] | ArrayText; workspaceId: string;
    environment: string }, object>>,
  Fits<Difference<typeof outreach_inbound_record_participants.LEARN_PARTICIPANTS,
    { kinds: readonly (string | null)[] | ArrayText; values: readonly (string | null)[] | ArrayText;
    workspaceId: string; environment: string; channel: string; senderId: string; chatId: string },
    { kind: string | Null<typeof outreach_inbound_record_participants.LEARN_PARTICIPANTS, 'kinds', true>;
    value: string | Null<typeof outreach_inbound_record_participants.LEARN_PARTICIPANTS, 'values', true> }>>,
  Fits<Difference<typeof outreach_inbound_record_participants.NOTE_CONNECTIONS, { workspaceId: string;
    environment: string; person: string; at: Date | string; kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof outreach_inbound_simulated_sender.FIND_SIMULATED_SENDER, { sandboxId: string;
    sandboxAddress: string; named: string; runId: string },
    { id: string | Null<typeof outreach_inbound_simulated_sender.FIND_SIMULATED_SENDER, 'sandboxId'>; address: string;
    status: string; workspaceId: string; environment: string }>>,
  Fits<Difference<typeof outreach_inbound_start_queue.INBOUND_STARTS.started,
    { ids: readonly (string | null)[] | ArrayText }, { id: string }>>,
  Fits<Difference<typeof outreach_inbound_start_queue.INBOUND_STARTS.postpone, { seconds: number;
    ids: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof outreach_inbound_start_queue.INBOUND_STARTS.releaseToSweeper,
    { ids: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof outreach_inbound_store.STORE_INBOUND, { id: string; provider: string; externalId: string;
    body: string; account: string; turnKey: string; connectionId: string; sweepAfterSeconds: number }, { id: string }>>,
  Fits<Difference<typeof outreach_inbound_sweep.CLAIM_OVERDUE_INBOUND, { limit: bigint | number | string;
    againAfterSeconds: number }, { id: string; provider: string; turnKey: string }>>,
  Fits<Difference<typeof outreach_inbound_waiting.READ_WAITING, { connectionId: string }, { quotaClass: string;
    bytes: string }>>,
  Fits<Difference<typeof outreach_inboxes_create.ACTIVATE_INBOX, { id: string; workspaceId: string;
    environment: string; provider: string; externalId: string; address: string; displayName: string;
    connectionId: string }, object>>,
  Fits<Difference<typeof outreach_inboxes_create.FIND_INBOX_TO_MAKE, { id: string; workspaceId: string },
    { address: string; displayName: string | null }>>,
  Fits<Difference<typeof outreach_inboxes_create.FIND_NAMED_INBOX, { workspaceId: string; environment: string;
    provider: string; externalId: string }, { id: string; connectionId: string | null;
    underWay: boolean | Null<typeof outreach_inboxes_create.FIND_NAMED_INBOX,
    'workspaceId'> | Null<typeof outreach_inboxes_create.FIND_NAMED_INBOX, 'environment'> }>>,
  Fits<Difference<typeof outreach_inboxes_create.GIVE_INBOX_UP, { id: string }, object>>,
  Fits<Difference<typeof outreach_inboxes_create.INSERT_INBOX, { id: string; workspaceId: string; environment: string;
    provider: string; externalId: string; address: string; status: string; displayName: string; connectionId: string;
    max: number }, { id: string }>>,
  Fits<Difference<typeof outreach_inboxes_queries.ADD_INBOX, { id: string; workspaceId: string; environment: string;
    provider: string; externalId: string; address: string; status: string }, { id: string; workspaceId: string;
    environment: string; provider: string; externalId: string; address: string; domain: string; status: string;
    createdAt: Date; displayName: string | null; connectionId: string | null }>>,
  Fits<Difference<typeof outreach_inboxes_queries.LIST_INBOXES, { workspaceId: string; environment: string },
    { id: string; workspaceId: string; environment: string; provider: string; externalId: string; address: string;
    domain: string; status: string; createdAt: Date; displayName: string | null; connectionId: string | null }>>,
  Fits<Difference<typeof outreach_inboxes_queries.READ_DISCONNECTED, { workspaceId: string }, { id: string }>>,
  Fits<Difference<typeof outreach_law_settings.CHANGE_OUTREACH_POLICY, { change: SentJson; workspaceId: string },
    { policy: StoredJson | null }>>,
  Fits<Difference<typeof outreach_law_settings.CHANGE_SENDER_PROFILE, { change: SentJson; workspaceId: string },
    { profile: StoredJson | null }>>,
  Fits<Difference<typeof outreach_law_settings.READ_OUTREACH_POLICY, { workspaceId: string },
    { policy: StoredJson | null }>>,
  Fits<Difference<typeof outreach_law_settings.READ_SENDER_PROFILE, { workspaceId: string },
    { profile: StoredJson | null }>>,
  Fits<Difference<typeof outreach_messaging_accounts_elsewhere.FIND_ACCOUNTS_ELSEWHERE, { workspaceId: string;
    provider: string; account: string }, { host: string }>>,
  Fits<Difference<typeof outreach_messaging_accounts_links.FIND_ACCOUNT_LINK, { linkId: string }, { id: string;
    workspaceId: string; environment: string; network: string; provider: string; accountId: string | null;
    connectionId: string | null; reconnects: boolean; usedAt: Date | null; open: boolean }>>,
  Fits<Difference<typeof outreach_messaging_accounts_links.INSERT_ACCOUNT, { id: string; workspaceId: string;
    environment: string; network: string; provider: string; externalId: string; name: string; connectionId: string },
    { id: string }>>,
  Fits<Difference<typeof outreach_messaging_accounts_links.INSERT_ACCOUNT_LINK, { id: string; workspaceId: string;
    environment: string; network: string; provider: string; accountId: string; connectionId: string; max: number },
    { expiresAt: Date }>>,
  Fits<Difference<typeof outreach_messaging_accounts_links.LOCK_ACCOUNT_LINK, { linkId: string }, { id: string;
    workspaceId: string; environment: string; network: string; provider: string; accountId: string | null;
    connectionId: string | null; reconnects: boolean; usedAt: Date | null; open: boolean }>>,
  Fits<Difference<typeof outreach_messaging_accounts_links.LOCK_NAMED_ACCOUNT, { provider: string;
    externalId: string }, { id: string; workspaceId: string; environment: string; network: string; name: string;
    status: string; connectionId: string | null; connectedBefore: boolean }>>,
  Fits<Difference<typeof outreach_messaging_accounts_links.PURGE_ACCOUNT_LINKS, { workspaceId: string }, object>>,
  Fits<Difference<typeof outreach_messaging_accounts_links.USE_ACCOUNT_LINK, { accountId: string; linkId: string },
    object>>,
  Fits<Difference<typeof outreach_messaging_accounts_queries.ADD_MESSAGING_ACCOUNT, { id: string; workspaceId: string;
    environment: string; network: string; provider: string; externalId: string; name: string; status: string },
    { id: string; workspaceId: string; environment: string; network: string; provider: string; externalId: string;
    name: string; status: string; connectedAt: Date | null; connectionId: string | null }>>,
  Fits<Difference<typeof outreach_messaging_accounts_queries.FIND_OWN_ACCOUNT, { id: string; workspaceId: string;
    environment: string; network: string }, { id: string; workspaceId: string; environment: string; network: string;
    provider: string; externalId: string; name: string; status: string; connectedAt: Date | null;
    connectionId: string | null }>>,
  Fits<Difference<typeof outreach_messaging_accounts_queries.LIST_MESSAGING_ACCOUNTS, { workspaceId: string;
    environment: string; network: string }, { id: string; workspaceId: string; environment: string; network: string;
    provider: string; externalId: string; name: string; status: string; connectedAt: Date | null;
    connectionId: string | null }>>,
  Fits<Difference<typeof outreach_messaging_accounts_queries.REMOVE_ACCOUNT, { id: string; workspaceId: string;
    environment: string }, object>>,
  Fits<Difference<typeof outreach_objections_keep_blocked.ADD_DERIVED, { derived: SentJson; workspaceId: string;
    environment: string }, object>>,
  Fits<Difference<typeof outreach_objections_keep_blocked.HAS_SUPPRESSIONS, { workspaceId: string;
    environment: string }, { found: boolean }>>,
  Fits<Difference<typeof outreach_objections_keep_blocked.NEXT_ROWS, { tableId: string; after: string;
    limit: bigint | number | string }, { id: bigint; key: string }>>,
  Fits<Difference<typeof outreach_objections_keep_blocked.OF_CHANGES, { workspaceId: string; environment: string;
    rowIds: readonly (bigint | number | string | null)[] | ArrayText; kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; areLost: readonly (boolean | null)[] | ArrayText },
    { kind: string | Null<typeof outreach_objections_keep_blocked.OF_CHANGES, 'kinds', true>;
    value: string | Null<typeof outreach_objections_keep_blocked.OF_CHANGES, 'values', true>; ofKind: string;
    ofValue: string; reason: string; source: string }>>,
  Fits<Difference<typeof outreach_objections_keep_blocked.OF_ROWS,
    { ids: readonly (bigint | number | string | null)[] | ArrayText; tableId: string }, { kind: string; value: string;
    ofKind: string; ofValue: string; reason: string; source: string }>>,
  Fits<Difference<typeof outreach_outbound_repeat_window.READ_REPEAT_WINDOW, { workspaceId: string },
    { days: number }>>,
  Fits<Difference<typeof outreach_outbound_repeat_window.WRITE_REPEAT_WINDOW, { days: number; workspaceId: string },
    object>>,
  Fits<Difference<typeof outreach_outbound_reread_suppressions.INSERT, { workspaceId: string; environment: string;
    kind: string; value: string; subject: string; reason: string; source: string; createdAt: Date | string }, object>>,
  Fits<Difference<typeof outreach_outbound_reread_suppressions.MARK, { reading: string; subject: string;
    workspaceId: string; environment: string; kind: string; value: string }, object>>,
  Fits<Difference<typeof outreach_outbound_reread_suppressions.NEXT, { limit: bigint | number | string },
    { workspaceId: string; environment: string; kind: string; value: string; subject: string; reason: string;
    source: string; createdAt: Date }>>,
  Fits<Difference<typeof outreach_outbound_suppressed.READ_SUPPRESSED, { runId: string }, { reason: string;
    position: number | null }>>,
  Fits<Difference<typeof outreach_outbound_suppressions.ADD_SUPPRESSIONS, { workspaceId: string; environment: string;
    reason: string; source: string; kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; subjects: readonly (string | null)[] | ArrayText }, { kind: string;
    value: string }>>,
  Fits<Difference<typeof outreach_outbound_suppressions.LIST_SUPPRESSIONS, { afterCreatedUs: bigint | number | string;
    workspaceId: string; environment: string; kind: string; reason: string; afterKind: string; afterValue: string;
    limit: bigint | number | string }, { kind: string; value: string; subject: string; reason: string; source: string;
    createdAt: Date; derivedFrom: string | null; createdUs: bigint }>>,
  Fits<Difference<typeof outreach_outbound_suppressions.READ_GIVEN, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string }, { kind: string;
    value: string; subject: string; reason: string; source: string; createdAt: Date; derivedFrom: string | null }>>,
  Fits<Difference<typeof outreach_outbound_suppressions.READ_SUPPRESSION_QUOTA, { workspaceId: string;
    countedMax: bigint | number | string; kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; environment: string }, { used: number; added: number }>>,
  Fits<Difference<typeof outreach_outbound_suppressions.REMOVE_SUPPRESSIONS,
    { kinds: readonly (string | null)[] | ArrayText; values: readonly (string | null)[] | ArrayText;
    workspaceId: string; environment: string; texts: readonly (string | null)[] | ArrayText }, { kind: string;
    value: string; subject: string; names: readonly string[] }>>,
  Fits<Difference<typeof outreach_outbound_touch_claims.GIVE_CLAIMS_BACK, { runId: string }, object>>,
  Fits<Difference<typeof outreach_outbound_touch_claims.READ_EARLIER_TOUCH, { runId: string;
    ownAddresses: readonly (string | null)[] | ArrayText; sharedDomains: readonly (string | null)[] | ArrayText;
    repeatTouchDays: number }, { runId: string; at: Date; recipient: string | null; messageId: string | null;
    chatId: string | null }>>,
  Fits<Difference<typeof outreach_outbound_unsubscribe.SUPPRESS_UNSUBSCRIBED, { workspaceId: string;
    environment: string; source: string; kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; subjects: readonly (string | null)[] | ArrayText },
    { value: string }>>,
  Fits<Difference<typeof outreach_senders_able.READ_ABLE, { kind: string; workspaceId: string; environment: string },
    { id: string; address: string | null; provider: string }>>,
  Fits<Difference<typeof outreach_senders_mail_account.READ_MAIL_ACCOUNT, { workspaceId: string; provider: string;
    account: string }, { connectionId: string | null; platform: boolean }>>,
  Fits<Difference<typeof outreach_senders_places.READ_SENDER_PLACES, { workspaceId: string; environment: string;
    kinds: readonly (string | null)[] | ArrayText; answers: string; names: readonly (string | null)[] | ArrayText;
    otherwise: readonly (string | null)[] | ArrayText }, { provider: string; own: boolean; canSend: boolean }>>,
  Fits<Difference<typeof outreach_senders_read.READ_ACCOUNTS, { runId: string; kind: string;
    names: readonly (string | null)[] | ArrayText; provider: string; connectionId: string },
    { seenHere: boolean | null; seenIn: string | null; seenByAccount: boolean | null; own: StoredJson }>>,
  Fits<Difference<typeof outreach_senders_read.READ_INBOXES, { runId: string;
    names: readonly (string | null)[] | ArrayText; provider: string; connectionId: string },
    { seenHere: boolean | null; seenIn: string | null; seenByAccount: boolean | null; own: StoredJson }>>,
  Fits<Difference<typeof outreach_senders_read.READ_NAMED, { workspaceId: string; environment: string; answers: string;
    kind: string; names: readonly (string | null)[] | ArrayText }, { seenHere: boolean | null; seenIn: string | null;
    seenByAccount: boolean | null; own: StoredJson }>>,
  Fits<Difference<typeof outreach_sending_claim.CLAIM_SEND, { runId: string;
    ownAddresses: readonly (string | null)[] | ArrayText; sharedDomains: readonly (string | null)[] | ArrayText;
    guarded: boolean; channel: string; waitingMax: number; now: Date | string }, { locked: boolean;
    senderId: string | null; address: string | null; domain: string | null; limits: StoredJson | null;
    ramps: StoredJson | null; paused: boolean | null; policy: StoredJson | null; now: Date | null; lastAt: Date | null;
    turn: number | null; ahead: number | null; waiting: number | null }>>,
  Fits<Difference<typeof outreach_sending_senders.COUNT_LANES, { workspaceId: string; environment: string;
    lanes: SentJson }, { senderId: string; channel: string; sent: StoredJson; domainSent: StoredJson;
    lastAt: number | null; waiting: number }>>,
  Fits<Difference<typeof outreach_sending_senders.LOCK_SENDER, { workspaceId: string; environment: string;
    senderId: string }, { limits: StoredJson; ramps: StoredJson; paused: boolean }>>,
  Fits<Difference<typeof outreach_sending_senders.LOCK_SENDING_POLICY, { workspaceId: string },
    { policy: StoredJson | null }>>,
  Fits<Difference<typeof outreach_sending_senders.READ_AWAITED_SENDERS, { workspaceId: string }, { environment: string;
    senderId: string }>>,
  Fits<Difference<typeof outreach_sending_senders.READ_SENDERS, { workspaceId: string; environment: string;
    simulated: readonly (string | null)[] | ArrayText; simulatedKinds: readonly (string | null)[] | ArrayText;
    simulatedAddresses: readonly (string | null)[] | ArrayText; senderId: string }, { id: string; kind: string;
    provider: string; address: string | null; domain: string | null; canSend: boolean; limits: StoredJson;
    ramps: StoredJson; paused: boolean }>>,
  Fits<Difference<typeof outreach_sending_senders.READ_SENDING_POLICY, { workspaceId: string },
    { policy: StoredJson | null }>>,
  Fits<Difference<typeof outreach_sending_senders.READ_WAITING, { workspaceId: string; environment: string;
    senderId: string; limit: bigint | number | string; offset: bigint | number | string }, { runId: string;
    channel: string; eligibleAt: Date; requestedAt: Date; ahead: number }>>,
  Fits<Difference<typeof outreach_sending_senders.START_RAMP, { channel: string; day: string; workspaceId: string;
    environment: string; senderId: string }, object>>,
  Fits<Difference<typeof outreach_sending_senders.WRITE_SENDER, { limits: SentJson; ramps: SentJson; paused: boolean;
    workspaceId: string; environment: string; senderId: string }, object>>,
  Fits<Difference<typeof outreach_sending_senders.WRITE_SENDING_POLICY, { policy: SentJson; workspaceId: string },
    object>>,
  Fits<Difference<typeof outreach_sending_slots.GIVE_SENDER_SLOT_BACK, { runId: string }, object>>,
  Fits<Difference<typeof outreach_sending_slots.PURGE_SENDER_SLOTS, { cutoff: Date | string;
    limit: bigint | number | string }, { purged: number }>>,
  Fits<Difference<typeof outreach_sending_slots.TAKE_SENDER_SLOT, { own: SentJson; workspaceId: string;
    environment: string; senderId: string; channel: string; ofDomain: SentJson; domain: string; runId: string;
    now: Date | string; isDue: boolean; hourCap: number; ahead: number; dayCap: number; weekCap: number;
    domainHourCap: number; domainDayCap: number; domainWeekCap: number }, { sent: StoredJson; domainSent: StoredJson;
    taken: boolean; next: StoredJson | null }>>,
  Fits<Difference<typeof outreach_sending_waiting.MOVE_UP, { runId: string; at: Date | string }, object>>,
  Fits<Difference<typeof outreach_sending_waiting.SCHEDULE_SEND, { plannedAt: Date | string; sweepAfterSeconds: number;
    runId: string; workspaceId: string; environment: string; senderId: string; channel: string;
    turn: bigint | number | string; eligibleAt: Date | string; reason: string }, { isNew: boolean;
    metadata: StoredJson | null }>>,
  Fits<Difference<typeof outreach_sending_waiting.WAKE_SENDER, { workspaceId: string; environment: string;
    senderId: string }, { wake_next_v1: string | null }>>,
  Fits<Difference<typeof runs_about.READ_LINES, { runIds: readonly (string | null)[] | ArrayText; workspaceId: string;
    environment: string }, { id: string; capability: string | null; endpoint: string | null; texts: StoredJson }>>,
  Fits<Difference<typeof runs_accept.INSERT_RUN, { id: string; workspaceId: string; environment: string;
    apiKeyId: string; connectedAppId: string; requestId: string; capability: string; endpoint: string;
    rawRequest: SentJson; input: SentJson; routing: SentJson; includeRaw: boolean; idempotencyKey: string;
    requestHash: Uint8Array; subjects: SentJson; send: SentJson; enrichment: SentJson; record: SentJson;
    landing: SentJson; metadata: SentJson; callbackUrl: string }, { id: string }>>,
  Fits<Difference<typeof runs_accept.READ_ACCEPTED, { runId: string; workspaceId: string; environment: string;
    idempotencyKey: string }, { id: string; request_hash: Buffer; status: string }>>,
  Fits<Difference<typeof runs_approvals_decide.GO_ON, { runId: string }, object>>,
  Fits<Difference<typeof runs_approvals_decide.LOCK_WAITING_RUN, { runId: string; workspaceId: string;
    environment: string }, { status: string; metadata: StoredJson | null; requestedBy: string | null;
    watchedBy: string | null; approvalId: string | null; estimate: bigint | null; isOpen: boolean }>>,
  Fits<Difference<typeof runs_approvals_decide.STORE_DECISION, { decision: string; by: string; note: string;
    approvalId: string }, { id: string }>>,
  Fits<Difference<typeof runs_approvals_decide.STORE_EXPIRY, { runId: string }, { id: string }>>,
  Fits<Difference<typeof runs_approvals_new_people.READ_REACHES_NEW_PEOPLE, { runId: string }, { reaches: boolean }>>,
  Fits<Difference<typeof runs_approvals_policy.READ_APPROVAL_POLICY, { workspaceId: string },
    { policy: StoredJson | null }>>,
  Fits<Difference<typeof runs_approvals_policy.WRITE_APPROVAL_POLICY, { policy: SentJson; workspaceId: string },
    object>>,
  Fits<Difference<typeof runs_approvals_request.AWAIT_APPROVAL, { runId: string; id: string; reason: string;
    estimate: bigint | number | string }, { id: string; expiresAt: Date; metadata: StoredJson | null }>>,
  Fits<Difference<typeof runs_approvals_request.COUNT_WAITING, { workspaceId: string; besides: string },
    { waiting: number }>>,
  Fits<Difference<typeof runs_attempts_begin.BEGIN_ATTEMPT, { runId: string; number: number; provider: string;
    accountId: string; token: string; leaseMs: number; concurrency: number; requestsPerSecond: number; burst: number;
    connectionId: string }, { status: string; workspaceId: string; capability: string | null;
    rawRequest: StoredJson | null; environment: string; input: StoredJson; price: StoredJson | null; plain: boolean;
    taken: boolean; begun: boolean; isDue: boolean; suppressed: StoredJson | null; law: StoredJson | null;
    filtered: boolean }>>,
  Fits<Difference<typeof runs_attempts_begin.GIVE_UP_ATTEMPT, { runId: string; number: number; token: string },
    object>>,
  Fits<Difference<typeof runs_attempts_begin.READ_ATTEMPT, { runId: string; number: number }, { provider: string;
    outcome: string | null; units: number | null; cost: bigint | null; rateCard: bigint | null;
    externalId: string | null; leasePassed: boolean; keyRejected: boolean; run: StoredJson }>>,
  Fits<Difference<typeof runs_attempts_begin.TAKE_OVER_ATTEMPT, { token: string; leaseMs: number; runId: string;
    number: number; requestsPerSecond: number; accountId: string; concurrency: number }, { run_id: string }>>,
  Fits<Difference<typeof runs_attempts_external_run.EXTEND_LEASE, { runId: string; leaseMs: number; number: number;
    token: string; accountId: string }, { id: string }>>,
  Fits<Difference<typeof runs_attempts_external_run.NOTE_EXTERNAL_RUN, { externalId: string; runId: string;
    number: number; token: string }, { run_id: string }>>,
  Fits<Difference<typeof runs_attempts_outcome.LOCK_ATTEMPT, { runId: string; number: number; token: string }, object>>,
  Fits<Difference<typeof runs_attempts_outcome.RECORD_OUTCOME, { runId: string; number: number; token: string;
    outcome: string; detail: string; output: SentJson; raw: SentJson; units: number; cost: bigint | number | string;
    rateCard: bigint | number | string; payload: SentJson; subjects: SentJson; removed: SentJson; accountId: string;
    exhaustedForSeconds: number }, { environment: string; provider: string; seconds: number; own: boolean }>>,
  Fits<Difference<typeof runs_attempts_record_and_settle.RECORD_AND_SETTLE, { workspaceId: string; environment: string;
    ends: SentJson; runId: readonly (string | null)[] | ArrayText; number: readonly (number | null)[] | ArrayText;
    token: readonly (string | null)[] | ArrayText; outcome: readonly (string | null)[] | ArrayText;
    detail: readonly (string | null)[] | ArrayText; output: readonly (string | null)[] | ArrayText;
    raw: readonly (string | null)[] | ArrayText; units: readonly (number | null)[] | ArrayText;
    cost: readonly (bigint | number | string | null)[] | ArrayText;
    rateCard: readonly (bigint | number | string | null)[] | ArrayText;
    payload: readonly (string | null)[] | ArrayText; subjects: readonly (string | null)[] | ArrayText;
    removed: readonly (string | null)[] | ArrayText; accountId: readonly (string | null)[] | ArrayText;
    exhaustedForSeconds: readonly (number | null)[] | ArrayText }, { position: number; decided: StoredJson | null;
    was: string; linked: boolean; status: string | null; environment: string; raw: boolean; code: string | null;
    seconds: number; charged: bigint; provider: string | null }>>,
  Fits<Difference<typeof runs_attempts_reserve_runs.RESERVE_RUNS, { workspaceId: string; environment: string;
    runId: readonly (string | null)[] | ArrayText; hold: readonly (bigint | number | string | null)[] | ArrayText;
    plan: readonly (string | null)[] | ArrayText; routingReason: readonly (string | null)[] | ArrayText;
    number: readonly (number | null)[] | ArrayText; provider: readonly (string | null)[] | ArrayText;
    accountId: readonly (string | null)[] | ArrayText; token: readonly (string | null)[] | ArrayText;
    leaseMs: readonly (number | null)[] | ArrayText; concurrency: readonly (number | null)[] | ArrayText;
    requestsPerSecond: readonly (number | null)[] | ArrayText; burst: readonly (number | null)[] | ArrayText;
    connectionId: readonly (string | null)[] | ArrayText }, { refusal: string | null; limit: bigint | null;
    left: bigint | null; resetsAt: Date | null; available: bigint; environment: string; position: number; raw: boolean;
    seconds: number; begun: boolean | null }>>,
  Fits<Difference<typeof runs_attempts_skipped.RECORD_SKIPPED_ATTEMPT, { number: number; provider: string;
    token: string; outcome: string; detail: string; runId: string }, { environment: string }>>,
  Fits<Difference<typeof runs_attempts_wait_for_share.WAIT_FOR_SHARE, { afterMs: number; runId: string },
    { status: string }>>,
  Fits<Difference<typeof runs_cancel.CANCEL_RUN, { ends: SentJson; workspaceId: string; environment: string },
    { was: string; linked: boolean; status: string | null; environment: string; raw: boolean; code: string | null;
    seconds: number; charged: bigint; provider: string | null }>>,
  Fits<Difference<typeof runs_cancel.READ_MAKER, { runId: string; workspaceId: string; environment: string },
    { madeBy: string | null }>>,
  Fits<Difference<typeof runs_end_notices.NOTIFY, { runIds: string }, { pg_notify: string | null }>>,
  Fits<Difference<typeof runs_final_bill.CLOSE_FINAL_BILL, { runId: string; total: bigint | number | string },
    { environment: string; change: bigint }>>,
  Fits<Difference<typeof runs_final_bill.POSTPONE_FINAL_BILL, { readings: number; seconds: number; unreadable: number;
    runId: string }, object>>,
  Fits<Difference<typeof runs_final_bill.READ_OPEN_BILL, { runId: string }, { workspaceId: string; environment: string;
    rawRequest: StoredJson; input: StoredJson; plan: StoredJson; deliveredAttempt: number; externalId: string | null;
    charged: bigint; quoted: bigint; readings: number; unreadable: number; overdue: boolean; dueInMs: number }>>,
  Fits<Difference<typeof runs_first_steps.READ_FIRST_STEPS, { workspaceId: string }, { ranOnPage: boolean;
    ranByKey: boolean; toppedUp: boolean; ranLive: boolean }>>,
  Fits<Difference<typeof runs_found.READ_FOUND, { order: readonly (string | null)[] | ArrayText;
    runIds: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string }, { id: string;
    members: StoredJson }>>,
  Fits<Difference<typeof runs_history_about.READ_ABOUT, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string }, { run_id: string }>>,
  Fits<Difference<typeof runs_history_about.READ_ABOUT_BY_WORDS, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string;
    words: readonly (string | null)[] | ArrayText }, { run_id: string }>>,
  Fits<Difference<typeof runs_history_batch.READ_REUSABLE_OF_MANY, { positions: readonly (number | null)[] | ArrayText;
    kinds: readonly (string | null)[] | ArrayText; values: readonly (string | null)[] | ArrayText;
    words: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string;
    sends: readonly (string | null)[] | ArrayText },
    { position: number | Null<typeof runs_history_batch.READ_REUSABLE_OF_MANY, 'positions', true>; run: StoredJson }>>,
  Fits<Difference<typeof runs_history_batch.READ_SEEN, { positions: readonly (number | null)[] | ArrayText;
    kinds: readonly (string | null)[] | ArrayText; values: readonly (string | null)[] | ArrayText;
    words: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string },
    { position: number | Null<typeof runs_history_batch.READ_SEEN, 'positions', true>; count: bigint;
    lastSeen: Date | null; contacted: boolean; lastTouch: StoredJson | null }>>,
  Fits<Difference<typeof runs_history_blocks.STORE_BLOCKS, { place: string; found: string; paths: string;
    exact: string; words: string; runId: string }, object>>,
  Fits<Difference<typeof runs_history_last_reply.READ_LAST_REPLY, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string;
    answers: readonly (string | null)[] | ArrayText }, { eventId: string; class: string; at: Date }>>,
  Fits<Difference<typeof runs_history_read.READ_BY_WORDS, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string;
    words: readonly (string | null)[] | ArrayText; kind: string; value: string; limit: bigint | number | string;
    sends: readonly (string | null)[] | ArrayText }, { items: StoredJson; touches: StoredJson; reusable: StoredJson;
    byStatus: StoredJson; byCapability: StoredJson; charged: bigint; counted: bigint; more: boolean;
    firstSeen: Date | null; lastSeen: Date | null }>>,
  Fits<Difference<typeof runs_history_read.READ_DIRECT, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string;
    limit: bigint | number | string; sends: readonly (string | null)[] | ArrayText }, { items: StoredJson;
    touches: StoredJson; reusable: StoredJson; byStatus: StoredJson; byCapability: StoredJson; charged: bigint;
    counted: bigint; more: boolean; firstSeen: Date | null; lastSeen: Date | null }>>,
  Fits<Difference<typeof runs_history_read.READ_THROUGH, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; workspaceId: string; environment: string; kind: string;
    value: string; limit: bigint | number | string; sends: readonly (string | null)[] | ArrayText },
    { items: StoredJson; touches: StoredJson; reusable: StoredJson; byStatus: StoredJson; byCapability: StoredJson;
    charged: bigint; counted: bigint; more: boolean; firstSeen: Date | null; lastSeen: Date | null }>>,
  Fits<Difference<typeof runs_indeterminate.END_SESSIONS, object, { id: string }>>,
  Fits<Difference<typeof runs_indeterminate.FIND_SERVICE, object, { name: string }>>,
  Fits<Difference<typeof runs_indeterminate.MARK_UNKNOWN, { runId: string }, object>>,
  Fits<Difference<typeof runs_indeterminate.POSTPONE_AUTO_TOPUPS, object, { workspace_id: string }>>,
  Fits<Difference<typeof runs_indeterminate.READ_RESTORED_RUNS, object, { id: string; workspaceId: string;
    environment: string; target: string; status: string; sends: boolean; raw: StoredJson | null;
    last: StoredJson | null; next: string | null }>>,
  Fits<Difference<typeof runs_linked.READ_LINKED_RUN, { runId: string; sourceRunId: string; attempt: number },
    { capability: string | null; input: StoredJson; record: StoredJson | null; landing: StoredJson | null;
    enabled: boolean; now: Date; result: StoredJson | null }>>,
  Fits<Difference<typeof runs_metadata_keys.READ_METADATA_KEYS, { workspaceId: string; environment: string;
    limit: bigint | number | string }, { key: string }>>,
  Fits<Difference<typeof runs_open.READ_OPEN_RUNS, object, { id: string; workspaceId: string; environment: string;
    target: string; status: string; held: bigint; now: number; createdAt: number; plan: StoredJson | null;
    attempt: StoredJson | null; finalBillDueAt: number | null; finalBillReadings: number }>>,
  Fits<Difference<typeof runs_payloads.PURGE_PAYLOADS, { at: Date | string; environment: string; workspaceId: string;
    limit: bigint | number | string }, { purged: number }>>,
  Fits<Difference<typeof runs_payloads.READ_PAYLOADS_TO_PURGE, { workspaceId: string; environment: string;
    at: Date | string; limit: bigint | number | string }, { workspaceId: string; environment: string }>>,
  Fits<Difference<typeof runs_payloads.READ_PAYLOAD_DAYS, { workspaceId: string }, { days: number }>>,
  Fits<Difference<typeof runs_payloads.WRITE_PAYLOAD_DAYS, { days: number; workspaceId: string }, object>>,
  Fits<Difference<typeof runs_read.READ_ENDED, { runIds: readonly (string | null)[] | ArrayText }, { id: string }>>,
  Fits<Difference<typeof runs_read.READ_RUN, { runId: string; workspaceId: string; environment: string }, { id: string;
    environment: string; requestId: string; kind: string; capability: string | null; endpoint: string | null;
    status: string; includeRaw: boolean; provider: string | null; routingReason: string | null; quoted: bigint | null;
    charged: bigint | null; credited: bigint | null; heldForBill: bigint | null; platformFunded: boolean | null;
    error: StoredJson | null; createdAt: Date; finishedAt: Date | null; purgedAt: Date | null;
    table: StoredJson | null; source: StoredJson | null; metadata: StoredJson | null; callbackUrl: string | null;
    jobId: string | null; scheduled: StoredJson | null; approval: StoredJson | null; plan: StoredJson | null;
    attempts: StoredJson; usageCharges: StoredJson; output: StoredJson | null; payload: StoredJson | null;
    hasPayload: boolean; removed: StoredJson | null; raw: StoredJson | null }>>,
  Fits<Difference<typeof runs_report_finished.READ_UNREPORTED_STREAMS, { limit: bigint | number | string },
    { workspaceId: string; environment: string }>>,
  Fits<Difference<typeof runs_report_finished.TAKE_FINISHED_RUNS, { workspaceId: string; environment: string;
    limit: bigint | number | string }, { id: string; status: string; work: string; provider: string | null;
    charged: bigint; error: string | null; at: Date; callbackUrl: string | null; metadata: StoredJson | null }>>,
  Fits<Difference<typeof runs_settle.READ_STATUS, { runId: string }, { status: string }>>,
  Fits<Difference<typeof runs_settle.SETTLE_RUN, { ends: SentJson }, { was: string; linked: boolean;
    status: string | null; environment: string; raw: boolean; code: string | null; seconds: number; charged: bigint;
    provider: string | null }>>,
  Fits<Difference<typeof runs_start_queue.RUN_STARTS.started, { ids: readonly (string | null)[] | ArrayText },
    { id: string }>>,
  Fits<Difference<typeof runs_start_queue.RUN_STARTS.postpone, { seconds: number;
    ids: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof runs_start_queue.RUN_STARTS.releaseToSweeper, { ids: readonly (string | null)[] | ArrayText },
    object>>,
  Fits<Difference<typeof runs_sweep.CLAIM_OVERDUE_RUNS, { limit: bigint | number | string; againAfterSeconds: number },
    { id: string; workspaceId: string; environment: string; capability: string; waits: boolean }>>,
  Fits<Difference<typeof runs_timeline.READ_TIMELINE, { runId: string; workspaceId: string; environment: string },
    { input: StoredJson; rawRequest: StoredJson | null; totalMs: number; waitsFor: string | null; phase: string;
    attempts: StoredJson }>>,
  Fits<Difference<typeof runs_to_reserve.READ_RUN_TO_RESERVE, { runId: string }, { workspaceId: string;
    environment: string; status: string; jobId: string | null; capability: string | null;
    rawRequest: StoredJson | null; input: StoredJson; routing: StoredJson; plan: StoredJson | null;
    finalBillMs: number | null; send: StoredJson | null; plain: boolean; tablesOn: boolean; repeatTouchDays: number;
    approvalPolicy: StoredJson | null; routingPolicy: StoredJson | null; hasLists: boolean; law: StoredJson | null;
    byPerson: boolean; approval: StoredJson | null; rates: StoredJson; saved: StoredJson | null }>>,
  Fits<Difference<typeof runs_under_way.READ_UNDER_WAY, { runIds: readonly (string | null)[] | ArrayText;
    workspaceId: string; environment: string }, { id: string; waitsFor: string | null; phase: string;
    totalMs: number }>>,
  Fits<Difference<typeof runs_usage_usage.READ_USAGE, { workspaceId: string; environment: string; firstId: string;
    endId: string; limit: bigint | number | string }, { grouping: number; name: string | null; runs: bigint;
    succeeded: bigint; missed: bigint; charged: bigint; latencyMsP50: number | null; latencyMsP95: number | null }>>,
  Fits<Difference<typeof runs_usage_usage.READ_USAGE_BY_METADATA, { key: string; workspaceId: string;
    environment: string; firstId: string; endId: string; limit: bigint | number | string;
    groups: bigint | number | string }, { grouping: number; name: string | null; runs: bigint; succeeded: bigint;
    missed: bigint; charged: bigint; latencyMsP50: number | null; latencyMsP95: number | null }>>,
  Fits<Difference<typeof tables_change_table.DROP_TABLE, { workspaceId: string; environment: string; name: string },
    { rows: number }>>,
  Fits<Difference<typeof tables_change_table.EDIT_TABLE, { newName: string; setsTitle: boolean; title: string;
    setsDescription: boolean; description: string; columns: SentJson; workspaceId: string; environment: string;
    name: string; madeBy: string }, { id: string; workspaceId: string; environment: string; name: string;
    title: string | null; description: string | null; keyMode: string; columns: StoredJson; rowCount: number;
    madeBy: string | null; createdAt: Date; updatedAt: Date }>>,
  Fits<Difference<typeof tables_features.READ_TABLES_FEATURE, { workspaceId: string }, { quotaClass: string;
    enabledAt: Date | null; tables: number; rows: number }>>,
  Fits<Difference<typeof tables_features.READ_TABLES_SWITCH, { workspaceId: string }, { enabled: boolean }>>,
  Fits<Difference<typeof tables_features.SWITCH_TABLES, { enabled: boolean; workspaceId: string }, object>>,
  Fits<Difference<typeof tables_list_tables.LIST_TABLES, { workspaceId: string; environment: string; after: string;
    limit: bigint | number | string }, { id: string; workspaceId: string; environment: string; name: string;
    title: string | null; description: string | null; keyMode: string; columns: StoredJson; rowCount: number;
    madeBy: string | null; createdAt: Date; updatedAt: Date; byStatus: StoredJson }>>,
  Fits<Difference<typeof tables_list_tables.READ_NAMES, { workspaceId: string; environment: string },
    { name: string }>>,
  Fits<Difference<typeof tables_quota.COUNT_USAGE, { workspaceId: string }, { tables: number; rows: number }>>,
  Fits<Difference<typeof tables_rows_also_in.FIND_ALSO_IN,
    { rowIds: readonly (bigint | number | string | null)[] | ArrayText; tableId: string }, { table: string;
    count: number; byStatus: StoredJson; contacted: number }>>,
  Fits<Difference<typeof tables_rows_delete_rows.DROP_ROWS, { tableId: string;
    ids: readonly (bigint | number | string | null)[] | ArrayText }, { key: string }>>,
  Fits<Difference<typeof tables_rows_export.FIELDS_OF_ROWS, { tableId: string; limit: bigint | number | string },
    { name: string }>>,
  Fits<Difference<typeof tables_rows_find_row.FIND_ROWS, { keys: readonly (string | null)[] | ArrayText;
    positions: readonly (number | null)[] | ArrayText; ranks: readonly (number | null)[] | ArrayText;
    kinds: readonly (string | null)[] | ArrayText; values: readonly (string | null)[] | ArrayText; workspaceId: string;
    environment: string; tableId: string }, { at: number | Null<typeof tables_rows_find_row.FIND_ROWS, 'positions',
    true>; id: bigint; key: string }>>,
  Fits<Difference<typeof tables_rows_row_changes.READ_ROW_CHANGES, { rowId: bigint | number | string }, { at: Date;
    cause: string; writer: string | null; runId: string | null; capability: string | null; watchId: string | null;
    created: boolean; fields: readonly string[]; fieldCount: number; merges: StoredJson }>>,
  Fits<Difference<typeof tables_rows_row_merges.DROP_MERGE, { rowId: bigint | number | string; number: number },
    object>>,
  Fits<Difference<typeof tables_rows_row_merges.READ_MERGE, { rowId: bigint | number | string; number: number },
    { number: number; kind: string; identity: string; reason: string; parts: StoredJson }>>,
  Fits<Difference<typeof tables_rows_row_merges.STORE_MERGES, { merges: SentJson }, object>>,
  Fits<Difference<typeof tables_rows_row_timeline.READ_ROW_TIMELINE, { key: string; workspaceId: string;
    environment: string; table: string; runIds: readonly (string | null)[] | ArrayText;
    types: readonly (string | null)[] | ArrayText; newest: bigint | number | string;
    needles: readonly (string | null)[] | ArrayText }, { saved: StoredJson; refreshes: StoredJson;
    events: StoredJson }>>,
  Fits<Difference<typeof tables_rows_rows.LOCK_ROWS, { tableId: string;
    ids: readonly (bigint | number | string | null)[] | ArrayText }, { id: bigint; key: string; data: StoredJson;
    status: string | null; nextAt: Date | null; identities: StoredJson }>>,
  Fits<Difference<typeof tables_rows_rows.LOCK_ROWS_BY_IDENTITY, { kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText; tableId: string;
    sharedKinds: readonly (string | null)[] | ArrayText; sharedValues: readonly (string | null)[] | ArrayText;
    workspaceId: string; environment: string }, { id: bigint; key: string; data: StoredJson; status: string | null;
    nextAt: Date | null; identities: StoredJson }>>,
  Fits<Difference<typeof tables_rows_rows.READ_ROWS, { tableId: string;
    ids: readonly (bigint | number | string | null)[] | ArrayText }, { id: bigint; key: string; data: StoredJson;
    status: string | null; nextAt: Date | null; touches: number; lastTouchAt: Date | null;
    lastTouchChannel: string | null; lastReplyAt: Date | null; lastReplyClass: string | null; createdAt: Date;
    updatedAt: Date }>>,
  Fits<Difference<typeof tables_rows_shared_phones.ADD_SHARED, { workspaceId: string; environment: string;
    phones: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof tables_rows_shared_phones.KEEP_SHARED, { workspaceId: string; environment: string;
    shared: readonly (string | null)[] | ArrayText; phones: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof tables_rows_shared_phones.NEXT_TO_JUDGE, { before: Date | string;
    limit: bigint | number | string }, { workspaceId: string; environment: string; value: string }>>,
  Fits<Difference<typeof tables_rows_shared_phones.READ_CARRIERS, { workspaceId: string; environment: string;
    phones: readonly (string | null)[] | ArrayText; again: boolean },
    { phone: string | Null<typeof tables_rows_shared_phones.READ_CARRIERS, 'phones', true>; data: StoredJson;
    identities: StoredJson }>>,
  Fits<Difference<typeof tables_rows_store_rows.DROP_IDENTITIES,
    { rowIds: readonly (bigint | number | string | null)[] | ArrayText; kinds: readonly (string | null)[] | ArrayText;
    values: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof tables_rows_store_rows.STORE_ROWS, { rows: SentJson; tableId: string; workspaceId: string;
    environment: string; cause: string; writer: string; runId: string }, { id: bigint; key: string }>>,
  Fits<Difference<typeof tables_rows_table_detail.COUNT_FIELDS, { tableId: string; limit: bigint | number | string },
    { name: string; type: string; filled: number }>>,
  Fits<Difference<typeof tables_rows_table_detail.COUNT_NEWEST_FIELDS, { tableId: string;
    limit: bigint | number | string }, { name: string; type: string; filled: number }>>,
  Fits<Difference<typeof tables_rows_table_detail.COUNT_ROWS, { tableId: string }, { byStatus: StoredJson; due: number;
    bytes: number }>>,
  Fits<Difference<typeof tables_rows_table_detail.READ_LATEST, { tableId: string; limit: bigint | number | string },
    { id: bigint; key: string; data: StoredJson; status: string | null; nextAt: Date | null; touches: number;
    lastTouchAt: Date | null; lastTouchChannel: string | null; lastReplyAt: Date | null; lastReplyClass: string | null;
    createdAt: Date; updatedAt: Date }>>,
  Fits<Difference<typeof tables_rows_touches.FIND_LAST_REPLIES,
    { ids: readonly (bigint | number | string | null)[] | ArrayText; answers: readonly (string | null)[] | ArrayText },
    object>>,
  Fits<Difference<typeof tables_rows_touches.LOCK_ROWS_OF_SENDERS,
    { eventIds: readonly (string | null)[] | ArrayText }, { id: bigint }>>,
  Fits<Difference<typeof tables_rows_touches.RECOUNT_TOUCHES,
    { ids: readonly (bigint | number | string | null)[] | ArrayText; answers: readonly (string | null)[] | ArrayText },
    object>>,
  Fits<Difference<typeof tables_rows_update.STORE_CHANGES, { rows: SentJson; tableId: string; cause: string;
    writer: string; runId: string }, object>>,
  Fits<Difference<typeof tables_saved_answer.READ_SAVED_ANSWERS, { workspaceId: string; environment: string;
    capability: string; enrichment: SentJson; routing: SentJson }, { saved: StoredJson | null }>>,
  Fits<Difference<typeof tables_saved_answer.SAVE_ENRICHMENT, { sourceRunId: string; savedAt: Date | string;
    rowIds: readonly (bigint | number | string | null)[] | ArrayText; runId: string }, object>>,
  Fits<Difference<typeof tables_tables.FIND_TABLE, { workspaceId: string; environment: string; name: string },
    { id: string; workspaceId: string; environment: string; name: string; title: string | null;
    description: string | null; keyMode: string; columns: StoredJson; rowCount: number; madeBy: string | null;
    createdAt: Date; updatedAt: Date }>>,
  Fits<Difference<typeof tables_tables.INSERT_TABLE, { id: string; workspaceId: string; environment: string;
    name: string; title: string; description: string; keyMode: string; madeBy: string }, { id: string;
    workspaceId: string; environment: string; name: string; title: string | null; description: string | null;
    keyMode: string; columns: StoredJson; rowCount: number; madeBy: string | null; createdAt: Date; updatedAt: Date }>>,
  Fits<Difference<typeof tables_tables.LOCK_TABLE, { id: string }, { id: string; workspaceId: string;
    environment: string; name: string; title: string | null; description: string | null; keyMode: string;
    columns: StoredJson; rowCount: number; madeBy: string | null; createdAt: Date; updatedAt: Date }>>,
  Fits<Difference<typeof tables_watches_begin.FIND_REFRESHES, { refreshId: string; scheduledFor: Date | string;
    watchId: string; othersToo: boolean }, { id: string; runId: string; workflowId: string; state: string;
    requested: boolean }>>,
  Fits<Difference<typeof tables_watches_begin.INSERT_REFRESH, { id: string; watchId: string;
    scheduledFor: Date | string; workflowId: string; runId: string; changesWatch: boolean }, object>>,
  Fits<Difference<typeof tables_watches_begin.LOCK_WATCH, { id: string }, { id: string; workspaceId: string;
    environment: string; apiKeyId: string | null; connectedAppId: string | null; capability: string | null;
    rawRequest: StoredJson | null; input: StoredJson; routing: StoredJson; every: string; everyMs: bigint;
    landing: StoredJson | null; webhook: boolean; metadata: StoredJson | null; status: string;
    pausedReason: string | null; createdAt: Date }>>,
  Fits<Difference<typeof tables_watches_begin.PAUSE_REFUSED, { reason: string; id: string }, object>>,
  Fits<Difference<typeof tables_watches_end_refresh.END_REFRESH, { status: string; error: SentJson; newCount: number;
    changedCount: number; unchangedCount: number; leftOut: number; answer: SentJson; tableResult: SentJson;
    note: string; id: string; watchId: string; watchStatus: string; pausedReason: string; takesOver: boolean;
    apiKeyId: string; connectedAppId: string }, object>>,
  Fits<Difference<typeof tables_watches_end_refresh.READ_REFRESHED_RUN, { refreshId: string }, { runId: string;
    status: string; error: StoredJson | null; now: Date; apiKeyId: string | null; connectedAppId: string | null;
    changesWatch: boolean; earlier: StoredJson; result: StoredJson | null; recorded: StoredJson | null }>>,
  Fits<Difference<typeof tables_watches_reconciliation.CLAIM_RECONCILIATION, { deployment: string;
    withinSeconds: number }, { deployment: string }>>,
  Fits<Difference<typeof tables_watches_reconciliation.FINISH_RECONCILIATION, { deployment: string }, object>>,
  Fits<Difference<typeof tables_watches_reconciliation.GIVE_RECONCILIATION_BACK, { deployment: string }, object>>,
  Fits<Difference<typeof tables_watches_records.FORGET_RECORDS, { watchId: string }, object>>,
  Fits<Difference<typeof tables_watches_records.READ_KNOWN, { keyHashes: readonly (Uint8Array | null)[] | ArrayText;
    watchId: string }, { key: string; contentHash: string; record: StoredJson | null }>>,
  Fits<Difference<typeof tables_watches_records.SEE_RECORDS, { runId: string; now: Date | string;
    keyHashes: readonly (Uint8Array | null)[] | ArrayText; watchId: string }, object>>,
  Fits<Difference<typeof tables_watches_records.STORE_RECORDS, { watchId: string; runId: string; now: Date | string;
    keyHashes: readonly (Uint8Array | null)[] | ArrayText; contentHashes: readonly (Uint8Array | null)[] | ArrayText;
    records: readonly (string | null)[] | ArrayText }, object>>,
  Fits<Difference<typeof tables_watches_refreshes.LIST_REFRESHES, { watchId: string; limit: bigint | number | string },
    { refresh: StoredJson }>>,
  Fits<Difference<typeof tables_watches_refreshes.READ_DONE, { ids: readonly (string | null)[] | ArrayText },
    { id: string | Null<typeof tables_watches_refreshes.READ_DONE, 'ids', true> }>>,
  Fits<Difference<typeof tables_watches_refreshes.READ_REFRESH, { refreshId: string; watchId: string;
    workspaceId: string; environment: string }, { refresh: StoredJson; answer: StoredJson | null }>>,
  Fits<Difference<typeof tables_watches_sweep.CLAIM_OVERDUE_REFRESHES, { leaveSeconds: number;
    limit: bigint | number | string }, { watchId: string; refreshId: string; workflowId: string; workspaceId: string;
    environment: string; name: string }>>,
  Fits<Difference<typeof tables_watches_waiting.MARK_WAITING, { keyHashes: readonly (Uint8Array | null)[] | ArrayText;
    waits: readonly (boolean | null)[] | ArrayText; watchId: string }, object>>,
  Fits<Difference<typeof tables_watches_waiting.READ_WAITING, { watchId: string }, { key: string;
    record: StoredJson | null }>>,
  Fits<Difference<typeof tables_watches_watches.DELETE_WATCH, { id: string; workspaceId: string; environment: string },
    { id: string }>>,
  Fits<Difference<typeof tables_watches_watches.INSERT_WATCH, { id: string; workspaceId: string; environment: string;
    apiKeyId: string; connectedAppId: string; capability: string; rawRequest: SentJson; input: SentJson;
    routing: SentJson; every: string; everyMs: bigint | number | string; landing: SentJson; webhook: boolean;
    metadata: SentJson; max: number }, { id: string; workspaceId: string; environment: string;
    apiKeyId: string | Null<typeof tables_watches_watches.INSERT_WATCH, 'apiKeyId'>;
    connectedAppId: string | Null<typeof tables_watches_watches.INSERT_WATCH, 'connectedAppId'>;
    capability: string | Null<typeof tables_watches_watches.INSERT_WATCH, 'capability'>;
    rawRequest: StoredJson | Null<typeof tables_watches_watches.INSERT_WATCH, 'rawRequest'>; input: StoredJson;
    routing: StoredJson; every: string; everyMs: bigint;
    landing: StoredJson | Null<typeof tables_watches_watches.INSERT_WATCH, 'landing'>; webhook: boolean;
    metadata: StoredJson | Null<typeof tables_watches_watches.INSERT_WATCH, 'metadata'>; status: string;
    pausedReason: string | null; createdAt: Date }>>,
  Fits<Difference<typeof tables_watches_watches.IS_ACTIVE, { id: string }, { id: string }>>,
  Fits<Difference<typeof tables_watches_watches.LIST_ACTIVE_WATCHES, { after: string;
    limit: bigint | number | string }, { id: string; workspaceId: string; environment: string; apiKeyId: string | null;
    connectedAppId: string | null; capability: string | null; rawRequest: StoredJson | null; input: StoredJson;
    routing: StoredJson; every: string; everyMs: bigint; landing: StoredJson | null; webhook: boolean;
    metadata: StoredJson | null; status: string; pausedReason: string | null; createdAt: Date }>>,
  Fits<Difference<typeof tables_watches_watches.LIST_WATCHES, { workspaceId: string; environment: string;
    before: string; limit: bigint | number | string }, { id: string; workspaceId: string; environment: string;
    apiKeyId: string | null; connectedAppId: string | null; capability: string | null; rawRequest: StoredJson | null;
    input: StoredJson; routing: StoredJson; every: string; everyMs: bigint; landing: StoredJson | null;
    webhook: boolean; metadata: StoredJson | null; status: string; pausedReason: string | null; createdAt: Date;
    last: StoredJson | null }>>,
  Fits<Difference<typeof tables_watches_watches.READ_WATCH, { id: string; workspaceId: string; environment: string },
    { id: string; workspaceId: string; environment: string; apiKeyId: string | null; connectedAppId: string | null;
    capability: string | null; rawRequest: StoredJson | null; input: StoredJson; routing: StoredJson; every: string;
    everyMs: bigint; landing: StoredJson | null; webhook: boolean; metadata: StoredJson | null; status: string;
    pausedReason: string | null; createdAt: Date; last: StoredJson | null }>>,
  Fits<Difference<ReturnType<typeof tables_rows_count.COUNT_ROWS>, object, { rows: number }>>,
  Fits<Difference<ReturnType<typeof tables_rows_query.QUERY_ROWS>, object, { id: bigint; key: string; data: StoredJson;
    status: string | null; nextAt: Date | null; touches: number; lastTouchAt: Date | null;
    lastTouchChannel: string | null; lastReplyAt: Date | null; lastReplyClass: string | null; createdAt: Date;
    updatedAt: Date; rank: number; value: string }>>,
  Fits<Difference<ReturnType<typeof tables_rows_pick_rows.LOCK_FREE_ROWS>, object, { id: bigint; key: string;
    data: StoredJson; status: string | null; nextAt: Date | null; identities: StoredJson; rank: number;
    value: string }>>,
  Fits<Difference<ReturnType<typeof tables_rows_pick_rows.SEE_ROWS>, object, { id: bigint }>>,
  Fits<Difference<ReturnType<typeof tables_rows_pick_rows.LOCK_SEEN_ROWS>, object, { id: bigint; key: string;
    data: StoredJson; status: string | null; nextAt: Date | null; identities: StoredJson; rank: number;
    value: string }>>,
  Fits<Difference<ReturnType<typeof tables_rows_pick_rows.LOCK_ROWS_IF_STATUS>, object, { id: bigint; key: string;
    data: StoredJson; status: string | null; nextAt: Date | null; identities: StoredJson }>>,
  Fits<Difference<ReturnType<typeof runs_list.LIST_RUNS>, object, { id: string; environment: string; requestId: string;
    kind: string; capability: string | null; endpoint: string | null; status: string; includeRaw: boolean;
    provider: string | null; routingReason: string | null; quoted: bigint | null; charged: bigint | null;
    credited: bigint | null; heldForBill: bigint | null; platformFunded: boolean | null; error: StoredJson | null;
    createdAt: Date; finishedAt: Date | null; purgedAt: Date | null; table: StoredJson | null;
    source: StoredJson | null; metadata: StoredJson | null; callbackUrl: string | null; jobId: string | null;
    scheduled: StoredJson | null; approval: StoredJson | null; plan: StoredJson | null; attempts: StoredJson;
    usageCharges: StoredJson; output: StoredJson | null; payload: StoredJson | null; removed: StoredJson | null;
    hasPayload: boolean; raw: StoredJson | null }>>,
  Fits<Difference<ReturnType<typeof runs_list.LIST_RUNS>, object, { id: string; environment: string; requestId: string;
    kind: string; capability: string | null; endpoint: string | null; status: string; includeRaw: boolean;
    provider: string | null; routingReason: string | null; quoted: bigint | null; charged: bigint | null;
    credited: bigint | null; heldForBill: bigint | null; platformFunded: boolean | null; error: StoredJson | null;
    createdAt: Date; finishedAt: Date | null; purgedAt: Date | null; table: StoredJson | null;
    source: StoredJson | null; metadata: StoredJson | null; callbackUrl: string | null; jobId: string | null;
    scheduled: StoredJson | null; approval: StoredJson | null; plan: StoredJson | null; attempts: StoredJson;
    usageCharges: StoredJson; output: StoredJson | null; payload: StoredJson | null; removed: StoredJson | null;
    hasPayload: boolean; raw: StoredJson | null }>>,
]
