import { declaredRoutes } from '../../api/http/declared-routes.ts'
import { slugOfTag } from '../../api/openapi/page-files.ts'
import { ACCESS, type Access } from '../../domain/access/access.ts'
import { camel, chosen, formed, kebab, sentence, words } from './names.ts'
import { behind, type FileChange, importing, intoList, noted, type Addition, type Tree } from './plan.ts'
import { leftTest, quoted, withoutBlanks } from './text.ts'

interface NewRoute {
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly parameters: readonly string[]
  readonly access: Access
  readonly tag: string
  /** The folder of its noun in `api/http`. */
  readonly folder: string
  /** Its file in that folder, without the ending. */
  readonly file: string
  readonly takesBody: boolean
}

/** `getGadget GET /v1/gadgets/{gadget_id}`: a route that answers an object without members. */
export function newRoute(
  tree: Tree,
  args: readonly string[],
  options: { readonly access?: string; readonly tag?: string },
): Addition {
  const route = readRoute(tree, args, options)
  const { operationId, method, path, folder, file } = route
  const left = leftOf(route)
  const test = `test/api/http/${folder}/${file}.test.ts`
  return {
    changes: [
      { path: `api/http/${folder}/${file}.ts`, text: declaration(route) },
      ...registered(tree, route),
      { path: test, text: testOf(route, left) },
      step(tree, route),
      recorded(tree, route),
      ...unusual(route),
      noted(`\`${method} ${path}\`: ${words(operationId)}.`),
    ],
    left,
    command: `npm test -- ${test}`,
  }
}

function readRoute(
  tree: Tree,
  [givenName, givenMethod, givenPath]: readonly string[],
  given: { readonly access?: string; readonly tag?: string },
): NewRoute {
  const routes = declaredRoutes()
  const name = 'name of an operation. It is a verb and a noun: getGadget.'
  const taken = routes.map((route) => route.operationId)
  const operationId = formed(givenName, /^[a-z]+(?:[A-Z][a-z0-9]*)+$/, name, taken)
  const method = chosen(givenMethod, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'method')
  const path = formed(
    givenPath,
    /^\/v1\/[a-z0-9-]+(?:\/[a-z0-9-]+|\/\{[a-z][a-z0-9_]*\})*$/,
    'path of the API, such as /v1/gadgets/{gadget_id}.',
    routes.filter((route) => route.method === method).map((route) => route.path),
  )
  const noun = path.split('/').slice(0, 3).join('/')
  const alike = routes.filter((route) => `${route.path}/`.startsWith(`${noun}/`) && route.documented !== false)
  const tags = [...new Set(routes.flatMap((route) => route.tags))].toSorted()
  const folder = folderOf(tree, noun)
  // `list.ts` for `listGadgets` in the folder `gadgets`, unless there is one.
  const full = kebab(operationId)
  const short = full.replace(new RegExp(`-${folder.replace(/s$/, '')}s?$`), '')
  return {
    operationId,
    method,
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter),
    access: chosen(given.access ?? usualAccess(method), ACCESS, 'access'),
    tag: chosen(
      given.tag ?? alike[0]?.tags[0],
      tags,
      'tag (--tag). A new one is in api/openapi/tags.ts and has a page',
    ),
    folder,
    file: tree.read(`api/http/${folder}/${short}.ts`) === null ? short : full,
    takesBody: method !== 'GET' && method !== 'DELETE',
  }
}

const usualAccess = (method: string): Access => (method === 'GET' ? 'read' : 'write')

/** The folder of the other routes under this noun, or a new one. */
function folderOf(tree: Tree, noun: string): string {
  const declares = new RegExp(`path: '${noun}['/]`)
  const folder = tree
    .list('api/http')
    .find((name) =>
      tree.list(`api/http/${name}`).some((file) => declares.test(tree.read(`api/http/${name}/${file}`) ?? '')),
    )
  return folder ?? noun.slice('/v1/'.length)
}

function declaration({ operationId, method, path, access, tag, parameters, takesBody }: NewRoute): string {
  const params = parameters.map(
    (name) => `${name}: Type.String({ description: 'The ${words(name)}.', examples: ['${exampleOf(name)}'] }),`,
  )
  const typed = parameters.length > 0 || takesBody ? "import Type from 'typebox'\n" : ''
  return withoutBlanks(`${typed}import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'

/** ${sentence(operationId)}. */
export const ${operationId} = () =>
  defineRoute({
    operationId: '${operationId}',
    method: '${method}',
    path: '${path}',
    summary: '${sentence(operationId)}',
    tags: [${quoted(tag)}],
    spec: '4.13',
    access: '${access}',
    ${params.length > 0 ? `params: closed({ ${params.join('\n')} }),` : ''}
    ${takesBody ? BODY : ''}
    responses: { 200: { description: 'The answer.', schema: closed({}) } },
    errors: [],
    handler: async ({ reply }) => reply(200, {}),
  })
`)
}

const exampleOf = (parameter: string): string => `${parameter.replace(/_id$/, '')}_1`

const BODY = `body: closed({ name: Type.String({ minLength: 1, maxLength: 200, description: 'The name.' }) }),
    bodyExamples: { named: { summary: 'With a name', value: { name: 'Example' } } },`

/** In the list of its noun, which a noun without one gets. */
function registered(tree: Tree, { operationId, folder, file }: NewRoute): FileChange[] {
  const path = `api/http/${folder}/routes.ts`
  const statement = `import { ${operationId} } from './${file}.ts'`
  const call = `${operationId}()`
  if (tree.read(path) !== null)
    return [importing(path, statement), intoList(path, /Route\[\](?: =>)? (?:\{[^]*?return )?\[/, call)]
  const list = `${camel(folder)}Routes`
  return [
    {
      path,
      text: `import type { Route } from '../../route/route.ts'
${statement}

/** ${sentence(folder)}. */
export const ${list} = (): Route[] => [${call}]
`,
    },
    importing('api/http/routes.ts', `import { ${list} } from './${folder}/routes.ts'`),
    intoList('api/http/routes.ts', /const routes = \[/, `...${list}()`),
  ]
}

const STEPS = 'test/api/examples/steps-'

/** Behind the steps of the routes of its tag, which some list has. */
function step(tree: Tree, { operationId, tag, takesBody }: NewRoute): FileChange {
  const alike = declaredRoutes().filter(({ tags }) => tags.includes(tag))
  const lists = [`${STEPS}runs.ts`, `${STEPS}accounts.ts`].flatMap((path) =>
    (tree.read(path) ?? '').split(/^export const (?=\w+: readonly Step\[\])/m).map((text, at) => ({ path, text, at })),
  )
  const found = lists.find(({ text, at }) => at > 0 && alike.some((one) => text.includes(`'${one.operationId}'`)))
  const opening = new RegExp(`export const ${found?.text.split(':')[0] ?? 'RUNS'}: readonly Step\\[\\] = \\[`)
  const sent = takesBody ? ", example: 'named'" : ''
  return intoList(found?.path ?? `${STEPS}runs.ts`, opening, `{ operation: '${operationId}', status: 200${sent} }`)
}

/** The answer that the reference shows, as the examples record it. */
function recorded(tree: Tree, { operationId, tag, takesBody }: NewRoute): FileChange {
  const path = `api/examples/${tag.toLowerCase().replaceAll(' ', '-')}.json`
  const shown = `  "${operationId}": {\n    "200": {\n      "${takesBody ? 'named' : 'answer'}": {}\n    }\n  }`
  return tree.read(path) === null
    ? { path, text: `{\n${shown}\n}\n` }
    : behind(path, /^ {2}\}(?=\n\}\n$)/, `,\n${shown}`)
}

/** What is usual needs no line. */
function unusual({ operationId, method, access, parameters }: NewRoute): FileChange[] {
  const name = `'${operationId}'`
  const object = `${operationId}: 'new: its handler reads no object yet'`
  return [
    access !== usualAccess(method) && intoList('test/api/access-rows.ts', new RegExp(`rows\\('${access}', \\[`), name),
    method !== 'GET' && access !== 'public' && intoList('test/api/payers/rows.ts', /rows\('none', \[/, name),
    parameters.length > 0 && intoList('test/api/foreign-objects.ts', /NAMES_NO_OBJECT: [^=]*= \{/, object),
  ].filter((change) => change !== false)
}

function leftOf({ operationId, method, path, tag, folder, file, parameters, takesBody }: NewRoute): readonly string[] {
  const own = `api/http/${folder}/${file}.ts`
  return [
    `${own}: write the handler of ${operationId}, declare its answer in api/schemas/, and describe it.`,
    parameters.length > 0 &&
      `test/api/foreign-objects.ts: make the object that ${path} names, and delete ${operationId} from NAMES_NO_OBJECT.`,
    takesBody &&
      `${own}: make it idempotent if it creates something or moves money, with a line in packages/client/repeats.ts.`,
    operationId.startsWith('list') && `${own}: make it paged.`,
    `docs/reference/${slugOfTag(tag)}.md: state what ${method} ${path} promises beyond its declaration, and test it here.`,
    'Record its answer: RECORD_EXAMPLES=1 npm test -- test/api/examples',
  ].filter((line) => line !== false)
}

function testOf({ method, path, access, parameters, takesBody }: NewRoute, left: readonly string[]): string {
  const [session, token] =
    access === 'session' || access === 'self'
      ? [
          "import { buildSession } from '../../../build/session.ts'\n",
          '{ token } = await buildSession(service.db, service.workspace.id)',
        ]
      : ['', 'token = service.workspace.keys.test']
  const shown = parameters.reduce((all, name) => all.replace(`{${name}}`, exampleOf(name)), path)
  const request = `{ method: '${method}'${takesBody ? ", body: { name: 'Example' }" : ''} }`
  return `import { afterAll, beforeAll, expect, it } from '@jest/globals'
${session}import { httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

it('${method} ${path} answers', async () => {
  const ${token}
  const answer = await httpClient(service.url, token).request('${shown}', ${request})
  expect([answer.status, answer.body]).toEqual([200, {}])
})
${leftTest(left)}`
}
