import { execFileSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { RUNBOOK_TEXT } from './page.ts'

const line = (begins: string): string =>
  RUNBOOK_TEXT.split('\n')
    .map((one) => one.trim())
    .find((one) => one.startsWith(begins)) ?? ''

/** The address that the runbook's own line makes, and what the next line shows of it. */
function restoredOf(url: string): readonly string[] {
  const script = `${line('export RESTORED=')}\n${line('test "$RESTORED" !=')}\nprintf '%s' "$RESTORED"`
  return execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: url, RESTORED_PORT: '5444' },
  }).split('\n')
}

describe('the address of a restored server', () => {
  it.each([
    [
      'postgres://u:p@db.internal/service',
      'db.internal:5444/service',
      'a server on the usual port, which no address has to name',
    ],
    ['postgres://u:p@db.internal:5432/service?sslmode=require', 'db.internal:5444/service?sslmode=require', 'options'],
    ['postgresql://u:5432@10.0.0.1:6432/service', '10.0.0.1:5444/service', 'a password that looks like a port'],
    ['postgresql://u:p@[::1]:5432/service', '[::1]:5444/service', 'IPv6'],
  ])('of %s is never that of the old one, and is shown without its password (%s: %s)', (url, expected) => {
    const [shown, restored] = restoredOf(url)
    expect(restored?.replace(/\/\/.*@/, '//')).toBe(url.replace(/\/\/.*/, `//${expected}`))
    expect(shown).toBe(url.replace(/\/\/.*/, `//${expected}`))
  })

  it('shows nothing where it cannot be distinguished from the old one', () => {
    expect(restoredOf('postgresql://u:p@db.internal')).toEqual(['postgresql://u:p@db.internal'])
  })
})
