import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOGS } from './documents.ts'

const filesIn = (folder: string): string[] =>
  readdirSync(join(CATALOGS, folder))
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .toSorted()
    .map((name) => `${folder}/${name}`)

/** Which documents make the catalog file of which provider. */
export const SHIPPED: readonly (readonly [slug: string, files: readonly string[]])[] = [
  ['apify', ['apify.json']],
  ['builtwith', ['builtwith/rest.json', 'builtwith/stripe-topup.json', 'builtwith/x402.json']],
  ['census', ['census.yaml']],
  ['dataforseo', filesIn('dataforseo')],
  ['fec', ['fec/openapi3.yaml']],
  ['hunter', filesIn('hunter')],
  ['apollo', ['apollo.json']],
  ['resend', ['resend.json']],
  ['agentmail', ['agentmail.json']],
  ['peopledatalabs', ['peopledatalabs.json']],
  ['fullenrich', ['fullenrich.yml']],
  ['serper', ['serper.yml']],
  ['tavily', ['tavily.json']],
  ['crunchbase', ['crunchbase.yaml']],
  ['openfda', ['openfda.yml']],
  ['usaspending', ['usaspending.yml']],
  ['sec', ['sec-edgar.yml']],
  ['clinicaltrials', ['clinicaltrials.yaml']],
  ['fdic', ['fdic.json']],
  ['nppes', ['nppes.json']],
  ['vpic', ['nhtsa-vpic.yml']],
  ['fred', ['fred/fred.yml', 'fred/geofred.yml']],
]
