/**
 * `npm run --silent postgres-tools`: prints the folder with PostgreSQL's client programs of the server's major version,
 * for the PATH. The set-up has found or downloaded them; it reports on standard error why there are none.
 */
const folder = process.env['POSTGRES_TOOLS']
if (folder === undefined) {
  console.error(
    'There are no client programs of PostgreSQL 18 here: install them, or set POSTGRES_TOOLS to the folder that has them.',
  )
  process.exitCode = 1
} else {
  console.log(folder)
}
