import { describe, expect, it } from '@jest/globals'
import { companyEnrich } from '../../../domain/capabilities/company-enrich.ts'
import { contactVerify } from '../../../domain/capabilities/contact-verify.ts'
import { emailSend } from '../../../domain/capabilities/email-send.ts'
import { linkedinInvite } from '../../../domain/capabilities/linkedin-invite.ts'
import { personEnrich } from '../../../domain/capabilities/person-enrich.ts'
import { readInput } from '../../../domain/capabilities/read-input.ts'
import { misplacedIn, reasonAgainstAny } from '../../../domain/identity/reading.ts'
import { cpuMs } from '../../support/cpu-time.ts'

/** The longest text that an identity may have, a cell of a row, and a text that fits into a body. */
const LENGTHS = [2_000, 16_000, 200_000] as const
/** A usual text takes a tenth of a millisecond. What this guards against took 300 ms to minutes. */
const MS_MAX = 150
const UNITS = ['@,', ';@', '>,@', '<a@', '[](', '[a](', ' -', ' *', '- ', '((', '"\'', ',;', '@', 'a;', '://', 'www.']

const MEMBERS = [
  [contactVerify, 'email'],
  [emailSend, 'to'],
  [emailSend, 'bcc'],
  [linkedinInvite, 'profile_url'],
  [personEnrich, 'phone'],
  [companyEnrich, 'domain'],
] as const

describe.each(UNITS)('a text of %j alone', (unit) => {
  it.each(LENGTHS)('with %i characters is read in time', (length) => {
    const text = unit.repeat(length / unit.length)
    for (const [{ inputSchema }, member] of MEMBERS)
      expect([member, cpuMs(() => readInput(inputSchema, { [member]: text })) < MS_MAX]).toEqual([member, true])
    expect(cpuMs(() => misplacedIn(text, 'email'))).toBeLessThan(MS_MAX)
    expect(cpuMs(() => reasonAgainstAny(text))).toBeLessThan(MS_MAX)
  })
})
