import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { packages } from '../../dev/setup/packages.mjs'

const clone = mkdtempSync(join(tmpdir(), 'packages-'))
afterAll(() => rmSync(clone, { recursive: true, force: true }))
const write = (path: string, value: unknown): void => writeFileSync(join(clone, path), JSON.stringify(value))

describe('the packages of a clone', () => {
  it('get a link to a package of the repository that is new, without an installation', async () => {
    const koa = { 'node_modules/koa': { version: '3.0.0' } }
    for (const folder of ['node_modules', 'packages/client']) mkdirSync(join(clone, folder), { recursive: true })
    write('packages/client/package.json', { name: 'client', version: '2.0.0' })
    write('node_modules/.package-lock.json', { packages: koa })
    write('package-lock.json', {
      packages: {
        '': { version: '2.0.0' },
        ...koa,
        'node_modules/client': { resolved: 'packages/client', link: true },
        'packages/client': { name: 'client', version: '2.0.0' },
      },
    })
    const { note } = await packages(clone, () => {})
    expect(note).toBe('packages are installed')
    expect(readFileSync(join(clone, 'node_modules/client/package.json'), 'utf8')).toContain('2.0.0')
  })
})
