import { afterAll, beforeAll, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Database } from '../../../../db/database.ts'
import { addSuppressions, removeSuppressions } from '../../../../db/outreach/outbound/suppressions.ts'
import { removeRows } from '../../../../usecases/tables/remove-rows.ts'
import { updateRows } from '../../../../usecases/tables/update-rows.ts'
import { deleteTable } from '../../../../usecases/tables/delete-table.ts'
import type { TableState } from '../../../../db/tables/tables.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { numRunsFor } from '../../../support/seed.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { A_PERSON, BY_TEST, buildTable, storedRows, writeTo } from '../../tables/build.ts'
import { buildSend, reserveSend, type SendToBuild, turnTablesOn } from './build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(() => close())

const MAILS = ['kim@work.example', 'kim.lee@example.net', 'kim@new.example'] as const
const PROFILES = ['in/kim-lee', 'in/kim-lee-2'] as const
type Name = (typeof MAILS)[number] | (typeof PROFILES)[number]
const isMail = (name: Name): boolean => name.includes('@')
const kindOf = (name: Name) => (isMail(name) ? ('email' as const) : ('linkedin' as const))

/** One mail and one profile are written together, or one of them alone. */
const card = fc
  .record({ mail: fc.constantFrom(...MAILS, null), profile: fc.constantFrom(...PROFILES, null) })
  .map(({ mail, profile }): Name[] => [mail, profile].filter((one) => one !== null))
  .filter((names) => names.length > 0)
const step = fc.record({ how: fc.constantFrom('write', 'replace', 'set', 'delete', 'drop'), names: card })
const history = fc.record({
  before: fc.array(step, { maxLength: 3 }),
  suppressed: fc.nat(10),
  tag: fc.constantFrom('', '+news'),
  after: fc.array(step, { minLength: 1, maxLength: 5 }),
})

const dataOf = (names: readonly Name[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => (isMail(name) ? ['email', name] : ['linkedin', `https://www.linkedin.com/${name}`])),
  )

/** The person of one table, with the identities that their row has. */
interface Kept {
  table: TableState
  row: Set<Name>
}

async function take(owner: Owner, kept: Kept, { how, names }: { how: string; names: readonly Name[] }): Promise<void> {
  const { table, row } = kept
  const data = { ...dataOf(names), full_name: 'Kim Lee' }
  const rows = { ids: (await storedRows(db, table)).map(({ id }) => BigInt(id)) }
  if (how === 'drop') {
    await deleteTable(db, owner, { name: table.name, caller: A_PERSON })
    kept.table = await buildTable(db, owner)
  } else if (how === 'delete') await removeRows(db, table, rows)
  else if (how === 'set' && row.size > 0) {
    const set = {
      status: undefined,
      nextAt: undefined,
      fields: new Map(Object.entries(data)),
      ignored: [],
      emptied: [],
    }
    await updateRows(db, { table, rows, set, ifStatus: undefined, cause: BY_TEST })
  } else if (row.size === 0 || names.some((name) => row.has(name)))
    await writeTo(db, table, [data], { mode: how === 'replace' ? 'replace' : 'merge' })
  const [left] = await storedRows(db, kept.table)
  kept.row = new Set([...MAILS, ...PROFILES].filter((name) => left?.names.some((one) => one.split(' ')[1] === name)))
}

async function isBlocked(owner: Owner, name: Name): Promise<boolean> {
  const send: SendToBuild = isMail(name)
    ? { input: { to: name, subject: 's', text: 't' } }
    : { capability: 'linkedin.invite', input: { profile_url: `https://www.linkedin.com/${name}` } }
  return (await reserveSend(db, await buildSend(db, owner, { ...send, allowRepeat: true }))).kind === 'blocked'
}

it('a suppression blocks every identity that its person has or gets, whatever happens to their rows', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ before, suppressed, tag, after }) => {
      const owner: Owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
      await turnTablesOn(db, owner.workspaceId)
      const kept: Kept = { table: await buildTable(db, owner), row: new Set() }
      for (const one of before) await take(owner, kept, one)
      if (kept.row.size === 0) await take(owner, kept, { how: 'write', names: [MAILS[0], PROFILES[0]] })

      const known = [...kept.row]
      const name = known[suppressed % known.length] ?? MAILS[0]
      const subject = { kind: kindOf(name), value: isMail(name) ? name.replace('@', `${tag}@`) : name }
      await addSuppressions(db, owner, {
        subjects: [{ ...subject, subject: subject.value }],
        reason: 'manual',
        source: 'api',
      })
      const blocked = new Set([name, ...known])
      for (const one of after) {
        await take(owner, kept, one)
        if ([...kept.row].some((each) => blocked.has(each))) for (const each of kept.row) blocked.add(each)
      }
      for (const each of blocked) expect([each, await isBlocked(owner, each)]).toEqual([each, true])

      await removeSuppressions(db, owner, { subjects: [subject], texts: [] })
      for (const each of blocked) expect([each, await isBlocked(owner, each)]).toEqual([each, false])
    }),
    { numRuns: numRunsFor(300), endOnFailure: true },
  )
})
