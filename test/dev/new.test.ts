import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { newCapability } from '../../dev/new/capability.ts'
import { applied, type Addition, type Tree } from '../../dev/new/plan.ts'
import { newProvider } from '../../dev/new/provider.ts'
import { newRoute } from '../../dev/new/route.ts'
import { newWorkflow } from '../../dev/new/workflow.ts'

const ROOT = join(import.meta.dirname, '../..')
const orNone = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch {
    return null
  }
}
/** The files of this clone. */
const tree: Tree = {
  read: (path) => orNone(() => readFileSync(join(ROOT, path), 'utf8')),
  list: (folder) => orNone(() => readdirSync(join(ROOT, folder))) ?? [],
}

type Options = Readonly<Record<string, string>>
type Generator = (from: Tree, args: readonly string[], options: Options) => Addition

const KINDS: Readonly<Record<string, readonly [generator: Generator, args: readonly string[], options: Options]>> = {
  route: [newRoute, ['getGadget', 'GET', '/v1/gadgets/{gadget_id}'], { tag: 'Catalog' }],
  provider: [newProvider, ['acme', 'https://api.acme.example', 'company.technologies', 'GET /lookup'], {}],
  capability: [newCapability, ['company.awards'], {}],
  workflow: [newWorkflow, ['refreshLogo', 'logos'], {}],
}

const planOf = (kind: string, args?: readonly string[], options?: Options, from: Tree = tree): Addition => {
  const [generator, usual, usualOptions] = KINDS[kind] ?? []
  if (generator === undefined) throw new Error(`There is no generator of ${kind}.`)
  return generator(from, args ?? usual ?? [], options ?? usualOptions ?? {})
}

/** The lines that a file of the clone gets. */
function linesAdded(plan: Addition, path: string): readonly string[] {
  const linesOf = (text = ''): string[] => text.split('\n').map((line) => line.trim())
  const before = new Set(linesOf(tree.read(path) ?? ''))
  return linesOf(applied(tree, plan.changes).get(path)).filter((line) => !before.has(line))
}

describe.each(Object.keys(KINDS))('a new %s', (kind) => {
  it('has files, lines in registers that exist, and a test that names what is left', () => {
    const plan = planOf(kind)
    const written = applied(tree, plan.changes)
    for (const [path, text] of written) expect([path, text === tree.read(path)]).toEqual([path, false])
    const test = plan.command.split(' ').at(-1) ?? ''
    expect(tree.read(test)).toBeNull()
    expect(written.get(test)).toContain("it('has nothing left to do'")
    expect(plan.left.length).toBeGreaterThan(2)
  })

  it('is refused with every file that lacks the place for its line, or that exists', () => {
    const { changes } = planOf(kind)
    const edited = changes.filter((change) => !('text' in change)).map(({ path }) => path)
    const empty: Tree = { ...tree, read: (path) => (edited.includes(path) ? '' : 'There is something.') }
    const lines = Object(thrownBy(() => applied(empty, changes))).message.split('\n')
    expect(lines.map((line: string) => line.split(' ')[0])).toEqual(changes.map(({ path }) => path))
    expect(lines.filter((line: string) => !/ (?:has no .*|exists)\.$/s.test(line))).toEqual([])
  })
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('a line is put', () => {
  it('into the list of the routes of its noun', () => {
    const plan = planOf('route', ['listOldInvoices', 'GET', '/v1/wallet/old-invoices'], {})
    expect(linesAdded(plan, 'api/http/wallet/routes.ts')).toEqual([
      "import { listOldInvoices } from './list-old-invoices.ts'",
      'listOldInvoices(),',
    ])
    expect(plan.left).toContain(
      'docs/reference/wallet.md: state what GET /v1/wallet/old-invoices promises beyond its declaration, and test it here.',
    )
    expect(linesAdded(plan, 'api/examples/wallet.json').join('')).toContain('"listOldInvoices"')
  })

  it('into the tables of unusual routes, and into none where it is usual', () => {
    const unusual = planOf('route', ['createGadget', 'POST', '/v1/gadgets'], { tag: 'Catalog', access: 'owner' })
    const tables = ['test/api/access-rows.ts', 'test/api/payers/rows.ts', 'test/api/foreign-objects.ts']
    expect(tables.map((path) => linesAdded(unusual, path).length)).toEqual([1, 1, 0])
    const usual = planOf('route', ['listGadgets', 'GET', '/v1/gadgets'], { tag: 'Catalog' })
    expect(usual.changes.map(({ path }) => path).filter((path) => tables.includes(path))).toEqual([])
  })

  it('in place of the one by which a provider was the only one', () => {
    const plan = planOf('provider', ['acme', 'https://api.acme.example', 'company.jobs', 'GET /jobs'], {})
    const served = applied(tree, plan.changes).get('test/activities/providers/inputs-served.test.ts')
    expect([served?.includes("'company.jobs': 'apollo'"), served?.includes("'company.similar':")]).toEqual([
      false,
      true,
    ])
  })
})

describe('what cannot be added', () => {
  it.each<[kind: string, args: readonly string[], options: Options, refusal: RegExp]>([
    ['route', [], {}, /^Nothing is no name of an operation/],
    ['route', ['getRun', 'GET', '/v1/gadgets'], {}, /^getRun is taken/],
    ['route', ['getGadget', 'FETCH', '/v1/gadgets'], {}, /^FETCH is no method\. There are: GET, POST/],
    ['route', ['getGadget', 'GET', '/gadgets'], {}, /^\/gadgets is no path of the API/],
    ['route', ['getGadget', 'GET', '/v1/runs'], {}, /^\/v1\/runs is taken/],
    ['route', ['getGadget', 'GET', '/v1/gadgets'], {}, /^Nothing is no tag \(--tag\).* There are: API keys, /],
    ['route', ['getGadget', 'GET', '/v1/gadgets'], { tag: 'Runs', access: 'root' }, /^root is no access/],
    ['provider', ['Acme'], {}, /^Acme is no name of a provider/],
    ['provider', ['hunter'], {}, /^hunter is taken/],
    ['provider', ['acme', 'http://acme.example'], {}, /^http:\/\/acme\.example is no base URL/],
    ['provider', ['acme', 'https://acme.example', 'company.none'], {}, /^company\.none is no capability/],
    ['provider', ['acme', 'https://acme.example', 'email.send', 'POST /x'], {}, /^email\.send sends/],
    ['provider', ['acme', 'https://acme.example', 'contact.find', 'GET x'], {}, /^GET x is no call/],
    [
      'provider',
      ['acme', 'https://acme.example', 'contact.find', 'GET /x'],
      { auth: 'header' },
      /^header is no --auth/,
    ],
    ['capability', ['awards'], {}, /^awards is no name of a capability/],
    ['capability', ['contact.find'], {}, /^contact\.find is taken/],
    ['capability', ['weather.today'], {}, /^weather is no category/],
    ['workflow', ['run', 'runs'], {}, /^run is no name of a workflow/],
    ['workflow', ['topUpWallet', 'wallets'], {}, /^topUpWallet is taken: workflows\/index\.ts/],
    ['workflow', ['refreshLogo'], {}, /^Nothing is no noun/],
    ['workflow', ['refreshLogo', 'logos'], { version: 'flies' }, /^flies is no version/],
  ])('%s %j %j is refused by name', (kind, args, options, refusal) => {
    expect(() => planOf(kind, args, options)).toThrow(refusal)
  })
})

it('a provider can begin with each capability that looks something up', () => {
  const { changes } = planOf('provider', ['acme', 'https://api.acme.example', 'person.search', 'POST /people'], {
    auth: 'query key',
  })
  const written = applied(tree, changes)
  expect(written.get('activities/providers/acme/adapter.ts')).toContain("query: { 'key': account.apiKey }")
  expect(written.get('activities/providers/acme/map.ts')).toContain('items: objectsOf(body.items, limit)')
  expect(JSON.parse(written.get('test/fixtures/acme/found.json') ?? '').reply.json.items[0]).toMatchObject({
    full_name: 'Robin Sample',
    email: 'robin.sample@example.com',
  })
})
