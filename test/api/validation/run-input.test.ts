import { describe, expect, it } from '@jest/globals'
import { Problem } from '../../../api/errors/problem.ts'
import { requireInput } from '../../../api/validation/run-input.ts'
import { CAPABILITIES, findCapability } from '../../../domain/capabilities/catalog.ts'

function capabilityOf(slug: string) {
  const capability = findCapability(slug)
  if (capability === undefined) throw new Error(`no capability ${slug}`)
  return capability
}

function refusalOf(slug: string, written: unknown): Problem {
  try {
    requireInput(capabilityOf(slug), written)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('the input of a run', () => {
  it('is what was read', () => {
    expect(
      requireInput(capabilityOf('contact.find'), {
        full_name: ' Ada One ',
        domain: 'https://www.acme.example/',
        company: null,
      }),
    ).toEqual({ full_name: 'Ada One', domain: 'acme.example' })
  })

  it('is refused at each of its members, once', () => {
    const { extras, httpStatus, publicMessage } = refusalOf('contact.phone', {
      email: 'ada',
      linkedin_url: 'ada',
      age: 3,
    })
    expect(httpStatus).toBe(400)
    expect(extras).toMatchObject({ param: '/input/email' })
    expect(publicMessage).toBe(
      '`/input/email` cannot be used: this is no email address. Write one like ada@example.com (and 2 more, see `details`).',
    )
    expect(Object(extras).details.map(({ path }: { path: string }) => path)).toEqual([
      '/input/email',
      '/input/linkedin_url',
      '/input/age',
    ])
  })

  it('names the sets of members that are enough, and a complete input', () => {
    expect(refusalOf('contact.phone', { full_name: 'Ada One' }).publicMessage).toBe(
      '`/input` is incomplete: it needs `linkedin_url`, or `email`, or `full_name` and `domain`, for example `{"email":"robin.sample@example.com"}`.',
    )
    expect(refusalOf('contact.verify', {}).publicMessage).toBe(
      '`/input/email` is required: one email address, for example `ada@example.com`.',
    )
  })

  it.each(CAPABILITIES.map(({ slug, exampleInput }) => [slug, exampleInput] as const))(
    'of %s is never refused with a pattern or a phrase of JSON Schema',
    (slug, example) => {
      for (const member of Object.keys(capabilityOf(slug).inputSchema.properties)) {
        for (const wrong of ['?', '', ' ', 7, true, {}, [], ['?'], 'x'.repeat(300_000), 'a@'.repeat(150_000)]) {
          const written = { ...example, [member]: wrong }
          const message = messageOf(slug, written)
          expect([member, message]).not.toEqual([
            member,
            expect.stringMatching(/\^|\\|pattern|schema|must match|undefined/i),
          ])
        }
      }
    },
  )
})

/** The message of the refusal, or an empty text. */
function messageOf(slug: string, written: unknown): string {
  try {
    requireInput(capabilityOf(slug), written)
    return ''
  } catch (error) {
    if (!(error instanceof Problem)) return String(error)
    // A quotation mark within a sentence is no sign of a pattern.
    return JSON.stringify([error.publicMessage, error.extras]).replaceAll('\\"', "'")
  }
}
