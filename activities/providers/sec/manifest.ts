import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

/** The list of all companies with a ticker is on the agency's other host. */
export const SEC_DIRECTORY_BASE_URL = 'https://www.sec.gov'

export const secManifest: ProviderManifest = {
  slug: 'sec',
  title: 'SEC EDGAR',
  homepage: 'https://www.sec.gov/search-filings',
  environment: 'live',
  credential: 'none',
  baseUrl: 'https://data.sec.gov',
  // 10 calls in any second, bursts included; a run takes one call, and up to four when it searches further.
  limits: { concurrency: null, requestsPerSecond: 5, burst: 3 },
  offers: [
    {
      capability: 'company.filings',
      pricing: { model: 'flat', amount: 0n },
      priceNote: 'Free: public federal data.',
      verified: true,
      requires: [['cik'], ['ticker'], ['name']],
      endpoints: ['GET /submissions/CIK{cik}.json'],
      // The first ticker or name of an hour takes a second call, for a list of about a megabyte.
      expectedLatencyMs: 600,
      deadlineMs: 8_000,
      repeat: 'free',
    },
  ],
  facts: {
    data_region: 'us',
    retention_days: null,
    source: 'Filings that companies make with the U.S. Securities and Exchange Commission.',
  },
  sources: [
    'B: OpenAPI transcription sec-edgar.yml (submissions by ten-digit CIK, filings.recent as parallel arrays, 404, 429).',
    'B: company_tickers.json as public clients read it (an object of {cik_str, ticker, title}); 10 calls a second; a contact in User-Agent, 403 without one.',
    'B: URL of a filing, /Archives/edgar/data/{cik}/{accession without dashes}/{document}.',
    'B: filings.files names the files of older filings, whose columns are at the top; two of them are read when the recent ones are too few.',
  ],
}
