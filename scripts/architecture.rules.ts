import type { IRegularForbiddenRuleType } from 'dependency-cruiser'

/* What may know what (docs/architecture.md), as rules over the import graph. */

/**
 * Features in tiers, the lowest first: a lower one never imports a higher one. Inside a tier features may import each
 * other as long as no circle appears; where a tier has an order, only along it.
 */
export const TIERS: readonly { name: string; features: readonly string[]; order?: readonly string[] }[] = [
  { name: 'identity', features: ['access', 'accounts', 'membership'] },
  {
    name: 'capabilities',
    features: ['staff', 'files', 'notifications', 'ledger', 'slips', 'payments', 'verification'],
  },
  {
    name: 'catalogue',
    features: [
      'projects',
      'receipts',
      'plans',
      'fees',
      'services',
      'media',
      'instruments',
      'availability',
      'calendars',
      'directory',
      'maps',
      'invitations',
    ],
  },
  {
    name: 'journeys',
    features: [
      'hiring',
      'budgets',
      'contracts',
      'events',
      'lessons',
      'threads',
      'results',
      'reviews',
      'subscriptions',
    ],
    order: [
      'hiring',
      'budgets',
      'contracts',
      'events',
      'lessons',
      'threads',
      'results',
      'reviews',
      'subscriptions',
    ],
  },
  { name: 'views', features: ['home', 'referrals', 'support'] },
]

export const TESTS = '[.](test|fixture)[.]tsx?$|/testing[.]ts$|/testSetup[.]ts$'
/** `queries.ts`, and `queries.match.ts` where one file would be too long. */
const SERVER_ROLES = '(table|queries|commands|queues|routes|jobs|reactions)'
/** A feature, and the part of it where it has parts. */
const PLACE = 'features/[^/]+/(?:(?!web/)[^/]+/|)'
const SERVER = `^src/(core/server/|app/server/|${PLACE}${SERVER_ROLES}[.])`
const WEB = `^src/(core/web/|app/web/|${PLACE}web/)`
/** contract, rules and whatever other pure file a feature has beside them */
const PURE = `^src/${PLACE}(?!${SERVER_ROLES}[.])[^/]+[.]ts$`
const BROWSER = `^src/(core/(contract|web)/|app/web/|${PLACE}(web/|(?!${SERVER_ROLES}[.])[^/]+[.]tsx?$))`

const forbid = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [TESTS, ...[from.pathNot ?? []].flat()] },
  to,
})

export const RULES: IRegularForbiddenRuleType[] = [
  forbid(
    'core-knows-no-product',
    'core knows no feature and no app: pass it in',
    { path: '^src/core/' },
    { path: '^src/(features|app)/' },
  ),
  forbid(
    'features-know-no-app',
    'a feature is listed by app, never the other way round',
    { path: '^src/features/' },
    { path: '^src/app/' },
  ),
  forbid(
    'browser-reaches-no-server',
    'contracts, rules and pages must load in a browser: no table, query, route, job or core/server',
    { path: BROWSER },
    { path: SERVER },
  ),
  forbid(
    'server-reaches-no-page',
    'the server never imports web code',
    { path: SERVER },
    { path: WEB, pathNot: '[.]json$' },
  ),
  forbid(
    'contract-imports-contracts',
    'a contract imports only contracts and pure rules',
    { path: `^src/${PLACE}contract[.]` },
    {
      path: '^src/',
      pathNot: ['^src/core/contract/', `^src/${PLACE}(contract|rules)[.]`],
    },
  ),
  forbid(
    'rules-are-pure',
    'rules import only contracts and rules',
    { path: `^src/${PLACE}rules[.]` },
    {
      path: '^src/',
      pathNot: ['^src/core/contract/', PURE],
    },
  ),
  forbid(
    'table-imports-tables',
    'a table imports columns, contracts and the tables it references',
    { path: `^src/${PLACE}table[.]` },
    {
      path: '^src/',
      pathNot: ['^src/core/(contract/|server/columns[.]ts$)', `^src/${PLACE}(contract|rules|table)[.]`],
    },
  ),
  forbid(
    'queries-only-read',
    'a query reads: what changes rows is a command, called by routes, jobs and reactions',
    { path: `^src/${PLACE}queries[.]` },
    { path: `^src/${PLACE}commands[.]` },
  ),
  forbid(
    'app-lists-what-runs',
    'routes, jobs and reactions may use everything, so nothing but app uses them: enqueue through queues.ts',
    { path: '^src/(features|core)/' },
    { path: `^src/${PLACE}(routes|jobs|reactions)[.]ts$` },
  ),
  forbid(
    'queues-only-name',
    'a queue says what its jobs carry; what does them is in jobs.ts',
    { path: `^src/${PLACE}queues[.]ts$` },
    {
      path: '^src/',
      pathNot: ['^src/core/', `^src/${PLACE}(contract|rules|queues)[.]`],
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'tables-belong-to-queries',
    "only queries and commands (their own, or a join with a lower feature's) and tables touch tables",
    { path: `^src/${PLACE}(?!(queries|commands|table)[.])[^/]+$` },
    { path: `^src/${PLACE}table[.]` },
  ),
  forbid(
    'ui-brings-no-library',
    'nearly every page carries what stands directly in core/web/ui: what needs a library goes into ui/aria, and is fetched when it opens',
    { path: '^src/core/web/ui/[^/]+$' },
    {
      path: '^src/core/web/(ui/aria/|form[.]ts$|Toasts[.])|node_modules/(react-aria|@internationalized|@react-aria|react-hook-form|react-hot-toast|zod)',
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'no-file-circles',
    'files that import each other can only be understood together',
    { path: '^src/' },
    { circular: true },
  ),
  forbid(
    'resolvable',
    'an import that leads nowhere',
    { path: '^src/' },
    { couldNotResolve: true, pathNot: '^(virtual:|/)' },
  ),
]
