import type { Static } from 'typebox'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { DATA_REGIONS } from '../../../domain/providers/facts.ts'
import { groupOf } from '../../../domain/routing/policy.ts'
import { html, type Html } from '../../html/markup.ts'
import { RoutingPolicy, type RoutingRules } from '../../schemas/routing-rules.ts'
import { table } from '../elements.ts'
import { formOf } from '../forms.ts'
import { pageUrl, type MakePage, can, type View } from '../page.ts'
import { providersField, providersIn } from '../run-form/routing-fields.ts'

const ROUTING_PATH = '/routing'
/** The rules for every capability, and for raw endpoints. */
const EVERYTHING = 'default'

type Policy = Static<typeof RoutingPolicy>
type Rules = Static<typeof RoutingRules>

const NAMES: readonly string[] = [
  EVERYTHING,
  ...new Set(CAPABILITIES.map(({ slug }) => groupOf(slug))),
  ...CAPABILITIES.map(({ slug }) => slug),
]

/** Which providers may serve the workspace's runs, and in which order. */
export const routingPage: MakePage = ({ find }) => {
  const getPolicy = find('getRoutingPolicy', RoutingPolicy)
  const updatePolicy = find('updateRoutingPolicy', RoutingPolicy)
  return {
    path: ROUTING_PATH,
    section: ROUTING_PATH,
    navigation: { name: 'Routing', group: 'Data' },
    async show(view) {
      const policy = await getPolicy(view)
      return {
        title: 'Routing',
        main: html`<p>Which providers may serve the runs of this workspace, and in which order.
The rules of a capability, of its group and of everything all apply, and so do those of a request.
Raw endpoints are under the rules of everything alone.</p>
${rulesTable(view, policy)}
${can(view, 'session') && html`<section class="card"><h2>Set the rules of one</h2>${rulesForm(view, policy)}</section>`}`,
      }
    },
    async act(view, form) {
      // The route takes the entire policy: the rules of all others stay as they are. What a person did not see is not
      // replaced, so the policy must still have the version that the page showed.
      const name = form.get('name') ?? EVERYTHING
      const rules = rulesIn(form)
      const { version: _now, own_key_rejected: _rule, ...policy } = await getPolicy(view)
      const { [name]: _before, ...others } = policy.capabilities
      const named = Object.keys(rules).length === 0 ? others : { ...others, [name]: rules }
      const kept = withRejectedKeyRule(policy, form)
      const changed = name === EVERYTHING ? { ...kept, default: rules } : { ...kept, capabilities: named }
      const seen = form.get('version')
      await updatePolicy(view, { body: seen === null ? changed : { ...changed, version: seen } })
      return pageUrl(view, ROUTING_PATH)
    },
  }
}

/** `stop` is what holds without a rule. */
const withRejectedKeyRule = <Stated extends object>(policy: Stated, form: URLSearchParams) => ({
  ...policy,
  ...(form.get('own_key_rejected') === 'pay_others' ? { own_key_rejected: 'pay_others' as const } : {}),
})

function rulesIn(form: URLSearchParams): Rules {
  const region = DATA_REGIONS.find((one) => one === form.get('data_region'))
  const lists = Object.fromEntries(
    (['order', 'only', 'ignore'] as const).flatMap((name) => {
      const slugs = providersIn(form, name)
      return slugs.length === 0 ? [] : [[name, slugs] as const]
    }),
  )
  return { ...lists, ...(region === undefined ? {} : { require: { data_region: region } }) }
}

const rulesTable = (view: View, { default: always, capabilities }: Policy): Html =>
  table({
    id: 'routing',
    caption: 'Rules',
    empty: 'There are no rules: routing decides alone.',
    columns: [
      { title: 'For' },
      { title: 'First', wraps: true },
      { title: 'Only', wraps: true },
      { title: 'Never', wraps: true },
      { title: 'Data region' },
    ],
    rows: [[EVERYTHING, always] as const, ...Object.entries(capabilities)].flatMap(([name, rules]) =>
      Object.keys(rules).length === 0
        ? []
        : [
            {
              id: name,
              cells: [
                html`<a href="${pageUrl(view, ROUTING_PATH, { for: name })}">${wordOf(name)}</a>`,
                (rules.order ?? []).join(', '),
                (rules.only ?? []).join(', '),
                (rules.ignore ?? []).join(', '),
                rules.require?.data_region ?? '',
              ],
            },
          ],
    ),
  })

const wordOf = (name: string): string => (name === EVERYTHING ? 'everything' : name)

/** The form shows the rules that its link names. */
function rulesForm({ refused, query }: View, policy: Policy): Html {
  const { version, default: always, capabilities } = policy
  const name = NAMES.find((one) => one === query['for']) ?? EVERYTHING
  const rules = name === EVERYTHING ? always : (capabilities[name] ?? {})
  return formOf(
    {
      action: 'rules',
      submit: 'Save',
      style: 'plain',
      hidden: { version },
      more:
        refused?.problem.code === 'conflict'
          ? html`<p>The table shows the rules as they are now. Save again to replace those of this one.</p>`
          : null,
      fields: [
        {
          name: 'name',
          label: 'For',
          hint: 'Its rules are replaced by these; without any they are removed.',
          value: name,
          options: NAMES.map((one) => [one, wordOf(one)] as const),
        },
        providersField('order', { label: 'First, in this order', slugs: rules.order }),
        providersField('only', { label: 'Only', slugs: rules.only }),
        providersField('ignore', { label: 'Never', slugs: rules.ignore }),
        {
          name: 'data_region',
          label: 'Data region',
          value: rules.require?.data_region ?? '',
          options: [['', 'any'], ...DATA_REGIONS.map((region) => [region, region] as const)],
        },
        {
          name: 'own_key_rejected',
          label: 'When a provider rejects your own key',
          hint: 'The same for every capability.',
          value: policy.own_key_rejected ?? 'stop',
          options: [
            ['stop', 'stop: no other provider is paid'],
            ['pay_others', 'other providers serve the run, and charge'],
          ],
        },
      ],
    },
    refused,
  )
}
