import { describe, expect, it } from '@jest/globals'
import { bouncingDomain, type CreditedSoFar, heldReason } from '../../../domain/bounces/bounds.ts'

const NONE: CreditedSoFar = { ofDomain: 0, credited: 0n, charged: 0n }
const USD = 1_000_000n

describe('a credit for a bounce', () => {
  it.each<[string, Partial<CreditedSoFar>, ReturnType<typeof heldReason>]>([
    ['the first of all', {}, null],
    ['the third of a domain', { ofDomain: 2 }, null],
    ['the fourth of a domain', { ofDomain: 3 }, 'domain'],
    ['more than a dollar in a month without charges', { credited: USD }, 'share'],
    ['a fourth of the charges of a month', { credited: 9n * USD, charged: 40n * USD }, null],
    ['more than a fourth of them', { credited: 10n * USD, charged: 40n * USD }, 'share'],
    ['few charges allow no less than a dollar', { credited: USD / 2n, charged: USD }, null],
  ])('%s: held %j', (_, soFar, held) => {
    expect(heldReason(34_320n, { ...NONE, ...soFar })).toBe(held)
  })
})

describe('the domain that decides what bounces', () => {
  it.each([
    ['robin@example.com', 'example.com'],
    ['robin@mail.acme.co.uk', 'acme.co.uk'],
    ['robin@a.b.c.acme.org', 'acme.org'],
    ['robin@gmail.com', null],
  ])('of %s is %s', (address, domain) => {
    expect(bouncingDomain(address)).toBe(domain)
  })
})
