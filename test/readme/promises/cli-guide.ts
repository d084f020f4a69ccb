import type { Promised } from '../walk.ts'

export const CLI_GUIDE: Readonly<Record<string, readonly Promised[]>> = {
  'The command line client': [{ command: 'svc()' }],
  'Which service, and as whom': [
    { command: 'credential()' },
    { command: 'svc login' },
    { command: 'svc whoami', prints: /workspace +demo[^]*environment +test[^]*config/ },
    { command: 'svc logout' },
  ],
  Input: [
    { command: 'limit:=5', prints: /^succeeded +web\.search[^]*position +5$(?![^]*position +6)/m },
    { command: '--input - domain=example.com', prints: /^succeeded +contact\.find[^]*domain +example\.com/m },
  ],
  Output: [
    { command: '--async --field run_id' },
    { command: 'svc runs get "$RUN" --wait', prints: /^succeeded/ },
    { command: 'svc runs --all', prints: /^run_\w+ succeeded 0\.0143$/m },
  ],
  'Exit codes': [{ command: '+no-match', prints: /^it ended with 4$/m }],
}
