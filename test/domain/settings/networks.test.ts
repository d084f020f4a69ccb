import { describe, expect, it } from '@jest/globals'
import { readAllowedNetworks } from '../../../domain/settings/networks.ts'

const read = (text: string | undefined) => readAllowedNetworks({ WEBHOOK_ALLOWED_NETWORKS: text })

describe('WEBHOOK_ALLOWED_NETWORKS', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    [' , ', 0],
    ['10.0.0.0/8', 1],
    ['127.0.0.0/8, ::1/128 ,fd00::/8', 3],
  ])('%j holds %d networks', (text, count) => {
    expect(read(text)).toHaveLength(count)
  })

  it.each([
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0.0/8',
    '010.0.0.0/8',
    '0x0a.0.0.0/8',
    'fd00::',
    'fd00::/129',
    '::1%lo/128',
    'localhost',
    '10.0.0.0/8/8',
    '*',
  ])('a start with %j is refused, and the entry is quoted', (entry) => {
    expect(() => read(`127.0.0.0/8,${entry}`)).toThrow(`WEBHOOK_ALLOWED_NETWORKS holds "${entry}"`)
  })
})
