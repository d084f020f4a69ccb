import { formatUsd, formatUsdOrNull, type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import {
  type AutoTopupChange,
  type AutoTopupSetting,
  type AutoTopupState,
  readAutoTopup,
  type WalletRef,
} from '../../../db/money/payments/auto-topup.ts'
import { changeAutoTopup } from '../../../usecases/money/change-auto-topup.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { AutoTopup, AutoTopupUpdate } from '../../schemas/wallet.ts'
import { type CheckoutDeps, wayOf } from '../checkout/deps.ts'
import { parseAmount } from './open-topup.ts'

type Deps = Pick<CheckoutDeps, 'db' | 'settings' | 'cipher'>

const isSimulated = (deps: Deps, { environment }: WalletRef): boolean => wayOf(deps, environment) === 'simulated'

const read = (deps: Deps, wallet: WalletRef): Promise<AutoTopupState> =>
  readAutoTopup(deps.db, wallet, { simulated: isSimulated(deps, wallet) })

/** Decisions, "wallet": the settings of the automatic top-up, and its last outcome. */
export const getAutoTopup = (deps: Deps) =>
  defineRoute({
    operationId: 'getAutoTopup',
    method: 'GET',
    path: '/v1/wallet/auto-topup',
    summary: 'Retrieve automatic top-up settings',
    description:
      'Returns the setting, the amount charged in this calendar month (UTC), the last attempt, and the earliest time of the next attempt.',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'read',
    responses: { 200: { description: 'The setting, and the last attempt.', schema: AutoTopup } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, present(await read(deps, principal)))
    },
  })

/** Decisions, "wallet": tops the wallet up automatically whenever less than `threshold` is available. */
export const updateAutoTopup = (deps: Deps) =>
  defineRoute({
    operationId: 'updateAutoTopup',
    method: 'POST',
    path: '/v1/wallet/auto-topup',
    summary: 'Update automatic top-up settings',
    description:
      'When less than `threshold` is available, the stored card is charged with `amount` within seconds. There is one charge at a time, and at most `monthly_limit` is charged in a calendar month (UTC). A failed charge is repeated after 1, 6 and 24 hours; each failure raises `wallet.topup_failed`. The fourth consecutive failure disables automatic top-ups. An update resets the failures. The latest stored card counts; without one the answer is `conflict`. `monthly_limit` includes pending charges, and reaching it raises `wallet.topup_failed` once a month. A chargeback disables automatic top-ups at once (`reason: chargeback`).',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'owner',
    idempotent: { store: deps },
    body: AutoTopupUpdate,
    bodyExamples: {
      twenty: {
        summary: 'Twenty dollars below five',
        value: { enabled: true, threshold: '5.00', amount: '20.00', monthly_limit: '200.00' },
      },
    },
    responses: { 200: { description: 'The updated setting.', schema: AutoTopup } },
    errors: ['conflict'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const now = await read(deps, principal)
      const change = changeOf(body)
      const update = { setting: settingOf(body, change, now), change, simulated: isSimulated(deps, principal) }
      const updated = await changeAutoTopup(deps.db, principal, update, (tx, state) => saveResponse(tx, present(state)))
      if (updated === null) throw limitTooLow()
      log.info({ enabled: body.enabled }, 'auto_topup_updated')
      return reply(200, present(updated))
    },
  })

const changeOf = (body: AutoTopupUpdate): AutoTopupChange => ({
  amount: body.amount === undefined ? undefined : parseAmount(body.amount, '/amount'),
  threshold: body.threshold === undefined ? undefined : parseUsd(body.threshold),
  monthlyLimit: body.monthly_limit === undefined ? undefined : parseUsd(body.monthly_limit),
})

const limitTooLow = (): Problem =>
  new Problem(
    'invalid_request',
    'The monthly limit must be at least the amount of one top-up, for example 100.00 for top-ups of 25.00.',
    {
      param: '/monthly_limit',
    },
  )

function settingOf(body: AutoTopupUpdate, change: AutoTopupChange, now: AutoTopupState): AutoTopupSetting {
  const amount = change.amount ?? required(now.amount, 'amount')
  const threshold = change.threshold ?? required(now.threshold, 'threshold')
  const monthlyLimit = change.monthlyLimit ?? required(now.monthlyLimit, 'monthly_limit')
  if (monthlyLimit < amount) throw limitTooLow()
  if (body.enabled && !now.cardOnFile)
    throw new Problem(
      'conflict',
      'There is no stored card. Pay a top-up through `POST /v1/wallet/topups/checkout`; its card is stored for automatic top-ups.',
    )
  return { enabled: body.enabled, threshold, amount, monthlyLimit }
}

function required(value: Microdollars | null, member: string): Microdollars {
  if (value === null)
    throw new Problem('invalid_request', `\`${member}\` is required the first time.`, { param: `/${member}` })
  return value
}

const present = (state: AutoTopupState): AutoTopup => ({
  enabled: state.enabled,
  threshold: formatUsdOrNull(state.threshold),
  amount: formatUsdOrNull(state.amount),
  monthly_limit: formatUsdOrNull(state.monthlyLimit),
  spent_this_month: formatUsd(state.spentThisMonth),
  card_on_file: state.cardOnFile,
  last_attempt:
    state.lastId === null || state.lastStatus === null || state.lastAmount === null || state.lastAt === null
      ? null
      : {
          topup_id: state.lastId,
          status: state.lastStatus,
          amount: formatUsd(state.lastAmount),
          reason: state.lastReason,
          at: state.lastAt.toISOString(),
        },
  next_attempt_at: state.nextAttemptAt?.toISOString() ?? null,
})
