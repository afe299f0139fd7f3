import type { Actor, Permission, Role } from './model.ts'

/** What decides where a user may go. */
export type UserAccess = Pick<Actor, 'role' | 'permissions'>

/**
 * One screen of a role, for users with all permissions in `needs` and at least
 * one of `oneOf` (spec.md §2).
 */
type Screen = {
  path: string
  needs?: readonly Permission[]
  oneOf?: readonly Permission[]
  /** The label of its tab on the settings pages. */
  tab?: string
}

/** One entry of the sidebar; one with `items` expands. */
export type MenuItem = {
  key: string
  label: string
  path: string
  /** Pages below this path belong to it too, if not to another item. */
  section?: string
  icon?: 'slv' | 'tdoc' | 'folder' | 'report' | 'help'
  items?: readonly MenuItem[]
}
type MenuEntry = Screen &
  Omit<MenuItem, 'items'> & { items?: readonly MenuEntry[] }

type RoleMap = {
  screens: readonly Screen[]
  /**
   * Whole path to path. A target must be a screen of the role or redirect on.
   */
  redirects: Readonly<Record<string, string>>
  /** Target for unknown and forbidden paths. */
  unknown: string
  /** The page after sign-in. */
  home: string
  menu: readonly MenuEntry[]
}

export const signInPath = '/multi-factor-auth'

/** The page of a link in emails, which ends in its token. */
export const unsubscribePath = '/unsubscribe'

/** The page on which anyone verifies a letter; links end in its code. */
export const verifyPath = '/verify'

/** Where people choose their emails. */
export const mailSettingsPath = '/settings/notifications'

/** What a new portal needs: the first page of its administrator. */
export const setupPath = '/settings/setup'

/** Open to every role. */
const help: Screen = { path: '/help' }

/** At the foot of everyone's menu. */
export const helpItem: MenuItem = {
  key: 'help',
  label: 'Help',
  path: help.path,
  icon: 'help',
}

/** The settings of everyone. */
const account: readonly Screen[] = [
  { path: '/settings/account', tab: 'Account' },
  { path: mailSettingsPath, tab: 'Notifications' },
]
const settings = { '/settings': '/settings/account' }
const ownPeople: Screen = {
  path: '/settings/permissions',
  needs: ['myCompanyAdmin'],
  tab: 'Permissions',
}
const integrations: Screen = {
  path: '/settings/integrations',
  needs: ['manageIntegrations'],
  tab: 'Integrations',
}

const conditionManager: Screen[] = [
  { path: '/condition-manager' },
  { path: '/condition-manager/$tdocId' },
]
const tdocMenu: MenuEntry = {
  key: 'tdocs',
  label: 'Tdocs',
  path: '/condition-manager',
  icon: 'tdoc',
}

export const reportingPath = '/reporting/single-loan-variance'
export const consistencyPath = '/reporting/consistency'

const slvMenu: MenuEntry = {
  key: 'slvs',
  label: 'SLVs',
  path: '/slv',
  icon: 'slv',
}

const seller: RoleMap = {
  screens: [
    { path: '/slv' },
    { path: '/slv/review-request/$proxyLoanId' },
    help,
    ...account,
    ownPeople,
    integrations,
  ],
  redirects: { '/': '/slv', '/reporting': '/slv', ...settings },
  unknown: '/',
  home: '/slv',
  menu: [slvMenu],
}

const underwriter: RoleMap = {
  screens: [
    { path: '/slv' },
    { path: '/slv/department', needs: ['viewSlvDepartment'] },
    {
      path: '/slv/department/team',
      needs: ['viewSlvDepartment'],
      oneOf: ['assignLoans', 'assignLoansSlr', 'assignLoansTradeDesk'],
    },
    {
      path: '/slv/department/review-request/$proxyLoanId',
      needs: ['viewSlvDepartment'],
    },
    {
      path: '/slv/department/review-request/transferred/$proxyLoanId',
      needs: ['viewSlvDepartment'],
    },
    { path: '/slv/manage-request/$proxyLoanId' },
    { path: '/slv/review-request/$proxyLoanId' },
    { path: '/slv/review-request/company/$proxyLoanId' },
    { path: '/slv/slr-request/$proxyLoanId', needs: ['manageSlr'] },
    {
      path: '/slv/trade-desk-request/$proxyLoanId',
      needs: ['manageTradeDesk'],
    },
    { path: '/slv/post-close-request/$proxyLoanId' },
    ...conditionManager,
    { path: reportingPath },
    { path: consistencyPath, needs: ['viewSlvDepartment'] },
    help,
    ...account,
    {
      path: '/settings/permissions',
      oneOf: ['managePermissions', 'myCompanyAdmin'],
      tab: 'Permissions',
    },
    {
      path: '/settings/sla-management',
      needs: ['manageSla'],
      tab: 'SLA management',
    },
    {
      path: '/settings/guidelines',
      needs: ['manageGuidelines'],
      tab: 'Guidelines',
    },
    { path: '/settings/guidelines/programs', needs: ['manageGuidelines'] },
    { path: '/settings/guidelines/factors', needs: ['manageGuidelines'] },
    { path: '/settings/guidelines/conditions', needs: ['manageGuidelines'] },
    { path: '/settings/guidelines/price-grid', needs: ['manageGuidelines'] },
    { path: '/settings/guidelines/$versionId', needs: ['manageGuidelines'] },
    {
      path: '/settings/guidelines/contract-variances',
      needs: ['manageGuidelines'],
    },
    {
      path: '/settings/decision-authority',
      needs: ['managePermissions'],
      tab: 'Decision authority',
    },
    {
      path: '/settings/announcements',
      needs: ['managePermissions'],
      tab: 'Announcements',
    },
    {
      path: '/settings/transmittals',
      needs: ['managePermissions'],
      tab: 'Transmittals',
    },
    { path: '/settings/records', needs: ['managePermissions'], tab: 'Records' },
    integrations,
    { path: setupPath, needs: ['managePermissions'], tab: 'Setup' },
    { path: '/settings/system', needs: ['managePermissions'], tab: 'System' },
  ],
  redirects: { '/': '/slv', '/reporting': reportingPath, ...settings },
  unknown: '/',
  home: '/slv',
  menu: [
    tdocMenu,
    {
      ...slvMenu,
      items: [
        { key: 'my-own', label: 'My Own', path: '/slv' },
        {
          key: 'department',
          label: 'Department',
          path: '/slv/department',
          needs: ['viewSlvDepartment'],
        },
      ],
    },
    {
      key: 'reporting',
      label: 'Reporting',
      path: reportingPath,
      section: '/reporting',
      icon: 'report',
    },
  ],
}

const bdd: RoleMap = {
  screens: [
    { path: '/slv' },
    { path: '/slv/review-request/$proxyLoanId' },
    help,
    ...account,
  ],
  redirects: { '/': '/slv', ...settings },
  unknown: '/',
  home: '/slv',
  menu: [slvMenu],
}

// spec.md redirects a TPR's unknown paths to the sign-in page, which redirects
// signed-in users home.
const tpr: RoleMap = {
  screens: [
    ...conditionManager,
    { path: '/e-folder' },
    help,
    ...account,
    ownPeople,
  ],
  redirects: settings,
  unknown: signInPath,
  home: '/condition-manager',
  menu: [
    tdocMenu,
    { key: 'e-folder', label: 'eFolder', path: '/e-folder', icon: 'folder' },
  ],
}

const pending: RoleMap = {
  screens: [{ path: '/' }, help, ...account],
  redirects: settings,
  unknown: '/',
  home: '/',
  menu: [],
}

const maps: Record<Role, RoleMap> = {
  SELLER: seller,
  UNDERWRITER: underwriter,
  BDD: bdd,
  UBDD: bdd,
  TPR: tpr,
  DEFAULT: pending,
}

/**
 * Sections outside the roles' tables: sign-in, letters, profiles and printed
 * pages.
 */
const openSections = [
  signInPath,
  unsubscribePath,
  verifyPath,
  '/profile',
  '/decision',
]

const getSection = (path: string) => path.split('/')[1] ?? ''

const listPaths = ({ screens, redirects }: RoleMap) => [
  ...screens.map(({ path }) => path),
  ...Object.keys(redirects),
]

const portalPaths = [...openSections, ...Object.values(maps).flatMap(listPaths)]
const sections: ReadonlySet<string> = new Set(portalPaths.map(getSection))

/** Whether a path is the start page, or in a section of any role. */
export const isPortalPath = (path: string): boolean => {
  const section = getSection(path)
  return path === '/' || (section !== '' && sections.has(section))
}

const isOpenTo = (user: UserAccess, { needs = [], oneOf }: Screen) =>
  needs.every((permission) => user.permissions[permission]) &&
  (oneOf === undefined ||
    oneOf.some((permission) => user.permissions[permission]))

/** The path patterns that the user may enter, as the router writes them. */
export const routesFor = (user: UserAccess): string[] =>
  screensFor(user).map(({ path }) => path)

/**
 * The permissions that the user lacks to open a screen of their role: one that
 * the screen needs, or several, any one of which opens it. Empty if the screen
 * is open to the user.
 */
export const findMissingPermissions = (
  user: UserAccess,
  path: string,
): readonly Permission[] => {
  const screen = maps[user.role].screens.find(
    (candidate) => candidate.path === path,
  )
  if (!screen || isOpenTo(user, screen)) return []
  const missing = screen.needs?.find(
    (permission) => !user.permissions[permission],
  )
  return missing ? [missing] : (screen.oneOf ?? [])
}

const screensFor = (user: UserAccess) =>
  maps[user.role].screens.filter((screen) => isOpenTo(user, screen))

export const menuFor = (user: UserAccess): MenuItem[] =>
  openEntries(user, maps[user.role].menu)

const openEntries = (
  user: UserAccess,
  entries: readonly MenuEntry[],
): MenuItem[] =>
  entries
    .filter((entry) => isOpenTo(user, entry))
    .map(({ needs: _, items, ...entry }) =>
      items ? { ...entry, items: openEntries(user, items) } : entry,
    )

export const homeFor = (user: UserAccess): string => maps[user.role].home

/** The user's pages of settings; the first is their account. */
export const settingsFor = (
  user: UserAccess,
): { path: string; label: string }[] =>
  screensFor(user).flatMap(({ path, tab }) =>
    tab === undefined ? [] : { path, label: tab },
  )

/** The redirect target of `path`, or null. It may redirect further. */
export const redirectFor = (user: UserAccess, path: string): string | null => {
  const endsInSlash = path.length > 1 && path.endsWith('/')
  const target = endsInSlash ? path.slice(0, -1) : path
  const { redirects, unknown, home } = maps[user.role]
  if (target === signInPath) return home
  if (Object.hasOwn(redirects, target)) return redirects[target] ?? unknown
  const isOpen = routesFor(user).some((pattern) => matches(pattern, target))
  return isOpen ? null : unknown
}

/** A '$' segment matches any non-empty one. */
const matches = (pattern: string, path: string) => {
  const patternSegments = pattern.split('/')
  const segments = path.split('/')
  if (patternSegments.length !== segments.length) return false
  return patternSegments.every((expected, index) => {
    const segment = segments[index]
    return expected.startsWith('$') ? segment !== '' : segment === expected
  })
}
