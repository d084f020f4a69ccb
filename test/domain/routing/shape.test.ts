import { expect, it } from '@jest/globals'
import { shapeOf } from '../../../domain/routing/shape.ts'

const IDENTIFYING = new Set(['full_name', 'domain', 'email', 'profile_url'])

it.each([
  [{ full_name: 'Ada', domain: 'example.com' }, 'domain+full_name', null],
  [{ domain: 'example.com', full_name: 'Ada', limit: 5 }, 'domain+full_name', null],
  [{ full_name: 'Ada', domain: '', email: null }, 'full_name', null],
  [{ domain: 'Werk.Example.DE ' }, 'domain', 'de'],
  [{ domain: 'shop.co.uk' }, 'domain', 'gb'],
  [{ domain: 'start.io' }, 'domain', null],
  [{ email: 'ada@example.fr' }, 'email', 'fr'],
  [{ email: 'ada@example.fr', country: 'BE' }, 'email', 'be'],
  [{ country: 'Belgium' }, '', null],
  [{}, '', null],
])('the shape of %j', (input, fields, country) => {
  expect(shapeOf(input, IDENTIFYING)).toEqual({ fields, country })
})
