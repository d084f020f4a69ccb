import type { RawRules } from '../../domain/providers/raw-rules.ts'
import { agentmailRaw } from './agentmail/raw.ts'
import { apolloRaw } from './apollo/raw.ts'
import { braveRaw } from './brave/raw.ts'
import { censusRaw } from './census/raw.ts'
import { clinicaltrialsRaw } from './clinicaltrials/raw.ts'
import { dataforseoRaw } from './dataforseo/raw.ts'
import { fdicRaw } from './fdic/raw.ts'
import { federalRegisterRaw } from './federal-register/raw.ts'
import { hunterRaw } from './hunter/raw.ts'
import { nppesRaw } from './nppes/raw.ts'
import { openfdaRaw } from './openfda/raw.ts'
import { peopledatalabsRaw } from './peopledatalabs/raw.ts'
import { resendRaw } from './resend/raw.ts'
import { secRaw } from './sec/raw.ts'
import { serperRaw } from './serper/raw.ts'
import { tavilyRaw } from './tavily/raw.ts'
import { usaspendingRaw } from './usaspending/raw.ts'
import { vpicRaw } from './vpic/raw.ts'

/** By provider slug: what raw calls need beyond the request. A provider that is not here has nothing of its own. */
export const RAW_RULES: Readonly<Record<string, RawRules>> = {
  agentmail: agentmailRaw,
  apollo: apolloRaw,
  brave: braveRaw,
  census: censusRaw,
  clinicaltrials: clinicaltrialsRaw,
  dataforseo: dataforseoRaw,
  fdic: fdicRaw,
  'federal-register': federalRegisterRaw,
  hunter: hunterRaw,
  nppes: nppesRaw,
  openfda: openfdaRaw,
  peopledatalabs: peopledatalabsRaw,
  resend: resendRaw,
  sec: secRaw,
  serper: serperRaw,
  tavily: tavilyRaw,
  usaspending: usaspendingRaw,
  vpic: vpicRaw,
}
