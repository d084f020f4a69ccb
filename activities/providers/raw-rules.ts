import type { RawRules } from '../../domain/providers/raw-rules.ts'
import { agentmailRaw } from './agentmail/raw.ts'
import { apolloRaw } from './apollo/raw.ts'
import { braveRaw } from './brave/raw.ts'
import { builtwithRaw } from './builtwith/raw.ts'
import { censusRaw } from './census/raw.ts'
import { clinicaltrialsRaw } from './clinicaltrials/raw.ts'
import { dataforseoRaw } from './dataforseo/raw.ts'
import { fdicRaw } from './fdic/raw.ts'
import { federalRegisterRaw } from './federal-register/raw.ts'
import { findymailRaw } from './findymail/raw.ts'
import { fullenrichRaw } from './fullenrich/raw.ts'
import { hunterRaw } from './hunter/raw.ts'
import { leadmagicRaw } from './leadmagic/raw.ts'
import { nppesRaw } from './nppes/raw.ts'
import { openfdaRaw } from './openfda/raw.ts'
import { peopledatalabsRaw } from './peopledatalabs/raw.ts'
import { prospeoRaw } from './prospeo/raw.ts'
import { resendRaw } from './resend/raw.ts'
import { secRaw } from './sec/raw.ts'
import { serperRaw } from './serper/raw.ts'
import { tavilyRaw } from './tavily/raw.ts'
import { thecompaniesapiRaw } from './thecompaniesapi/raw.ts'
import { usaspendingRaw } from './usaspending/raw.ts'
import { vpicRaw } from './vpic/raw.ts'
import { wappalyzerRaw } from './wappalyzer/raw.ts'

/** By provider slug: what raw calls need beyond the request. A provider that is missing here needs nothing more. */
export const RAW_RULES: Readonly<Record<string, RawRules>> = {
  agentmail: agentmailRaw,
  apollo: apolloRaw,
  brave: braveRaw,
  builtwith: builtwithRaw,
  census: censusRaw,
  clinicaltrials: clinicaltrialsRaw,
  dataforseo: dataforseoRaw,
  fdic: fdicRaw,
  'federal-register': federalRegisterRaw,
  findymail: findymailRaw,
  fullenrich: fullenrichRaw,
  hunter: hunterRaw,
  leadmagic: leadmagicRaw,
  nppes: nppesRaw,
  openfda: openfdaRaw,
  peopledatalabs: peopledatalabsRaw,
  prospeo: prospeoRaw,
  resend: resendRaw,
  sec: secRaw,
  serper: serperRaw,
  tavily: tavilyRaw,
  thecompaniesapi: thecompaniesapiRaw,
  usaspending: usaspendingRaw,
  vpic: vpicRaw,
  wappalyzer: wappalyzerRaw,
}
