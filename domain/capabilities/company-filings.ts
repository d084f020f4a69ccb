import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import { dateOut, input, limit, listOut, name, nullable, object, output, textOut, urlOut } from './fields.ts'

export const FILINGS_LIMIT_DEFAULT = 10
export const FILINGS_LIMIT_MAX = 100

export const companyFilings: Capability = {
  slug: 'company.filings',
  title: 'Filings of a US company',
  category: 'company',
  description: 'Lists the latest filings of a company with the US securities regulator, newest first. Free of charge.',
  billing: 'per_call',
  inputSchema: input({
    optional: {
      cik: Type.String({
        description: 'Central Index Key, with or without leading zeros.',
        pattern: '^\\d{1,10}$',
        examples: ['320193'],
      }),
      ticker: Type.String({
        description: 'Stock symbol.',
        examples: ['AAPL'],
        pattern: '^[A-Za-z0-9][A-Za-z0-9.+-]{0,29}$',
      }),
      name: name("The company's name as registered; used when neither cik nor ticker is given."),
      form: Type.String({
        description: 'Only filings of this form.',
        examples: ['10-K'],
        pattern: '^[A-Za-z0-9][A-Za-z0-9 /-]{0,19}$',
      }),
      limit: limit('How many filings at most.', FILINGS_LIMIT_DEFAULT, FILINGS_LIMIT_MAX),
    },
    enough: [['cik'], ['ticker'], ['name']],
  }),
  outputSchema: output({
    cik: textOut(),
    name: textOut(),
    filings: nullable(
      listOut(
        object({ form: textOut(), filed_at: dateOut(), period: dateOut(), accession_number: textOut(), url: urlOut() }),
        FILINGS_LIMIT_MAX,
      ),
    ),
  }),
  sends: false,
  exampleInput: { ticker: 'EXMP', form: '10-K', limit: 5 },
}
