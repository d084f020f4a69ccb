import type { JsonObject } from '../../../domain/json/json.ts'
import { STRATEGIES } from '../../../domain/routing/plan.ts'
import { humanize } from '../elements.ts'
import type { FormField } from '../forms.ts'
import { fieldName } from './values.ts'

const LIST_LENGTH_MAX = 1_000

/** Several providers, as a person writes them. */
export const providersField = (name: string, { label, slugs = [] }: ProvidersField): FormField => ({
  name,
  label,
  hint: 'Providers, separated by commas.',
  value: slugs.join(', '),
  optional: true,
  maxLength: LIST_LENGTH_MAX,
  autocomplete: 'off',
})

interface ProvidersField {
  readonly label: string
  readonly slugs?: readonly string[] | undefined
}

export const providersIn = (form: URLSearchParams, name: string): string[] =>
  (form.get(name) ?? '').split(/[\s,]+/).filter((slug) => slug !== '')

const routingName = (name: string): string => fieldName('routing', name)

export const MAX_COST: FormField = {
  name: routingName('max_cost'),
  at: 'routing/max_cost',
  label: 'Most that it may cost, in USD',
  optional: true,
  inputMode: 'decimal',
  autocomplete: 'off',
}

const UNCHECKED: FormField = {
  name: routingName('allow_unchecked_recipients'),
  at: 'routing/allow_unchecked_recipients',
  label: 'Send to people that only the provider knows',
  hint: 'No suppression and no guard checks them.',
  optional: true,
  options: [
    ['', '–'],
    ['yes', 'Yes'],
    ['no', 'No'],
  ],
}

interface Routed {
  /** The providers among which a person may choose; routing chooses by default. */
  readonly providers: readonly string[]
  /** Whether a person may permit it to send to people that no rule here can check. */
  readonly mayBeUnchecked: boolean
}

/** How a request is routed, in addition to its `max_cost`. */
export const routingFields = ({ providers, mayBeUnchecked }: Routed): FormField[] => [
  ...(providers.length < 2 ? [] : choiceOfProviders(providers)),
  ...(mayBeUnchecked ? [UNCHECKED] : []),
]

const choiceOfProviders = (providers: readonly string[]): FormField[] => [
  {
    name: routingName('provider'),
    at: 'routing/provider',
    label: 'Provider',
    optional: true,
    options: [['', 'the best one'] as const, ...providers.map((one) => [one, one] as const)],
    hint: 'A chosen provider has no fallback.',
  },
  {
    name: routingName('strategy'),
    at: 'routing/strategy',
    label: 'Strategy',
    optional: true,
    options: [['', '–'] as const, ...STRATEGIES.map((one) => [one, humanize(one)] as const)],
    hint: 'Which provider comes first; best value by default.',
  },
  { ...providersField(routingName('only'), { label: 'Only these providers' }), at: 'routing/only' },
  { ...providersField(routingName('ignore'), { label: 'Never these providers' }), at: 'routing/ignore' },
]

/** `routing` of a request; without members where the form names none. */
export function routingIn(form: URLSearchParams): JsonObject {
  const texts = ['max_cost', 'provider', 'strategy'].flatMap((name) => {
    const text = form.get(routingName(name)) ?? ''
    return text === '' ? [] : [[name, text] as const]
  })
  const lists = ['only', 'ignore'].flatMap((name) => {
    const slugs = providersIn(form, routingName(name))
    return slugs.length === 0 ? [] : [[name, slugs] as const]
  })
  return {
    ...Object.fromEntries([...texts, ...lists]),
    ...(form.get(UNCHECKED.name) === 'yes' && { allow_unchecked_recipients: true }),
  }
}
