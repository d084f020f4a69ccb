import type { Credentials } from './demo.ts'

/** What a newcomer sees when everything runs: a line to copy, and where to look at what it did. */
export function firstRun(credentials: Credentials, file: string): string {
  const body = JSON.stringify({ capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } })
  return `
Ready at ${credentials.base_url}

  Try it (simulated data, sandbox money):

    curl -s ${credentials.base_url}/v1/run \\
      -H 'Authorization: Bearer ${credentials.test_key}' \\
      -H 'Content-Type: application/json' \\
      -d '${body}'

  Then open the run, step by step, under its run_id:
    ${credentials.temporal_ui ?? 'the Web UI of your Temporal server'}

  Sign in         ${credentials.email}, with the password that the credentials hold
  API reference   ${credentials.base_url}/api-reference
  Metrics         ${credentials.metrics_url}
  Credentials     ${file}

  Ctrl-C stops everything.
`
}
