/**
 * `npm run --silent postgres-tools`: the folder with PostgreSQL's client programs of the server's major version, on standard output, for
 * somebody's PATH. The set-up has looked for them, or fetched them; it tells on standard error why there are none.
 */
const folder = process.env['POSTGRES_TOOLS']
if (folder === undefined) {
  console.error('There are no client programs of PostgreSQL 18 here: install them, or set POSTGRES_TOOLS to the folder that has them.')
  process.exitCode = 1
} else {
  console.log(folder)
}
