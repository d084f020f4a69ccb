import { Argument, Option } from 'commander'
import { environmentOf } from '../config.ts'
import { noun, operation } from '../operation-command.ts'
import { factsOf, itemsOf, time } from '../output/items.ts'
import { safeLine } from '../output/text.ts'
import { at, textAt } from '../output/value.ts'

const list = operation<{ readonly days?: string }>({
  name: 'list',
  summary: 'list API keys with their use',
  operation: 'GET /v1/api-keys',
  options: [new Option('--days <n>', 'days of use to count, from 1 to 365 (30)')],
  sends: ({ options: { days } }) => ({ query: { days } }),
  view: itemsOf([
    { title: 'KEY', fixed: true, of: 'id' },
    { title: 'NAME', of: 'name' },
    { title: 'ENVIRONMENT', fixed: true, of: 'environment' },
    { title: 'DISPLAY', spare: true, of: 'display' },
    { title: 'STATE', of: (key) => (at(key, 'revoked') === true ? 'revoked' : 'active') },
    { title: 'RUNS', right: true, fixed: true, spare: true, of: 'usage.runs' },
    { title: 'USD', right: true, fixed: true, spare: true, of: 'usage.charged' },
    { title: 'LAST USED', spare: true, of: time('last_used_at') },
  ]),
  examples: ['svc keys list', 'svc keys list --days 7 --json'],
})

interface NewKeyOptions {
  readonly budget?: string
  readonly capability?: readonly string[]
  readonly provider?: readonly string[]
  readonly raw?: boolean
  readonly sends?: boolean
  readonly maxRunCost?: string
  readonly expires?: string
}

/** `5.00/day`; without a period it counts in total. */
function budgetOf(text: string): object {
  const [amount = '', period = 'total'] = text.split('/')
  return { amount, period }
}

/** What the key may do; undefined: all that keys may. */
function allowOf({ capability, provider, raw, sends, maxRunCost }: NewKeyOptions): object | undefined {
  const allow = {
    ...(capability === undefined ? {} : { capabilities: [...capability] }),
    ...(provider === undefined ? {} : { providers: [...provider] }),
    ...(raw === false ? { raw } : {}),
    ...(sends === false ? { sends } : {}),
    ...(maxRunCost === undefined ? {} : { max_run_cost: maxRunCost }),
  }
  return Object.keys(allow).length === 0 ? undefined : allow
}

const create = operation<NewKeyOptions>({
  name: 'create',
  summary: 'create a key of the sandbox, or with --live of the live environment; it is shown only once',
  operation: 'POST /v1/api-keys',
  words: [new Argument('<name>', 'name of the key')],
  options: [
    new Option('--budget <usd/period>', 'what its runs may spend: 5.00/day, /week, /month or /total'),
    new Option('--capability <slug...>', 'only these capabilities; contact.* is all that begin so'),
    new Option('--provider <slug...>', 'only these providers'),
    new Option('--no-raw', 'no raw calls'),
    new Option('--no-sends', 'no messages'),
    new Option('--max-run-cost <usd>', 'the most that one run may hold'),
    new Option('--expires <time>', 'refused from this time on, ISO 8601'),
  ],
  async sends({ words: [name], options, context }) {
    const { token, environment } = (await context.requests()).credentials
    const { budget, expires } = options
    const allow = allowOf(options)
    return {
      body: {
        name,
        environment: environment ?? environmentOf(token ?? '') ?? 'test',
        ...(budget === undefined ? {} : { budget: budgetOf(budget) }),
        ...(allow === undefined ? {} : { allow }),
        ...(expires === undefined ? {} : { expires_at: expires }),
      },
    }
  },
  view: factsOf([
    ['id', 'id'],
    ['key', 'api_key'],
  ]),
  note: () => 'Store the key. It is shown only once. To use it in later commands: svc login --key -',
  asPerson: true,
  examples: [
    'svc keys create laptop',
    'svc keys create ci --live --field api_key > key.txt',
    'svc keys create agent --budget 5.00/day --no-sends',
  ],
})

const revoke = operation({
  name: 'revoke',
  summary: 'revoke a key: it is refused from the next request on',
  operation: 'DELETE /v1/api-keys/{key_id}',
  words: [new Argument('<api-key>', 'key_…')],
  sends: ({ words: [id = ''] }) => ({ params: { key_id: id } }),
  view: (key) => `${safeLine(`${textAt(key, 'name')} (${textAt(key, 'id')})`)} revoked\n`,
  examples: ['svc keys revoke key_…'],
})

/** Spec 5.3. */
export const keys = noun(list, create, revoke)
