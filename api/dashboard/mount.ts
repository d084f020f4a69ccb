import type { Static } from 'typebox'
import type { Environment } from '../../domain/runs/states.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import type { OperatorSettings } from '../../domain/settings/operators.ts'
import type { Database } from '../../db/database.ts'
import { type BindOptions, findRouteOf } from '../route/in-process.ts'
import type { RouteCaller } from '../route/pipeline.ts'
import type { Meter } from '../../telemetry/meter.ts'
import type { Html } from '../html/markup.ts'
import { requireAccess } from '../auth/required-access.ts'
import type { Authenticate } from '../middleware/authenticate.ts'
import { clientGone } from '../middleware/client-gone.ts'
import { logProblem, problemOf } from '../errors/problem-of.ts'
import { clientAddressOf, rateLimit } from '../middleware/rate-limit.ts'
import { sendPieces } from '../middleware/send-pieces.ts'
import type { MiddlewareStep, StepContext } from '../middleware/state.ts'
import type { SessionPrincipal } from '../../domain/access/principal.ts'
import { Problem } from '../errors/problem.ts'
import type { Route } from '../route/route.ts'
import { callerOf } from '../limits/request-queues.ts'
import { SignedOut, WhoAmI, WorkspaceSwitched } from '../schemas/auth.ts'
import { type Assets, createAssets } from './assets.ts'
import { firstStepsOf, forgetSession, setEnvironmentCookie, lastEnvironment, sessionToken } from './cookies.ts'
import { errorShown } from './error-page.ts'
import { fragmentOf, PAGE_HEADERS, userPage, publicPage } from './layout.ts'
import {
  type PageCall,
  type PageParts,
  pageCalls,
  type DashboardDownload,
  type DashboardPage,
  fileCalls,
  type PersonCaller,
  type RefusedForm,
  type Shown,
  type View,
} from './page.ts'
import { createDownloads, createPages } from './pages.ts'
import {
  pagePath,
  ASSETS_PATH,
  DASHBOARD_PATH,
  isDashboard,
  paramsOf,
  readPagePath,
  returnPath,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  SWITCH_PATH,
  signInPath,
} from './paths.ts'
import { clientOf, enter } from './visitor/entering.ts'
import { createVisitorPages } from './visitor/visitor-pages.ts'
import type { VisitorPage } from './visitor/visitor-page.ts'
import { readForm, requireMethod } from './request.ts'

export interface DashboardParts extends BindOptions {
  /** The routes of the entire API: the pages find theirs by operationId. */
  readonly routes: readonly Route[]
  readonly db: Database
  readonly authenticate: Authenticate
  /** Known once the server listens. */
  readonly publicUrl: () => string
  /** null: no page leads to Temporal. */
  readonly operators: OperatorSettings | null
  readonly mails: PageParts['mails']
  readonly manifests: readonly Pick<ProviderManifest, 'slug' | 'environment'>[]
  readonly clients: PageParts['clients']
  /** Learns every path under which the pages' requests are counted. */
  readonly metrics: Pick<Meter, 'learn'>
}

/** What every request of a page needs. */
interface Dashboard extends DashboardParts {
  readonly assets: Assets
  readonly pages: readonly DashboardPage[]
  readonly downloads: readonly DashboardDownload[]
  readonly visitorPages: readonly VisitorPage[]
  readonly signOut: PageCall<typeof SignedOut>
  readonly switchWorkspace: PageCall<typeof WorkspaceSwitched>
  readonly whoAmI: PageCall<typeof WhoAmI>
  readonly count: MiddlewareStep
}

/**
 * The pages for people, below `/dashboard`. They read and act through the routes' own objects, in this process, with
 * the person's session.
 */
export function createDashboard(parts: DashboardParts): MiddlewareStep {
  const { routes, db, publicUrl, operators, mails, manifests, clients } = parts
  const findRoute = findRouteOf(routes, 'dashboard', parts)
  const find = pageCalls(findRoute)
  const pageParts = { find, findFile: fileCalls(findRoute), db, publicUrl, operators, mails, manifests, clients }
  const dashboard: Dashboard = {
    ...parts,
    assets: createAssets(),
    pages: createPages(pageParts),
    downloads: createDownloads(pageParts),
    visitorPages: createVisitorPages(pageParts),
    signOut: find('signOut', SignedOut),
    switchWorkspace: find('switchWorkspace', WorkspaceSwitched),
    whoAmI: find('whoAmI', WhoAmI),
    count: rateLimit({}, parts.rateLimits),
  }
  parts.metrics.learn('route', [
    DASHBOARD_PATH,
    ...dashboard.visitorPages.map(({ path }) => path),
    ...[...dashboard.pages, ...dashboard.downloads].map(countedPath),
  ])
  return async (ctx, next) => {
    if (!isDashboard(ctx.path)) return next()
    ctx.state.route = { path: DASHBOARD_PATH }
    ctx.set(PAGE_HEADERS)
    const seen: Seen = { person: null }
    try {
      await answer(ctx, dashboard, seen)
    } catch (thrown) {
      await showProblem(ctx, dashboard, { problem: problemOf(thrown), person: seen.person })
    }
  }
}

const countedPath = ({ path }: Pick<DashboardPage, 'path'>): string => `${DASHBOARD_PATH}/{environment}${path}`

/** The authenticated person, also for the page of an error. */
interface Seen {
  person: PersonCaller | null
}

async function answer(ctx: StepContext, dashboard: Dashboard, seen: Seen): Promise<void> {
  if (ctx.path.startsWith(`${ASSETS_PATH}/`)) return dashboard.assets.answer(ctx)
  requireMethod(ctx)
  const anonymousCaller: RouteCaller = {
    principal: null,
    clientAddress: clientAddressOf(ctx, dashboard.rateLimits),
    requestId: ctx.state.requestId,
    log: ctx.state.log,
    signal: clientGone(ctx),
  }
  await admit(ctx, dashboard, { anonymousCaller, seen })
  const visited = dashboard.visitorPages.find(({ path }) => path === ctx.path)
  if (seen.person === null && visited === undefined && ctx.path !== SIGN_OUT_PATH)
    return goTo(ctx, signInPath(returnPath(`${ctx.path}${ctx.search}`)))
  const form = ctx.method === 'POST' ? await readForm(ctx, dashboard.publicUrl(), bytesMaxOf(ctx, dashboard)) : null
  if (visited !== undefined)
    return answerVisitor(ctx, dashboard, {
      page: visited,
      caller: anonymousCaller,
      form,
      isSignedIn: seen.person !== null,
    })
  if (ctx.path === SIGN_OUT_PATH && form !== null) return signOut(ctx, dashboard, seen.person)
  if (seen.person === null) return goTo(ctx, SIGN_IN_PATH)
  if (ctx.path === SWITCH_PATH && form !== null) return switchWorkspace(ctx, dashboard, { person: seen.person, form })
  await answerPerson(ctx, dashboard, { person: seen.person, form })
}

const bytesMaxOf = ({ path }: StepContext, { pages }: Dashboard): number | undefined =>
  pages.find((page) => page.path === readPagePath(path).path)?.formBytesMax

interface Visit {
  readonly anonymousCaller: RouteCaller
  readonly seen: Seen
}

/**
 * Authenticates the person and counts the request, under a permit of the client address, because a cookie may be
 * forged.
 */
async function admit(ctx: StepContext, dashboard: Dashboard, { anonymousCaller, seen }: Visit): Promise<void> {
  const { clientAddress, signal } = anonymousCaller
  const leave = await dashboard.requestQueues.enter('entrance', { ...callerOf(null, clientAddress), signal })
  try {
    const principal = await findPerson(ctx, dashboard)
    ctx.state.principal = principal
    if (principal !== null) {
      ctx.state.log = ctx.state.log.child({ workspace_id: principal.workspaceId })
      seen.person = { ...anonymousCaller, log: ctx.state.log, principal }
    }
    await dashboard.count(ctx, async () => undefined)
  } finally {
    leave()
  }
}

/** Only a session identifies a person: a key in the cookie is not accepted. */
async function findPerson(ctx: StepContext, { authenticate }: Dashboard): Promise<SessionPrincipal | null> {
  const token = sessionToken(ctx)
  const principal = token === null ? null : await authenticate(token)
  return principal?.kind === 'session' ? principal : null
}

/** Ends the session on every replica, and in this browser. */
async function signOut(ctx: StepContext, dashboard: Dashboard, caller: PersonCaller | null): Promise<void> {
  if (caller !== null) await dashboard.signOut({ caller })
  forgetSession(ctx, dashboard.publicUrl())
  goTo(ctx, SIGN_IN_PATH)
}

/** Continues in another workspace of the person, with a new session. */
async function switchWorkspace(
  ctx: StepContext,
  dashboard: Dashboard,
  { person, form }: { readonly person: PersonCaller; readonly form: URLSearchParams },
): Promise<void> {
  const body = { workspace_id: form.get('workspace_id') ?? '' }
  enter(
    ctx,
    dashboard.publicUrl(),
    await dashboard.switchWorkspace({ caller: person }, { body, headers: clientOf(ctx) }),
  )
  goTo(ctx, DASHBOARD_PATH)
}

interface VisitorRequest {
  readonly page: VisitorPage
  readonly caller: RouteCaller
  readonly form: URLSearchParams | null
  readonly isSignedIn: boolean
}

async function answerVisitor(
  ctx: StepContext,
  { assets }: Dashboard,
  { page, caller, form, isSignedIn }: VisitorRequest,
): Promise<void> {
  ctx.state.route = { path: page.path }
  const query = new URLSearchParams(ctx.querystring)
  const show = async (refused: RefusedForm | null) =>
    send(ctx, publicPage({ assets, ...(await page.show(query, refused)) }))
  if (form === null) return isSignedIn && page.leadsOn === true ? goTo(ctx, returnPath(query.get('to'))) : show(null)
  const acted = await page.act(ctx, { caller, form, query }).catch((thrown: unknown) => refusalOf(ctx, thrown))
  if (acted instanceof Problem) return show({ problem: acted, form })
  if (typeof acted === 'string') return goTo(ctx, acted)
  send(ctx, publicPage({ assets, ...acted }))
}

interface PageRequest {
  readonly person: PersonCaller
  readonly form: URLSearchParams | null
}

async function answerPerson(ctx: StepContext, dashboard: Dashboard, { person, form }: PageRequest): Promise<void> {
  const place = readPagePath(ctx.path)
  const found = matching(dashboard.pages, place.path) ?? matching(dashboard.downloads, place.path)
  if (found === null) throw new Problem('not_found', 'There is no such page.')
  const { page, params } = found
  if (place.environment === null) return goTo(ctx, `${pagePath(lastEnvironment(ctx), place.path)}${ctx.search}`)
  const { environment } = place
  ctx.state.route = { path: countedPath(page) }
  setEnvironmentCookie(ctx, dashboard.publicUrl(), environment)
  const caller = { ...person, principal: { ...person.principal, environment } }
  const view: View = {
    caller,
    isRefresh: isRefresh(ctx),
    who: readOnce(() => dashboard.whoAmI({ caller })),
    environment,
    params,
    now: new Date(),
    refused: null,
    firstSteps: firstStepsOf(ctx, dashboard.publicUrl(), person.principal.workspaceId),
    query: Object.fromEntries([...new URLSearchParams(ctx.querystring)].toReversed()),
  }
  if ('send' in page) return answerDownload(ctx, page, { view, form })
  requireRole(dashboard, page, person)
  if (form === null) return showPage(ctx, dashboard, { page, view })
  if (page.act === undefined) throw takesNoForm()
  const acted = await page.act(view, form).catch((thrown: unknown) => refusalOf(ctx, thrown))
  if (acted instanceof Problem)
    return showPage(ctx, dashboard, { page, view: { ...view, refused: { problem: acted, form } } })
  if (typeof acted === 'string') return goTo(ctx, acted)
  await sendToPerson(ctx, dashboard, { shown: acted, view, environment, page })
}

const takesNoForm = (): Problem =>
  new Problem('method_not_allowed', 'This page has no form.', { headers: { Allow: 'GET, HEAD' } })

/** The first one whose pattern the path matches, with the values of its placeholders. */
function matching<P extends Pick<DashboardPage, 'path'>>(pages: readonly P[], path: string) {
  for (const page of pages) {
    const params = paramsOf(page.path, path)
    if (params !== null) return { page, params }
  }
  return null
}

/** Sends the file while its route reads it, as over HTTP. */
async function answerDownload(
  ctx: StepContext,
  download: DashboardDownload,
  { view, form }: { readonly view: View; readonly form: URLSearchParams | null },
): Promise<void> {
  if (form !== null) throw takesNoForm()
  await sendPieces(ctx, await download.send(view))
}

/** Pages of a section for owners are theirs too. */
function requireRole({ pages }: Dashboard, { section }: DashboardPage, { principal }: PersonCaller): void {
  const isForOwners = pages.some((one) => one.path === section && one.forOwners === true)
  if (isForOwners) requireAccess(principal, 'owner')
}

/** A faulty form is shown again with its message; any other error gets its own page. */
function refusalOf(ctx: StepContext, thrown: unknown): Problem {
  if (!(thrown instanceof Problem) || thrown.httpStatus === 404 || thrown.httpStatus === 500) throw thrown
  logProblem(thrown, { log: ctx.state.log, route: ctx.state.route?.path ?? DASHBOARD_PATH })
  ctx.status = statusOf(thrown)
  ctx.set(thrown.headers)
  return thrown
}

/**
 * A browser that receives 401 may open its own password dialog, so a form with a wrong password is refused with 403.
 */
const statusOf = ({ httpStatus }: Problem): number => (httpStatus === 401 ? 403 : httpStatus)

async function showPage(
  ctx: StepContext,
  dashboard: Dashboard,
  { page, view }: { readonly page: DashboardPage; readonly view: View },
): Promise<void> {
  if (view.isRefresh) return send(ctx, fragmentOf(await page.show(view)))
  const shown = page.show(view)
  await sendToPerson(ctx, dashboard, {
    shown: await shown,
    view,
    environment: view.environment,
    page,
  })
}

interface ForPerson {
  readonly shown: Shown
  readonly view: Pick<View, 'caller' | 'who'>
  readonly environment: Environment
  readonly page: DashboardPage | null
}

async function sendToPerson(
  ctx: StepContext,
  { assets, pages }: Dashboard,
  { shown, view, ...frame }: ForPerson,
): Promise<void> {
  const { workspace, user } = await view.who()
  const { role } = view.caller.principal
  send(ctx, userPage(shown, { assets, pages, ...frame, workspace: workspace.name, email: user?.email ?? '', role }))
}

async function showProblem(
  ctx: StepContext,
  dashboard: Dashboard,
  { problem, person }: { readonly problem: Problem; readonly person: PersonCaller | null },
): Promise<void> {
  logProblem(problem, { log: ctx.state.log, route: ctx.state.route?.path ?? DASHBOARD_PATH })
  ctx.status = statusOf(problem)
  ctx.set(problem.headers)
  const shown = errorShown(problem, ctx.state.requestId)
  const anonymousCaller = () => send(ctx, publicPage({ assets: dashboard.assets, ...shown }))
  if (person === null) return anonymousCaller()
  const environment = readPagePath(ctx.path).environment ?? lastEnvironment(ctx)
  // Without the database the person is unknown too.
  const view = { caller: person, who: () => dashboard.whoAmI({ caller: person }) }
  await sendToPerson(ctx, dashboard, { shown, view, environment, page: null }).catch(anonymousCaller)
}

/** The script asks for the parts of a page that are live. */
const isRefresh = (ctx: StepContext): boolean => ctx.get('Dashboard-Fragment') !== ''

/** A page and its frame share the answer. */
function readOnce(read: () => Promise<Static<typeof WhoAmI>>): () => Promise<Static<typeof WhoAmI>> {
  let reading: Promise<Static<typeof WhoAmI>> | null = null
  return () => (reading ??= read())
}

function send(ctx: StepContext, page: Html): void {
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = page.toString()
}

/** The next page is loaded by GET, so that reloading it does not send the form again. */
function goTo(ctx: StepContext, path: string): void {
  ctx.status = 303
  ctx.redirect(path)
}
