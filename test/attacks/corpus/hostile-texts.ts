/** Texts that mean something to a database, a shell, a page, a template, a log or a spreadsheet. The first few are sent by `npm test`. */
export const HOSTILE_TEXTS: readonly string[] = [
  `' or 1=1; drop table run; --`, '\u0000', '../../etc/passwd', '1e999', '<script>alert(1)</script>', '{"$gt":""}', '%00', '\u202e', '__proto__',
  `1' union select null,version()--`, `'||pg_sleep(9)||'`, '$$;select 1;$$', '$1', '\\', `\\'; --`, '%27%20or%201', '*', '%', '_', '(?:a+)+$', `${'a'.repeat(2_000)}!`, '((((((((((', '[', '"', '`id`', '$(id)', ';id', '|id', '\n', '\r\nX-A: b',
  '%0d%0aX-A:%20b', '{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}', '=1+1', '-1', '-1e999', 'Infinity', 'NaN', '-0', '9'.repeat(400), 'true', 'null', 'constructor', 'toString', 'hasOwnProperty', '\u200b', '\ufeff', '\u{1f600}', 'Ａ', 'ﬃ', 'İ', 'ß', '\u0300'.repeat(50),
  '2026-13-45', '0000-00-00T00:00:00Z', '+275760-09-14T00:00:00Z', 'run_00000000000000000000000000', 'https://evil.example/', 'file:///etc/passwd', 'http://127.0.0.1/', 'http://[::ffff:169.254.169.254]/',
]

/** How many of them `npm test` sends. */
export const QUICK = 7
