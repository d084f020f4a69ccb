import { parseArgs } from 'node:util'
import { isTelling, KNOWN_ISSUE_STATUSES, type KnownIssueStatus } from '../domain/feedback/known-issue.ts'
import { FEEDBACK_TYPES, type FeedbackType } from '../domain/feedback/report.ts'
import { addKnownIssue, readKnownIssues, removeKnownIssue, setKnownIssue } from '../db/catalog/feedback/known-issues.ts'
import type { Database } from '../db/database.ts'
import { withDatabase } from './reach/with-database.ts'

/**
 * `npm run known-issues -- list | add --title … --endpoint … | set <id> --status fixed | remove <id>`: the issues that
 * reports are matched with (Spec 4.12).
 */
const USAGE = `npm run known-issues -- list
npm run known-issues -- add --title <text> [--status acknowledged] [--workaround <text>]
  [--endpoint <name or prefix*>] [--type <type>]… [--word <word or phrase>]…
npm run known-issues -- set <id> [--title <text>] [--status <status>] [--workaround <text, empty for none>]
npm run known-issues -- remove <id>`

const {
  positionals: [verb = '', id = ''],
  values,
} = parseArgs({
  allowPositionals: true,
  options: {
    title: { type: 'string' },
    status: { type: 'string' },
    workaround: { type: 'string' },
    endpoint: { type: 'string' },
    type: { type: 'string', multiple: true, default: [] },
    word: { type: 'string', multiple: true, default: [] },
  },
})

function statusOf(text: string): KnownIssueStatus {
  const status = KNOWN_ISSUE_STATUSES.find((one) => one === text)
  if (status === undefined) throw new Error(`--status must be one of ${KNOWN_ISSUE_STATUSES.join(', ')}.`)
  return status
}

function typeOf(text: string): FeedbackType {
  const type = FEEDBACK_TYPES.find((one) => one === text)
  if (type === undefined) throw new Error(`--type must be one of ${FEEDBACK_TYPES.join(', ')}.`)
  return type
}

const requireFound = (found: boolean): void => {
  if (!found) throw new Error(`There is no known issue "${id}".`)
}

async function add(db: Database): Promise<void> {
  const matcher = {
    endpoint: values.endpoint?.trim() || null,
    types: values.type.map(typeOf),
    words: values.word.filter((word) => word.trim() !== ''),
  }
  if (!values.title) throw new Error('--title states what the issue is.')
  if (!isTelling(matcher)) throw new Error('State which reports are about it: --endpoint, --word or both.')
  const added = await addKnownIssue(db, {
    title: values.title,
    status: statusOf(values.status ?? 'acknowledged'),
    workaround: values.workaround || null,
    matcher,
  })
  if (added === null) throw new Error('There are too many known issues: remove some.')
  console.log(added)
}

const COMMANDS: Readonly<Record<string, (db: Database) => Promise<void>>> = {
  async list(db) {
    for (const issue of await readKnownIssues(db)) console.log(JSON.stringify(issue))
  },
  add,
  async set(db) {
    requireFound(
      await setKnownIssue(db, id, {
        title: values.title || null,
        status: values.status === undefined ? null : statusOf(values.status),
        workaround: values.workaround ?? null,
      }),
    )
  },
  async remove(db) {
    requireFound(await removeKnownIssue(db, id))
  },
}

const command = COMMANDS[verb]
if (command === undefined) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await withDatabase({ applicationName: 'known-issues' }, command)
}
