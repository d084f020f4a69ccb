import { BOUNCE_CREDIT_DAYS } from '../../../domain/bounces/credit.ts'
import { PLAN_TERMS } from '../../../domain/pricing/plans.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { TOPUP_MAX, TOPUP_MIN } from '../../../domain/payments/topup.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { ListedPrice } from '../../../domain/routing/price-list.ts'
import { type PlanName, PLANS, TABLE_QUOTAS } from '../../../domain/tables/limits.ts'
import { amountsOf, byCategory, CATEGORY_NAMES, providersOf, unitOf } from '../welcome/price-words.ts'

/** The prices of the first page as Markdown, with what an agent needs to compute with them. */
export const pricingText = (
  publicUrl: string,
  { prices, manifests }: { readonly prices: readonly ListedPrice[]; readonly manifests: readonly ProviderManifest[] },
): string =>
  [
    '# Prices',
    '',
    '> List prices in USD, without a plan. Runs are paid from one prepaid wallet. The sandbox (keys `svc_test_…`) costs nothing.',
    '',
    '## How a run is charged',
    '',
    '- A run holds the highest price of its providers, and is charged by the provider that delivered. The rest returns to the wallet.',
    '- A range is that of the providers: routing takes the best value first. `routing.max_cost` limits what a run may cost.',
    '- “When found”: an answer without a match is free. “An answer”: each answer of a provider is charged. “For … results”: the price of as many results as a request has by default; fewer results cost less.',
    `- An address that a run found, or verified as valid, and that bounces as unknown within ${BOUNCE_CREDIT_DAYS} days costs nothing: the charge comes back by itself (\`billing.credited\`), once for an address that was bought repeatedly.`,
    '- Calls with your own key of a provider (a connection) are free here.',
    `- The price of one run, with the plan and negotiated rates of your workspace: \`POST ${publicUrl}/v1/inspect\`. A provider's own endpoints (raw runs) are priced there, too.`,
    '- Free: discover, inspect, the catalog, history, tables, events, webhooks, feedback.',
    '',
    '## Capabilities',
    '',
    ...byCategory(prices).flatMap(([category, ofCategory]) => [
      `### ${CATEGORY_NAMES[category]}`,
      '',
      '| capability | what it does | price | for | providers |',
      '|---|---|---|---|---|',
      ...ofCategory.map(priceRow),
      '',
    ]),
    '## Where providers keep data',
    '',
    'As they state it in public; the others state nothing. `routing.require: {"data_region": "eu"}` of a run, or the routing policy, allows only those that state it.',
    '',
    '| provider | data region | keeps what it is sent |',
    '|---|---|---|',
    ...manifests.filter(statesData).map(factsRow),
    '',
    '## Plans',
    '',
    'A plan is optional. Its discount applies to the list prices of the platform.',
    '',
    '| plan | a month | discount | tables |',
    '|---|---|---|---|',
    ...PLANS.map(planRow),
    '',
    '## Top-ups',
    '',
    `A person pays $${formatUsd(TOPUP_MIN)} to $${formatUsd(TOPUP_MAX)} by card: \`POST ${publicUrl}/v1/wallet/topups/checkout\` returns a \`checkout_url\` to open in a browser. A refused run (402) has \`topup_url\`, a page on which a person tops up after signing in.`,
    '',
  ].join('\n')

const statesData = ({ environment, facts }: ProviderManifest): boolean =>
  environment === 'live' && (facts.data_region !== null || facts.retention_days !== null)

const factsRow = ({ slug, facts: { data_region: region, retention_days: days } }: ProviderManifest): string =>
  `| \`${slug}\` | ${region ?? 'not stated'} | ${days === null ? 'not stated' : `${days} days at most`} |`

const priceRow = (price: ListedPrice): string => {
  const { slug, title } = price.capability
  return `| \`${slug}\` | ${title} | ${amountsOf(price)} | ${unitOf(price)} | ${providersOf(price)} |`
}

function planRow(plan: PlanName): string {
  const { title, price, discountPercent } = PLAN_TERMS[plan]
  const { tables, rows } = TABLE_QUOTAS[plan]
  return `| ${title} | $${price} | ${discountPercent}% | ${tables} with ${rows} rows |`
}
