import { resolve } from 'node:path'
import type { LocalCredentials } from './demo.ts'

/** The message of a first start when everything runs: a line to copy, and where to see its effects. */
export function firstRun(credentials: LocalCredentials, file: string): string {
  const body = JSON.stringify({
    capability: 'contact.find',
    input: { full_name: 'Ada Example', domain: 'example.com' },
  })
  // In its folder the command line finds the credentials by itself; for another DATA_DIR it needs them as options.
  const credentialOptions =
    file === resolve('.data/credentials.json')
      ? ''
      : ` --base-url ${credentials.base_url} --key ${credentials.test_key}`
  return `
Ready at ${credentials.base_url}

  Try it (simulated data, sandbox money):

    curl -s ${credentials.base_url}/v1/run \\
      -H 'Authorization: Bearer ${credentials.test_key}' \\
      -H 'Content-Type: application/json' \\
      -d '${body}'

  Or from the command line, in this folder:

    alias svc="$PWD/packages/cli/svc.mjs"
    svc run contact.find full_name='Ada Example' domain=example.com${credentialOptions}

  Then open the run, step by step, under its run_id:
    ${credentials.temporal_ui ?? 'the Web UI of your Temporal server'}

  Dashboard       ${credentials.base_url}/dashboard
  Sign in         ${credentials.email}, with the password that the credentials hold
  Guides          ${credentials.base_url}/docs
  Clients         ${credentials.base_url}/clients/
  API reference   ${credentials.base_url}/api-reference
  Metrics         ${credentials.metrics_url}
  Credentials     ${file}

  Ctrl-C stops everything.
`
}
