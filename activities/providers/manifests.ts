import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import { agentmailManifest } from './agentmail/manifest.ts'
import { apifyManifest } from './apify/manifest.ts'
import { apolloManifest } from './apollo/manifest.ts'
import { braveManifest } from './brave/manifest.ts'
import { builtwithManifest } from './builtwith/manifest.ts'
import { clinicaltrialsManifest } from './clinicaltrials/manifest.ts'
import { crunchbaseManifest } from './crunchbase/manifest.ts'
import { dataforseoManifest } from './dataforseo/manifest.ts'
import { fdicManifest } from './fdic/manifest.ts'
import { federalRegisterManifest } from './federal-register/manifest.ts'
import { findymailManifest } from './findymail/manifest.ts'
import { hunterManifest } from './hunter/manifest.ts'
import { leadmagicManifest } from './leadmagic/manifest.ts'
import { nppesManifest } from './nppes/manifest.ts'
import { openfdaManifest } from './openfda/manifest.ts'
import { peopledatalabsManifest } from './peopledatalabs/manifest.ts'
import { prospeoManifest } from './prospeo/manifest.ts'
import { resendManifest } from './resend/manifest.ts'
import { sandboxAlphaManifest, sandboxBetaManifest } from './sandbox/manifest.ts'
import { secManifest } from './sec/manifest.ts'
import { serperManifest } from './serper/manifest.ts'
import { tavilyManifest } from './tavily/manifest.ts'
import { thecompaniesapiManifest } from './thecompaniesapi/manifest.ts'
import { unipileManifest } from './unipile/manifest.ts'
import { usaspendingManifest } from './usaspending/manifest.ts'
import { vpicManifest } from './vpic/manifest.ts'
import { wappalyzerManifest } from './wappalyzer/manifest.ts'

/**
 * Every provider that this build knows, configured or not. Pure facts: the api reads them, and only the worker calls
 * providers.
 */
export const MANIFESTS: readonly ProviderManifest[] = [
  hunterManifest,
  findymailManifest,
  leadmagicManifest,
  prospeoManifest,
  peopledatalabsManifest,
  apolloManifest,
  thecompaniesapiManifest,
  builtwithManifest,
  wappalyzerManifest,
  crunchbaseManifest,
  serperManifest,
  braveManifest,
  tavilyManifest,
  dataforseoManifest,
  agentmailManifest,
  resendManifest,
  unipileManifest,
  apifyManifest,
  secManifest,
  openfdaManifest,
  usaspendingManifest,
  clinicaltrialsManifest,
  fdicManifest,
  nppesManifest,
  vpicManifest,
  federalRegisterManifest,
  sandboxAlphaManifest,
  sandboxBetaManifest,
]

const bySlug: ReadonlyMap<string, ProviderManifest> = new Map(MANIFESTS.map((manifest) => [manifest.slug, manifest]))

export const findManifest = (slug: string): ProviderManifest | undefined => bySlug.get(slug)
