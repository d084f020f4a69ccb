import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { INBOUND_SECRETS } from './secrets.ts'
import { agentmail } from './agentmail/twin.ts'
import { apify } from './apify/twin.ts'
import { apollo } from './apollo/twin.ts'
import { brave } from './brave/twin.ts'
import { builtwith } from './builtwith/twin.ts'
import { clinicaltrials } from './clinicaltrials/twin.ts'
import { crunchbase } from './crunchbase/twin.ts'
import { dataforseo } from './dataforseo/twin.ts'
import { fdic } from './fdic/twin.ts'
import { federalRegister } from './federal-register/twin.ts'
import { findymail } from './findymail/twin.ts'
import { fullenrich } from './fullenrich/twin.ts'
import { hunter } from './hunter/twin.ts'
import { startTwins as start, type Twins } from './kit/host.ts'
import { plainRefusals } from './kit/refusals.ts'
import type { Twin } from './kit/twin.ts'
import { leadmagic } from './leadmagic/twin.ts'
import { nppes } from './nppes/twin.ts'
import { openfda } from './openfda/twin.ts'
import { peopledatalabs } from './peopledatalabs/twin.ts'
import { prospeo } from './prospeo/twin.ts'
import { resend } from './resend/twin.ts'
import { sec } from './sec/twin.ts'
import { serper } from './serper/twin.ts'
import { tavily } from './tavily/twin.ts'
import { thecompaniesapi } from './thecompaniesapi/twin.ts'
import { unipile } from './unipile/twin.ts'
import { usaspending } from './usaspending/twin.ts'
import { vpic } from './vpic/twin.ts'
import { wappalyzer } from './wappalyzer/twin.ts'

const WRITTEN: readonly Twin[] = [
  hunter,
  findymail,
  fullenrich,
  leadmagic,
  prospeo,
  peopledatalabs,
  apollo,
  thecompaniesapi,
  builtwith,
  wappalyzer,
  crunchbase,
  serper,
  brave,
  tavily,
  dataforseo,
  agentmail,
  resend,
  unipile,
  apify,
  sec,
  openfda,
  usaspending,
  clinicaltrials,
  fdic,
  nppes,
  vpic,
  federalRegister,
]

/** A provider that is only called raw and has no behaviour beyond its document. */
const documented = (slug: string): Twin => ({ slug, refusals: plainRefusals('message'), routes: {} })

const { catalog, manifests } = loadKnownProviders({})

/** One for every live provider. */
export const TWINS: readonly Twin[] = manifests
  .filter(({ environment }) => environment === 'live')
  .map(({ slug }) => WRITTEN.find((twin) => twin.slug === slug) ?? documented(slug))

/** Starts them all in this process. */
export const startTwins = (port = 0): Promise<Twins> => start({ twins: TWINS, catalog, secrets: INBOUND_SECRETS, port })
