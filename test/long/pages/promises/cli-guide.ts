import type { CommandPromise } from '../walk.ts'

export const CLI_GUIDE: Readonly<Record<string, readonly CommandPromise[]>> = {
  'The command line client': [
    { command: 'alias svc=' },
    { command: 'svc discover', prints: /^contact\.find /m },
    { command: 'svc inspect', prints: /^Offers/m },
    { command: 'svc run', prints: /^succeeded/ },
    { command: 'svc runs', prints: /^run_\w+ +succeeded/m },
  ],
  'What goes in': [
    { command: 'limit:=5', prints: /^succeeded +web\.search[^]*position +5$(?![^]*position +6)/m },
    { command: '--input - domain=example.com', prints: /^succeeded +contact\.find[^]*domain +example\.com/m },
    { command: 'svc api GET', prints: /"daily_limit"/ },
  ],
  'What comes out': [
    { command: '--async --field run_id' },
    { command: 'svc runs get "$RUN" --wait', prints: /^succeeded/ },
    { command: 'svc runs --all', prints: /^run_\w+ succeeded 0\.0143$/m },
    { command: '+no-match', prints: /^it ended with 4$/m },
  ],
}
