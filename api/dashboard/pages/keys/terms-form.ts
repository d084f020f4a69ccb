import { BUDGET_PERIODS, type BudgetPeriod, PERIOD_WORDS } from '../../../../domain/budgets/budget.ts'
import type { Json, JsonObject } from '../../../../domain/json/json.ts'
import type { Static } from 'typebox'
import type { ApiKey, KeyAllow } from '../../../schemas/api-key.ts'
import type { Budget } from '../../../schemas/budget.ts'
import { usd } from '../../elements.ts'
import { html, type Html } from '../../../html/markup.ts'
import { type FormField, hasChanged } from '../../forms.ts'

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
const budgetIn = (form: URLSearchParams): JsonObject | null => {
  const amount = form.get('amount') ?? ''
  return amount === '' ? null : { amount, period: form.get('period') ?? '' }
}

/** The budget that a person changed; undefined: it stays as it is. */
export const changedBudgetIn = (form: URLSearchParams): JsonObject | null | undefined => {
  const budget = budgetIn(form)
  // Without an amount the period states nothing.
  return hasChanged(form, 'amount') || (budget !== null && hasChanged(form, 'period')) ? budget : undefined
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

const listIn = (form: URLSearchParams, name: string): string[] | undefined => {
  const words = (form.get(name) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return words.length === 0 ? undefined : words
}

/** How a form gives each limit; undefined: it limits nothing. */
const LIMITS: Readonly<Record<keyof KeyAllow, (form: URLSearchParams) => Json | undefined>> = {
  capabilities: (form) => listIn(form, 'capabilities'),
  providers: (form) => listIn(form, 'providers'),
  raw: (form) => (form.get('raw') === 'no' ? false : undefined),
  sends: (form) => (form.get('sends') === 'no' ? false : undefined),
  max_run_cost: (form) => form.get('max_run_cost') || undefined,
}

/** The last moment of the day that a form gives; undefined: none. */
const expiryIn = (form: URLSearchParams): string | undefined => {
  const last = form.get('expires_at') ?? ''
  return last === '' ? undefined : `${last}T23:59:59Z`
}

/** The members of the body that the form of a new key gives. */
export function termsIn(form: URLSearchParams): JsonObject {
  const allow = given(limitsIn(form))
  return given({
    budget: budgetIn(form) ?? undefined,
    allow: Object.keys(allow).length === 0 ? undefined : allow,
    expires_at: expiryIn(form),
    approver: form.get('approver') === 'yes',
  })
}

/**
 * The members of the body that a person changed in the form of a key that is there. A key that loses its budget and its
 * last limit keeps `{}`: a program that has the key would decide over the workspace otherwise.
 */
export function changesIn(form: URLSearchParams, { allow }: Pick<Key, 'allow'>): JsonObject {
  const budget = changedBudgetIn(form)
  const changed = Object.entries(limitsIn(form)).filter(([name]) => hasChanged(form, name))
  const staysLimited = budget === null && allow === null
  return given({
    budget,
    allow: changed.length > 0 || staysLimited ? given({ ...allow, ...Object.fromEntries(changed) }) : undefined,
    expires_at: hasChanged(form, 'expires_at') ? (expiryIn(form) ?? null) : undefined,
    approver: hasChanged(form, 'approver') ? form.get('approver') === 'yes' : undefined,
  })
}

const limitsIn = (form: URLSearchParams): Record<string, Json | undefined> =>
  Object.fromEntries(Object.entries(LIMITS).map(([name, read]) => [name, read(form)]))

/** The members that have a value; null is one. */
const given = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** A budget in one line. */
export const budgetShown = (budget: Budget | null): Html | string =>
  budget === null
    ? 'none'
    : html`${usd(budget.remaining)} of ${usd(budget.amount)} left ${PERIOD_WORDS[budget.period]};
${usd(budget.spent)} spent, ${usd(budget.held)} held`

/** What a key may do, in one line. */
export function allowShown({ allow, approver, budget }: Pick<Key, 'allow' | 'approver' | 'budget'>): string {
  const { capabilities, providers, raw, sends, max_run_cost: most } = allow ?? {}
  const isLimited = allow !== null || budget !== null
  return [
    ...(isLimited ? [] : ['all that keys may']),
    ...(capabilities === undefined ? [] : [`runs ${capabilities.join(', ')}`]),
    ...(providers === undefined ? [] : [`with ${providers.join(', ')}`]),
    ...(raw === false ? ['no raw calls'] : []),
    ...(sends === false ? ['no messages'] : []),
    ...(most === undefined ? [] : [`at most ${most} a run`]),
    ...(isLimited ? ['decides over nothing of the workspace'] : []),
    ...(approver ? ['approves runs of others'] : []),
  ].join('; ')
}
