import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { KEYED, READING } from '../../../packages/client/repeats.ts'
import { declaredRoutes, SAMPLE_URL } from '../../../api/http/declared-routes.ts'
import { buildOpenApi } from '../../../api/openapi/document.ts'
import { operationsOf, readDocument } from '../../../ops/clients/document.ts'
import { TYPES } from '../../../ops/clients/refresh.ts'
import { clientTypes } from '../../../ops/clients/types.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SDK = join(ROOT, 'packages/client')
const SAMPLE = readFileSync(join(ROOT, 'test/packages/client/sample.ts'), 'utf8').replaceAll(
  '../../../packages/client/',
  './sdk/',
)
const document = buildOpenApi({ routes: declaredRoutes(), publicUrl: SAMPLE_URL })

/**
 * Changes of the document that break clients, under the names that lines of `sample.ts` use: the first text becomes the
 * second.
 */
const BREAKS: readonly [name: string, place: readonly string[], change: (part: Part) => void][] = [
  [
    'a request member is required',
    ['components', 'schemas', 'DiscoverRequest'],
    (schema) => {
      schema['required'] = ['query', 'kind']
    },
  ],
  [
    'a request member has another type',
    ['components', 'schemas', 'RunRequest', 'properties', 'wait_seconds'],
    (schema) => {
      schema['type'] = 'string'
    },
  ],
  [
    'a value that requests may have is gone',
    ['components', 'schemas', 'Routing', 'properties', 'strategy'],
    (schema) => {
      schema['enum'] = ['fastest']
    },
  ],
  [
    'a member of an answer is renamed',
    ['components', 'schemas', 'Run'],
    (schema) => rename(schema, 'poll_url', 'polling_url'),
  ],
  [
    'a value that answers may have is gone',
    ['components', 'schemas', 'Run', 'properties', 'status'],
    (schema) => {
      schema['enum'] = ['created', 'done']
    },
  ],
  [
    'a member of an answer has another type',
    ['components', 'schemas', 'Wallet', 'properties'],
    (members) => {
      members['balance'] = { type: 'number' }
    },
  ],
  [
    'a member of an answer may be missing',
    ['components', 'schemas', 'Run'],
    (schema) => {
      schema['required'] = ['run_id', 'status', 'done', 'poll_url', 'billing', 'attempts']
    },
  ],
  [
    'a route is gone',
    ['paths', '/v1/history'],
    (path) => {
      delete path['get']
    },
  ],
  ['a path parameter is renamed', ['paths'], (paths) => rewrite(paths, '{run_id}/cancel', '"run_id"', '"id"')],
  [
    'a query parameter is gone',
    ['paths'],
    (paths) => rewrite(paths, '/v1/runs', '"name":"provider"', '"name":"served_by"'),
  ],
  [
    'a route takes no key any more',
    ['paths'],
    (paths) => rewrite(paths, '/v1/webhooks', '"Idempotency-Key"', '"Another-Header"'),
  ],
  [
    'a list does not page any more',
    ['paths'],
    (paths) => rewrite(paths, '/v1/runs', '"name":"cursor"', '"name":"page"'),
  ],
]

interface Part {
  [member: string]: unknown
}

let folder: string
let complaints: readonly Complaint[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-types-'))
  write('unbroken', clientTypes(document))
  for (const [name, place, change] of BREAKS) write(folderNameOf(name), clientTypes(broken(place, change)))
  complaints = await compile()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the types of the client', () => {
  it('are those of the routes: what the set-up takes for their sources is all that they come from', () => {
    const generated = readFileSync(join(ROOT, TYPES), 'utf8')
    expect(generated.slice(generated.indexOf('\n') + 1) === clientTypes(document)).toBe(true)
  })

  it('come with the requests that may be repeated, as the routes declare them', () => {
    const operations = operationsOf(readDocument(document))
    const named = (those: readonly { readonly name: string }[]): string[] => those.map(({ name }) => name).toSorted()
    expect(KEYED.toSorted()).toEqual(named(operations.filter(({ keyed }) => keyed)))
    expect(READING.toSorted()).toEqual(named(operations.filter(({ reads }) => reads)))
  })

  it('compile a program that uses the API as it is', () => {
    expect(complaints.filter(({ copy }) => copy === 'unbroken')).toEqual([])
  })

  it.each(BREAKS.map(([name]) => name))('refuse a program where %s, at the line that broke', (name) => {
    const copy = complaints.filter((complaint) => complaint.copy === folderNameOf(name))
    // The client's own list of requests names operations, too.
    const found = copy.filter(({ file }) => file !== 'sdk/repeats.ts')
    // Later lines may also fail because of the line that does not compile; the first error is about the line itself.
    const [first] = found
    expect(SAMPLE.split('\n')[(first?.line ?? 0) - 1]).toContain(`// breaks: ${name}`)
    expect(found.filter(({ file }) => file !== 'sample.ts')).toEqual([])
  })
})

interface Complaint {
  readonly copy: string
  readonly file: string
  readonly line: number
}

const folderNameOf = (name: string): string => name.replaceAll(' ', '-')

/** The client with these types with the sample program. */
function write(name: string, types: string): void {
  cpSync(SDK, join(folder, name, 'sdk'), { recursive: true })
  writeFileSync(join(folder, name, 'sdk/operations.ts'), types)
  writeFileSync(join(folder, name, 'sample.ts'), SAMPLE)
}

function broken(place: readonly string[], change: (part: Part) => void): typeof document {
  const copy: Part = JSON.parse(JSON.stringify(document))
  let part = copy
  for (const member of place) part = memberOf(part, member)
  const before = JSON.stringify(part)
  change(part)
  if (JSON.stringify(part) === before) throw new Error(`nothing of ${place.join('/')} has changed`)
  return JSON.parse(JSON.stringify(copy))
}

/** The member itself, to be changed in place. */
function memberOf(part: Part, name: string): Part {
  const member = part[name]
  if (!isPart(member)) throw new Error(`the document has no ${name} there`)
  return member
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

function rename(schema: Part, from: string, to: string): void {
  const text = JSON.stringify(schema)
  Object.assign(schema, JSON.parse(text.replaceAll(`"${from}"`, `"${to}"`)))
}

/** Changes the text of every path with this end. */
function rewrite(paths: Part, ending: string, from: string, to: string): void {
  for (const path of Object.keys(paths).filter((one) => one.endsWith(ending))) {
    const changed: unknown = JSON.parse(JSON.stringify(paths[path]).replaceAll(from, to))
    delete paths[path]
    paths[path.replaceAll(from.replaceAll('"', ''), to.replaceAll('"', ''))] = changed
  }
}

/** Every copy at once, as a program without the types of Node. */
async function compile(): Promise<Complaint[]> {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['**/*.ts'] }))
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
      { cwd: folder },
      (_, stdout, stderr) => resolve(stdout + stderr),
    )
  })
  return output
    .split('\n')
    .filter((line) => /^\S/.test(line))
    .map((line) => {
      const [, copy, file, at] = /^([\w-]+)\/(\S+)\((\d+),\d+\): error /.exec(line) ?? []
      if (copy === undefined || file === undefined) throw new Error(`the compiler reports: ${line}`)
      return { copy, file, line: Number(at) }
    })
}
