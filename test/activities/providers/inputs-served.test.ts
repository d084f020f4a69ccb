import { describe, expect, it } from '@jest/globals'
import { MANIFESTS } from '../../../activities/providers/manifests.ts'
import { CAPABILITIES, sufficientInputs } from '../../../domain/capabilities/catalog.ts'
import type { Json } from '../../../domain/json/json.ts'
import { exceededLimit } from '../../../domain/providers/field-limits.ts'
import { offersOf } from '../../../domain/providers/offering.ts'

const liveOffers = (slug: string) =>
  offersOf(slug, MANIFESTS)
    .filter(({ manifest }) => manifest.environment === 'live')
    .map(({ manifest, offer }) => ({ provider: manifest.slug, ...offer }))

/** Capabilities with one live provider: no other one of this build sells them (decisions, "waterfall of one"). */
const SOLE: Readonly<Record<string, string>> = {
  'company.filings': 'sec',
  'company.jobs': 'apollo',
  'company.similar': 'thecompaniesapi',
  'seo.keywords': 'dataforseo',
  'seo.backlinks': 'dataforseo',
  'social.profile': 'apify',
  'social.posts': 'apify',
  'social.search': 'apify',
  'social.comments': 'apify',
  'linkedin.jobs': 'apify',
  'linkedin.invite': 'unipile',
  'linkedin.message': 'unipile',
  'chat.send': 'unipile',
  'web.map': 'tavily',
}

/** Capabilities that only the sandbox serves so far, with the reason. This list may only become shorter. */
const COMING: Readonly<Record<string, string>> = {}

const LIVE = CAPABILITIES.filter(({ slug }) => !(slug in COMING))

type Member = { readonly enum?: readonly Json[]; readonly items?: Member; readonly description?: string }
const valuesOf = ({ enum: values, items }: Member): readonly Json[] => values ?? items?.enum ?? []

/** The members whose values are words of a fixed list. */
const choices = LIVE.flatMap(({ slug, inputSchema }) => {
  const members: Readonly<Record<string, Member>> = JSON.parse(JSON.stringify(inputSchema.properties))
  return Object.entries(members)
    .filter(([, member]) => valuesOf(member).length > 0)
    .map(([name, member]) => ({ slug, name, member }))
})

describe('a capability', () => {
  it('is live, unless it is listed with its reason', () => {
    const coming = CAPABILITIES.filter(({ slug }) => liveOffers(slug).length === 0).map(({ slug }) => slug)
    expect(coming).toEqual(Object.keys(COMING))
  })

  it('has a second live provider, unless no provider of this build sells it', () => {
    const sole = CAPABILITIES.flatMap(({ slug }) => {
      const offers = liveOffers(slug)
      return offers.length === 1 ? [[slug, offers[0]?.provider]] : []
    })
    expect(Object.fromEntries(sole)).toEqual(SOLE)
  })

  it.each(LIVE.flatMap((capability) => sufficientInputs(capability).map((set) => [capability.slug, set] as const)))(
    '%s is served live by %j alone',
    (slug, given) => {
      const serving = liveOffers(slug).filter(({ requires }) =>
        requires.some((required) => required.every((member) => given.includes(member))),
      )
      expect(serving.map(({ provider }) => provider)).not.toEqual([])
    },
  )

  it.each(
    LIVE.flatMap(({ slug, inputSchema }) =>
      Object.keys(inputSchema.properties).map((member) => [slug, member] as const),
    ),
  )('%s is served live with %s', (slug, member) => {
    expect(liveOffers(slug).filter(({ cannotTake = [] }) => !cannotTake.includes(member))).not.toEqual([])
  })

  it.each(choices.map((choice) => [choice.slug, choice.name, choice] as const))(
    '%s is served live with every %s, unless its description names the value',
    (slug, name, { member }) => {
      const serves = (value: Json) =>
        liveOffers(slug).some(
          ({ takes, cannotTake = [], platforms }) =>
            !cannotTake.includes(name) &&
            exceededLimit({ [name]: value }, takes) === null &&
            (name !== 'platform' || platforms?.includes(String(value)) === true),
        )
      const live = /Live: ([^.]*)\./.exec(member.description ?? '')?.[1]?.split(', ')
      const words = (value: Json) => new RegExp(`\\b${String(value)}\\b`, 'i').test(member.description ?? '')
      const isWrong = (value: Json) =>
        live === undefined ? !serves(value) && !words(value) : serves(value) !== live.includes(String(value))
      expect(valuesOf(member).filter(isWrong)).toEqual([])
    },
  )
})
