import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TYPES } from '../../../ops/clients/refresh.ts'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A clone with the files of this one that git does not ignore, and its packages. */
let clone: string
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'fresh-clone-'))
  const known = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = new Set(execFileSync('git', known, { cwd: ROOT, encoding: 'utf8' }).split('\0'))
  for (const file of [...files].filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    cpSync(join(ROOT, file), join(clone, file), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** What a command of the clone printed about the types, or null. */
async function setUp(...command: readonly string[]): Promise<string | null> {
  const { stderr } = await execute(process.execPath, [join(clone, 'dev/setup.mjs'), ...command], { cwd: clone })
  return /client types +[\d.]+ s {2}(\w+): /.exec(stderr)?.[1] ?? null
}

/** Renames a member of the wallet, as a developer does. */
function rename(member: string, to: string): void {
  const schema = join(clone, 'api/schemas/wallet.ts')
  const before = readFileSync(schema, 'utf8')
  const after = before.replace(new RegExp(`\\b${member}:`), `${to}:`)
  expect(after).not.toBe(before)
  writeFileSync(schema, after)
}

describe('the client of a fresh clone', () => {
  it('runs before its types are generated', async () => {
    expect(existsSync(join(clone, TYPES))).toBe(false)
    const { stdout } = await execute(process.execPath, [join(clone, 'packages/cli/svc.mjs'), 'login', '--help'])
    expect(stdout).toContain('Usage: svc login')
    const sdk = join(clone, 'packages/client/index.ts')
    const program = `import { createClient } from '${sdk}'; console.log(typeof createClient({ baseUrl: 'http://127.0.0.1' }).request)`
    expect((await execute(process.execPath, ['--input-type=module', '-e', program])).stdout).toBe('function\n')
    expect(existsSync(join(clone, TYPES))).toBe(false)
  })

  it('gets its types from the first command, whatever it is, and again only when a declaration has changed', async () => {
    expect(await setUp('format', '--version')).toBe('generated')
    const first = readFileSync(join(clone, TYPES), 'utf8')
    // A command that does not read them only needs them to be there.
    expect(await setUp('format', '--version')).toBe(null)
    expect(await setUp('client-types')).toBe('unchanged')
    expect(readFileSync(join(clone, TYPES), 'utf8')).toBe(first)

    rename('balance', 'balance_changed')
    const both = await Promise.all([setUp('client-types'), setUp('client-types')])
    expect(both.toSorted()).toEqual(['generated', 'unchanged'])
    expect(readFileSync(join(clone, TYPES), 'utf8')).toContain('balance_changed: ')
  })

  it('is packed with the types of the routes as they are then', async () => {
    rename('held', 'held_changed')
    await execute(process.execPath, [join(clone, 'ops/client-pack.ts'), join(clone, 'packed')], { cwd: clone })
    expect(readFileSync(join(clone, TYPES), 'utf8')).toContain('held_changed: ')
  })
})
