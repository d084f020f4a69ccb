import { chosen, formed, kebab, pascal, words } from './names.ts'
import { behind, importing, intoList, type Addition, Refusal, type Tree } from './plan.ts'
import { leftTest } from './text.ts'

/** What a promotion does to an open workflow (ops/DEPLOY.md), in code. */
const VERSIONS = { stays: 'STAYS', moves: 'MOVES' } as const

const TAKEN = ['workflows/index.ts', 'activities/index.ts', 'activities/webhooks/index.ts']

interface NewWorkflow {
  /** Also the name of its first activity. */
  readonly name: string
  readonly file: string
  /** The beginning of the names of its types. */
  readonly type: string
  /** The folder of its activity. */
  readonly noun: string
}

/** `refreshLogo logos`: a workflow of one step, which a sweep starts that finds nothing due yet. */
export function newWorkflow(
  tree: Tree,
  args: readonly string[],
  { version: given = 'stays' }: { readonly version?: string },
): Addition {
  const workflow = readWorkflow(tree, args)
  const { name, file, type, noun } = workflow
  const version = chosen(given, ['stays', 'moves'], 'version (--version)')
  const left = leftOf(workflow)
  const test = `test/workflows/${file}.test.ts`
  const starter = `create${type}Starter`
  const sweep = `overdue${type}`
  const swept = `sweeping(${sweep}(${starter}({ client, taskQueue, eager: false })))`
  const inTable = /(?<=^## What stays and what moves\n(?:(?!## )[^\n]*\n)*)^\|.*\n/
  return {
    changes: [
      { path: `workflows/${file}.ts`, text: workflowOf(workflow) },
      behind('workflows/index.ts', /^export \{.*\} from '.*'\n/, `export { ${name} } from './${file}.ts'\n`),
      intoList('workflows/versioned.ts', /^import \{(?=[^}]*\} from '\.\/index\.ts')/m, name),
      behind(
        'workflows/versioned.ts',
        /^setWorkflowOptions\(.*\)\n/,
        `setWorkflowOptions(${VERSIONS[version]}, ${name})\n`,
      ),
      behind('ops/DEPLOY.md', inTable, `| \`${name}\` | seconds | ${version} |\n`),
      { path: `activities/${noun}/${file}.ts`, text: activityOf(workflow) },
      importing('activities/index.ts', `import { ${name} } from './${noun}/${file}.ts'`),
      intoList('activities/index.ts', /createActivities = \(deps: ActivityDeps\) => \(\{/, `${name}: ${name}()`),
      { path: `workflows/starters/${file}.ts`, text: starterOf(workflow) },
      importing('worker/sweeps.ts', `import type { ${type}Starter } from '../workflows/starters/${file}.ts'`),
      importing('worker/sweeps.ts', `import type { ${type}Start } from '../workflows/${file}.ts'`),
      behind('worker/sweeps.ts', /^\}\)\n/, sweepOf(workflow)),
      intoList('telemetry/labels.ts', /sweep: \{\s*values: \[/, `'${file.replaceAll('-', '_')}'`),
      importing('worker/workers.ts', `import { ${starter} } from '../workflows/starters/${file}.ts'`),
      intoList('worker/workers.ts', /import \{(?=[^}]*\} from '\.\/sweeps\.ts')/, sweep),
      intoList('worker/workers.ts', /^function startAllRounds\([^]*?^ {2}return \[/m, swept),
      behind('test/replay/changed-workflow.ts', /^\}\n/, changedOf(workflow)),
      { path: test, text: testOf(workflow, left) },
    ],
    left,
    command: `npm test -- ${test}`,
  }
}

function readWorkflow(tree: Tree, [givenName, givenNoun]: readonly string[]): NewWorkflow {
  const form = 'name of a workflow. It is a verb and a noun: refreshLogo.'
  const name = formed(givenName, /^[a-z]+(?:[A-Z][a-z0-9]*)+$/, form)
  const noun = formed(givenNoun, /^[a-z]+(?:-[a-z]+)*$/, 'noun: the folder of its activity, such as logos.')
  const where = TAKEN.find((path) => new RegExp(`\\b${name}\\b`).test(tree.read(path) ?? ''))
  if (where !== undefined) throw new Refusal(`${name} is taken: ${where} has it.`)
  const file = kebab(name)
  return { name, file, type: pascal(file), noun }
}

const workflowOf = ({ name, type }: NewWorkflow): string => `import { proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { DATABASE_STEP } from './policies.ts'

export interface ${type}Start {
  readonly id: string
  readonly workspaceId: string
}

const step = proxyLocalActivities<Activities>(DATABASE_STEP)

/** Its step stores its answer or reads the stored one, so this workflow may be lost and started again at any point. */
export async function ${name}({ id }: ${type}Start): Promise<{ readonly outcome: 'nothing_due' }> {
  return { outcome: await step.${name}({ id }) }
}
`

const activityOf = ({ name, type }: NewWorkflow): string => `export interface ${type}Step {
  readonly id: string
}

/** The effect, once for each id. */
export const ${name} =
  () =>
  async (_step: ${type}Step): Promise<'nothing_due'> =>
    'nothing_due'
`

const starterOf = ({
  name,
  file,
  type,
}: NewWorkflow): string => `import type { ${name}, ${type}Start } from '../${file}.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { detached, type StarterOptions } from './detached.ts'
import { createStartQueue } from './start-queue.ts'

export interface ${type}Starter {
  /** Starts the workflow; one that is under way is left alone. */
  start(one: ${type}Start): Promise<void>
}

export function create${type}Starter({ client, ...options }: StarterOptions): ${type}Starter {
  const queue = createStartQueue(client)
  return {
    async start({ id, workspaceId }) {
      const start = detached(options, {
        workflowId: id,
        argument: { id, workspaceId },
        summary: '${words(name)}',
        attributes: [{ key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId }],
      })
      await queue.withRetries(() => client.workflow.start<typeof ${name}>('${name}', start))
    },
  }
}
`

const sweepOf = ({ file, type }: NewWorkflow): string => `
/** What is due: only this sweep starts it. */
export const overdue${type} = (starter: ${type}Starter): Sweep<${type}Start> => ({
  name: '${file.replaceAll('-', '_')}',
  claim: () => Promise.resolve([]),
  start: (one) => starter.start(one),
  ids: ({ id, workspaceId }) => ({ id, workspace_id: workspaceId }),
})
`

const changedOf = ({ name }: NewWorkflow): string => `
/** The workflow \`${name}\`, by a separate activity. */
export async function ${name}({ id }: { id: string }): Promise<void> {
  const step = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await step.${name}({ id })
}
`

const leftOf = ({ name, file, noun }: NewWorkflow): readonly string[] => [
  `activities/${noun}/${file}.ts: write the effect, and its crash in test/crash/effects.test.ts.`,
  `workflows/${file}.ts: write the story. A call to the outside is a step of proxyActivities.`,
  `worker/sweeps.ts: claim what is due by a statement of db/, with a limit and an index.`,
  'Test each of its ends here, from the sweep on.',
  'test/replay/paths.ts: add a path for each end, then RECORD_HISTORIES=1 npm run test:long -- test/long/replay',
  `ops/DEPLOY.md: state how long ${name} lasts, and whether it stays or moves, as workflows/versioned.ts does.`,
  'docs/architecture/: describe it on the page of its feature, and add what users notice to CHANGELOG.md.',
]

const testOf = (
  { type, file }: NewWorkflow,
  left: readonly string[],
): string => `import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { create${type}Starter } from '../../workflows/starters/${file}.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('ends where nothing is due', async () => {
  const { client, temporal, workspace } = service
  const id = randomUUID()
  const starter = create${type}Starter({ client, taskQueue: temporal.taskQueue, eager: false })
  await starter.start({ id, workspaceId: workspace.id })
  expect(await client.workflow.getHandle(id).result()).toEqual({ outcome: 'nothing_due' })
})
${leftTest(left)}`
