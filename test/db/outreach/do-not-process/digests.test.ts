import { expect, it } from '@jest/globals'
import { DIGEST_BYTES, DigestCollector, digestOf } from '../../../../db/outreach/do-not-process/digests.ts'
import { atOnce } from '../../../../db/time-slices.ts'

it('digests are grouped by their first twelve bits, each once', () => {
  const collector = new DigestCollector()
  const values = Array.from({ length: 20_000 }, (_, n) => `p${n}@example.com`)
  for (const value of [...values, ...values.slice(0, 5_000)]) collector.add(digestOf(value))
  const { numbers, digests, entries } = atOnce(collector.blocks())
  expect(entries).toBe(values.length)
  expect(numbers).toEqual(
    [...new Set(values.map((value) => digestOf(value).readUInt16BE() >> 4))].toSorted((a, b) => a - b),
  )
  const kept = digests.flatMap((block, at) => {
    const count = block.length / DIGEST_BYTES
    return Array.from({ length: count }, (_, n) => {
      const digest = block.subarray(n * DIGEST_BYTES, (n + 1) * DIGEST_BYTES)
      expect(digest.readUInt16BE() >> 4).toBe(numbers[at])
      return digest.toString('hex')
    })
  })
  expect(kept.toSorted()).toEqual(values.map((value) => digestOf(value).toString('hex')).toSorted())
})
