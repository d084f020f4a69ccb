import { hash } from '@node-rs/argon2'
import { describe, expect, it } from '@jest/globals'
import { createPasswords } from '../../../api/auth/passwords.ts'

function counted() {
  const count = { hashes: 0 }
  return {
    count,
    passwords: createPasswords(() => {
      count.hashes += 1
    }),
  }
}

describe('a password', () => {
  it("is stored as argon2id with OWASP's parameters and its own salt", async () => {
    const { passwords } = counted()
    const [one, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect([await passwords.verify(one, 'correct horse'), await passwords.verify(one, 'correct horsf')]).toEqual([
      true,
      false,
    ])
  })

  it('is never right for an unknown account, and takes one computation like any other', async () => {
    const { passwords, count } = counted()
    expect([await passwords.verify(null, ''), await passwords.verify(null, 'correct horse')]).toEqual([false, false])
    expect(count.hashes).toBe(2)
  })

  it('is the same in any Unicode composition', async () => {
    const { passwords } = counted()
    expect(await passwords.verify(await passwords.hash('caf\u00e9 \u2126'), 'cafe\u0301 \u03a9')).toBe(true)
  })

  it('is outdated when it was made with other parameters', async () => {
    const { passwords } = counted()
    expect(passwords.isOutdated(await passwords.hash('correct horse'))).toBe(false)
    expect(passwords.isOutdated(await hash('correct horse', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }))).toBe(
      true,
    )
    expect(passwords.isOutdated(await hash('correct horse', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(
      true,
    )
  })
})

describe('a flood of passwords', () => {
  it('is computed two at a time, waits in a bounded queue, and is refused with a waiting time beyond it', async () => {
    const { passwords, count } = counted()
    const checks = Array.from({ length: 50 }, () =>
      passwords.verify(null, 'guess').then(
        () => 'looked at',
        (error: unknown) => error,
      ),
    )
    expect(count.hashes).toBe(2)
    const results = await Promise.all(checks)
    expect(results.filter((one) => one === 'looked at')).toHaveLength(34)
    const refused = results.filter((one) => one !== 'looked at')
    expect(refused).toHaveLength(16)
    for (const one of refused) expect(one).toMatchObject({ code: 'unavailable', extras: { retry_after: 1 } })
    expect(count.hashes).toBe(34)
    // Nothing is left behind: the next flood finds every slot free.
    expect(await Promise.all(Array.from({ length: 34 }, () => passwords.verify(null, 'guess')))).toHaveLength(34)
  })

  it('passes its slot on when a computation fails', async () => {
    const { passwords } = counted()
    const broken = Array.from({ length: 10 }, () => passwords.verify('no hash at all', 'guess').catch(() => 'failed'))
    expect(new Set(await Promise.all(broken))).toEqual(new Set(['failed']))
    expect(await passwords.verify(null, 'guess')).toBe(false)
  })
})
