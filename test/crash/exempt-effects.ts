/** Effects that no run depends on, with the reason. */
export const EXEMPT: Readonly<Record<string, string>> = {
  create_callback_endpoint: 'all or nothing, and the next request that needs the endpoint makes it',
  write_spend_guard: 'one statement of one request of the api',
  add_months: 'all or nothing, and the next round makes what is missing',
  prove_wallets: 'a proof that did not commit is made again by the next round',
  write_repeat_window: 'one statement of one request of the api, which may be repeated',
  ...Object.fromEntries(
    ['close_workspace', 'erase_workspace_batch', 'finish_workspace_erasure'].map((name) => [
      name,
      'one transaction of a command that continues when it is repeated',
    ]),
  ),
  request_erasure: 'one transaction of one request of the api, which may be repeated under its key',
  ...Object.fromEntries(
    ['change_sender', 'change_sending_policy'].map((name) => [
      name,
      'one transaction of one request of the api, which may be repeated',
    ]),
  ),
  purge_sender_slots: 'one statement of the hourly deletion, which may be repeated',
  decide_requested_erasure: 'one statement of one request of the api, which may be repeated',
  request_erasure_by_person: 'one transaction of one request of the api, which may be repeated',
  remind_of_erasure: 'one transaction, which the sweep repeats',
  object: 'one transaction of one request of the api, which may be repeated',
  change_sender_profile: 'one statement of one request of the api, which may be repeated',
  change_outreach_policy: 'one statement of one request of the api, which may be repeated',
  write_approval_policy: 'one statement of one request of the api, which may be repeated',
  reject_connection:
    'one transaction before the outcome is stored: the call is repeated, or the next call with the key finds the same',
  accept_connection: 'one statement before the outcome is stored: the next call with the key finds the same',
  write_routing_policy: 'one statement of one request of the api, which may be repeated',
  write_payload_days: 'one statement of one request of the api, which may be repeated',
  insert_long_run: '`insert_run` with the blocks of its subjects in one transaction: its crash is that of `insert_run`',
  record_long_outcome:
    '`record_outcome` with the blocks of its subjects in one transaction: its crash is that of `record_outcome`',
  announce_provider_accounts: 'one statement of a worker that starts, the same for every worker',
  record_domain_state: 'what a provider reports of one domain: the next check replaces it',
  record_authentication: 'what name servers have of one domain: the next check replaces it',
  claim_domains_to_look_up: 'a domain whose worker has died is looked up again an hour later',
  record_discover_misses: 'counts of searches without results: those of a process that dies may be lost',
  delete_job_upload: 'one statement of one request of the api, which may be repeated',
  purge_job_uploads: 'one statement of the hourly deletion, which may be repeated',
  ...Object.fromEntries(
    ['store_do_not_process_part', 'delete_do_not_process'].map((name) => [
      name,
      'one transaction of one request of the api, which may be repeated',
    ]),
  ),
  sweep_do_not_process_batch: 'one batch and its note in the receipt, both or neither: the next round continues',
  claim_do_not_process_sweeps: 'what a dead worker has claimed is continued by another one after a minute',
  release_do_not_process_sweep: 'a sweep that was not released is continued after a minute',
  purge_do_not_process_uploads: 'one statement of the hourly deletion, which may be repeated',
  purge_job_rows: 'one transaction of the hourly deletion: what is left the next one takes',
  purge_discover_misses: 'one statement of the hourly deletion, which may be repeated',
  write_reported_health: 'one row of what a provider reports: the next reading replaces it',
  store_actor_schema: 'one row of what a provider reports: the next reading replaces it',
  ...Object.fromEntries(
    ['add_inbox', 'add_messaging_account'].map((name) => [
      name,
      'one statement of a command for demonstrations and tests',
    ]),
  ),
  record_own_webhook:
    'one statement after the webhook was made: the next registration finds the webhook by its address',
  reread_suppressions:
    'one transaction of a migration, which marks what it has read: what is left the next one takes (usecases/outreach/reread-suppressions.test.ts)',
  judge_shared_phones:
    'one transaction of the hourly deletion, which may be repeated (usecases/tables/judge-shared-phones.test.ts)',
  suppress_unsubscribed: 'a statement of `unsubscribe` or of `process_inbound`',
  add_suppressions: 'one statement of one request of the api, which may be repeated',
  unsubscribe: 'one transaction of one request of the api, which may be repeated',
  correct_class: 'one transaction of one request of the api, which may be repeated',
  remove_suppressions: 'one statement of one request of the api, which may be repeated',
  ...Object.fromEntries(
    [
      'store_job_upload',
      'create_do_not_process_list',
      'create_table',
      'write_rows',
      'update_rows',
      'delete_rows',
      'unmerge_row',
      'store_connection',
      'mint_api_key_within_limit',
      'take_live_key',
      'suppress',
      'unsuppress',
      'cancel_by_request',
      'decide_by_request',
      'update_auto_topup',
    ].map((name) => [
      name,
      'one transaction of one request of the api, in which its answer is stored: the same request repeats nothing (remembered-answers.test.ts)',
    ]),
  ),
  ...Object.fromEntries(
    ['change_api_key', 'change_connected_app'].map((name) => [
      name,
      'one transaction of one request of the api, which may be repeated',
    ]),
  ),
  revoke_connection: 'one statement of one request of the api, which may be repeated',
  ...Object.fromEntries(
    ['claim_answer', 'take_over_answer', 'store_answer', 'give_answer_key_back', 'purge_answers'].map((name) => [
      name,
      'requests of the api that are not runs (api/route/idempotency.test.ts)',
    ]),
  ),
  ...Object.fromEntries(
    ['switch_tables', 'edit_table', 'delete_table'].map((name) => [
      name,
      'one transaction of one request of the api, which may be repeated: rows merge',
    ]),
  ),
  change_webhook: 'one statement of one request of the api, which may be repeated',
  ...Object.fromEntries(
    ['delete_webhook_deliveries', 'delete_webhook'].map((name) => [
      name,
      'a request of the api that continues where it was stopped when it is repeated; the endpoint is off before (webhook-requests.test.ts)',
    ]),
  ),
  ...Object.fromEntries(
    ['purge_events', 'purge_payloads', 'purge_deliveries', 'purge_inbound_messages', 'purge_webhook_secrets'].map(
      (name) => [
        name,
        'takes what is no longer kept, each batch one statement: what is left the next one takes (db/delivery/events/purge.test.ts)',
      ],
    ),
  ),
  ...Object.fromEntries(
    [
      'claim_discover_vectors',
      'store_discover_vectors',
      'give_back_discover_vectors',
      'keep_used_discover_vectors',
    ].map((name) => [
      name,
      'a cache of what an embeddings service computes: a claim ends by itself, and what is missing is made again (api/http/discover/meaning.test.ts)',
    ]),
  ),
  wait_for_share: 'states that a run waits, and when it is looked for; without it the next try states it',
  ...Object.fromEntries(
    ['postpone_starts', 'release_starts_to_sweeper'].map((name) => [
      name,
      "states when the sweeper looks for a run that is accepted and not started: without it, by the run's own time (long/load/fair-starts.test.ts)",
    ]),
  ),
  ...Object.fromEntries(
    ['postpone_inbound', 'release_inbound_to_sweeper'].map((name) => [
      name,
      "states when the sweeper looks for a provider's message that is not processed: without it, half a minute after it was received",
    ]),
  ),
  postpone_delivery_sweep:
    'states when a workflow is looked for that is there, on a timer; without it the sweeper looks earlier',
  create_watch: 'one transaction of one request of the api, which stores its answer with it',
  delete_watch:
    'one statement of one request of the api, which may be repeated; its Schedule follows when it fires or is reconciled',
  ...Object.fromEntries(
    ['claim_watch_reconciliation', 'finish_watch_reconciliation', 'give_watch_reconciliation_back'].map((name) => [
      name,
      'states who compares Schedules with rows, and when: doing it twice or an hour later is harmless (worker/watch-schedules.test.ts)',
    ]),
  ),
  rewrap_webhook_secrets:
    'a command that continues where it was stopped (db/access/connections/rotate-webhook-secrets.test.ts)',
  rewrap_credentials: 'a command that continues where it was stopped (connections/rotate.test.ts)',
  rewrap_own_webhooks: 'a command that continues where it was stopped (connections/rotate.test.ts)',
  ...Object.fromEntries(
    ['set_negotiated_rate', 'remove_negotiated_rate'].map((name) => [
      name,
      "one transaction of an operator's command, which may be repeated: what is like this is left as it is",
    ]),
  ),
  ...Object.fromEntries(
    [
      'settle_differing_topup',
      'close_refused_event',
      'decide_held_credit',
      'credit_unknown_payment',
      'close_indeterminate_runs',
      'revoke_leaked_token',
    ].map((name) => [
      name,
      "one transaction of an operator's command, which may be repeated: what is decided is left as it is (test/ops)",
    ]),
  ),
  ...Object.fromEntries(
    ['change_simulated_plan', 'open_plan_checkout', 'take_subscription'].map((name) => [
      name,
      'one transaction of one request of the api, which stores its answer in it or may be repeated (test/api/http/plan/plan.test.ts)',
    ]),
  ),
  pay_simulated_plan: 'one transaction of one request of the api, which may be repeated: a checkout is paid once',
  claim_address_reports: 'states when a report is looked at next: done twice or not at all, it falls due again',
  claim_due_referrals: 'states when a referral is looked at next: done twice or not at all, it falls due again',
  settle_referral:
    'one transaction under keys that are unique; what is not done falls due again (usecases/money/referrals.test.ts)',
  move_plan_on:
    'one transaction that finds the plan as it is: done again, it changes nothing, and what is not done falls due again',
  fold_health: 'counts separate from the runs: what was added and how far it came are one statement',
  store_feedback: 'one statement of one request of the api: a report that is sent again is kept again, and counted',
  ...Object.fromEntries(
    ['add_known_issue', 'set_known_issue', 'remove_known_issue', 'make_reset_link'].map((name) => [
      name,
      "one statement of an operator's command, who sees what became of it",
    ]),
  ),
  ...Object.fromEntries(
    (
      'sign_up sign_in revoke_session end_own_session end_other_sessions mint_api_key revoke_api_key change_password ' +
      'reset_password verify_email insert_reset_mail insert_verify_mail withdraw_invitation change_role ' +
      'invite_member refuse_invitations join_workspace switch_workspace remove_member sign_up_agent claim_workspace'
    )
      .split(' ')
      .map((name) => [
        name,
        'one transaction of one request of the api or of a command, which may be repeated: a repeated sign-up answers `conflict`, and the password opens another session',
      ]),
  ),
  purge_sessions: 'takes what is no longer kept: what is left the next one takes',
  ensure_user: 'one statement of a command, which may be repeated',
  ...Object.fromEntries(
    [
      'register_oauth_client',
      'store_oauth_client_document',
      'store_oauth_artifact',
      'destroy_oauth_artifact',
      'connect_app',
      'revoke_connected_app',
      'disconnect_app',
      'change_connected_app',
      'change_api_key',
    ].map((name) => [name, 'one statement or transaction of one request of the api, which may be repeated']),
  ),
  consume_oauth_artifact:
    'one statement; a code or refresh token whose request died is used up: repeated within seconds it is refused, later the app sends the person to consent again, as OAuth has it',
  make_oauth_keys: 'one statement of every first request: the first one counts (db/access/oauth/keys.test.ts)',
  rewrap_oauth_keys: 'a command that continues where it was stopped (db/access/oauth/keys.test.ts)',
  ensure_workspace: 'one transaction of a command, under a name that is unique',
  open_topup: 'one transaction of one request of the api, with its answer: a page without an answer is never paid',
  note_opened_checkout:
    'one transaction of one request of the api, with its answer: a page without an answer is never paid',
  pay_simulated_topup:
    'one transaction of a press of a button, which may be pressed again (api/http/wallet/simulated.test.ts)',
  ensure_referral_code: 'one statement under a unique key, read again after it',
  apply_stripe_event:
    'one transaction of one request of the api, which Stripe repeats until it is answered (test/api/http/inbound/stripe.test.ts)',
  credit_wallet: 'one statement under a unique key, before any run',
}
