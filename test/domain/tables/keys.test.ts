import { describe, expect, it } from '@jest/globals'
import { fieldOf, readKeyMode } from '../../../domain/tables/keys.ts'

describe('key modes', () => {
  it.each(['auto', 'domain', 'email', 'linkedin', 'phone', 'handle', 'field:sku', 'field:Order No'])(
    '%s is one',
    (text) => {
      expect(readKeyMode(text)).toBe(text)
    },
  )

  it.each([
    '',
    'Auto',
    'name',
    'field',
    'field:',
    'field: sku',
    'field:sku ',
    'field:status',
    'field:key',
    'field:touches',
    `field:${'x'.repeat(101)}`,
  ])('%j is refused', (text) => {
    expect(readKeyMode(text)).toBeNull()
  })

  it('name the field of a field table', () => {
    expect([fieldOf('field:sku'), fieldOf('auto')]).toEqual(['sku', null])
  })
})
