import { BUDGET_PERIODS, type BudgetPeriod, PERIOD_WORDS } from '../../../../domain/budgets/budget.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import type { Static } from 'typebox'
import type { ApiKey } from '../../../schemas/api-key.ts'
import type { Budget } from '../../../schemas/budget.ts'
import { usd } from '../../elements.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { FormField } from '../../forms.ts'

type Key = Pick<Static<typeof ApiKey>, 'allow' | 'approver' | 'budget' | 'expires_at'>

const MAY = [
  ['', 'It may'],
  ['no', 'It may not'],
] as const

const AMOUNT_FIELD = {
  name: 'amount',
  at: 'budget/amount',
  label: 'Budget in USD',
  hint: 'Its runs are refused before they spend more.',
  inputMode: 'decimal',
  maxLength: 16,
} as const satisfies FormField

const periodField = (period: BudgetPeriod): FormField => ({
  name: 'period',
  at: 'budget/period',
  label: 'The budget counts',
  value: period,
  options: BUDGET_PERIODS.map((one) => [one, PERIOD_WORDS[one]] as const),
})

/** The fields of a budget; an empty amount is no budget. */
export const budgetFields = (budget: Budget | null): FormField[] => [
  { ...AMOUNT_FIELD, hint: `${AMOUNT_FIELD.hint} Empty: no budget.`, value: budget?.amount ?? '', optional: true },
  periodField(budget?.period ?? 'day'),
]

/** The same where there must be a budget. */
export const NEEDED_BUDGET_FIELDS: readonly FormField[] = [AMOUNT_FIELD, periodField('month')]

/** The budget that a form gives; null: none. */
export const budgetIn = (form: URLSearchParams): JsonObject | null => {
  const amount = form.get('amount') ?? ''
  return amount === '' ? null : { amount, period: form.get('period') ?? '' }
}

/** The fields of what a key may spend and do, with the values of a key; null: a new one. */
export const termsFields = (key: Key | null): FormField[] => [
  ...budgetFields(key?.budget ?? null),
  {
    name: 'max_run_cost',
    at: 'allow/max_run_cost',
    label: 'The most that one run may hold, in USD',
    value: key?.allow?.max_run_cost ?? '',
    optional: true,
    inputMode: 'decimal',
    maxLength: 16,
  },
  {
    name: 'capabilities',
    at: 'allow/capabilities/0',
    label: 'Capabilities that it may run',
    hint: 'With commas between them; contact.* is all that begin so. Empty: all.',
    value: key?.allow?.capabilities?.join(', ') ?? '',
    optional: true,
    maxLength: 2000,
  },
  {
    name: 'providers',
    at: 'allow/providers/0',
    label: 'Providers that it may use',
    hint: 'With commas between them. Empty: all.',
    value: key?.allow?.providers?.join(', ') ?? '',
    optional: true,
    maxLength: 2000,
  },
  { name: 'raw', label: 'Make raw calls', value: key?.allow?.raw === false ? 'no' : '', options: MAY, optional: true },
  {
    name: 'sends',
    label: 'Send messages',
    value: key?.allow?.sends === false ? 'no' : '',
    options: MAY,
    optional: true,
  },
  {
    name: 'approver',
    label: 'Approve runs of others',
    value: key?.approver === true ? 'yes' : '',
    options: [
      ['', 'It may not'],
      ['yes', 'It may'],
    ],
    optional: true,
  },
  {
    name: 'expires_at',
    label: 'Last day',
    hint: 'In UTC. Empty: it does not end.',
    type: 'date',
    value: key?.expires_at?.slice(0, 10) ?? '',
    optional: true,
  },
]

const listIn = (form: URLSearchParams, name: string): string[] =>
  (form.get(name) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** The members of the route's body that a form gives; those that are empty are null. */
export function termsIn(form: URLSearchParams): {
  budget: JsonObject | null
  allow: JsonObject | null
  expires_at: string | null
  approver: boolean
} {
  const [capabilities, providers] = [listIn(form, 'capabilities'), listIn(form, 'providers')]
  const maxRunCost = form.get('max_run_cost') ?? ''
  const allow: JsonObject = {
    ...(capabilities.length > 0 ? { capabilities } : {}),
    ...(providers.length > 0 ? { providers } : {}),
    ...(form.get('raw') === 'no' ? { raw: false } : {}),
    ...(form.get('sends') === 'no' ? { sends: false } : {}),
    ...(maxRunCost === '' ? {} : { max_run_cost: maxRunCost }),
  }
  const last = form.get('expires_at') ?? ''
  return {
    budget: budgetIn(form),
    allow: Object.keys(allow).length === 0 ? null : allow,
    expires_at: last === '' ? null : `${last}T23:59:59Z`,
    approver: form.get('approver') === 'yes',
  }
}

/** A budget in one line. */
export const budgetShown = (budget: Budget | null): Html | string =>
  budget === null
    ? 'none'
    : html`${usd(budget.remaining)} of ${usd(budget.amount)} left ${PERIOD_WORDS[budget.period]};
${usd(budget.spent)} spent, ${usd(budget.held)} held`

/** What a key may do, in one line. */
export function allowShown({ allow, approver }: Pick<Key, 'allow' | 'approver'>): string {
  const { capabilities, providers, raw, sends, max_run_cost: most } = allow ?? {}
  return [
    ...(allow === null ? ['all that keys may'] : []),
    ...(capabilities === undefined ? [] : [`runs ${capabilities.join(', ')}`]),
    ...(providers === undefined ? [] : [`with ${providers.join(', ')}`]),
    ...(raw === false ? ['no raw calls'] : []),
    ...(sends === false ? ['no messages'] : []),
    ...(most === undefined ? [] : [`at most ${most} a run`]),
    ...(approver ? ['approves runs of others'] : []),
  ].join('; ')
}
