import type { Actor, Permission, Role } from './model.ts'

/** As much of a person as decides where they may go. */
export type Traveller = Pick<Actor, 'role' | 'permissions'>

/**
 * One screen of a role; it exists only for those who hold every permission in `needs` (spec.md §2), and one at least of
 * `oneOf`.
 */
type Screen = { path: string; needs?: readonly Permission[]; oneOf?: readonly Permission[] }

/** One entry of the sidebar. `icon` names a drawing of the shell; an entry with `items` opens instead of leading away. */
export type MenuItem = {
  key: string
  label: string
  path: string
  icon?: 'slv' | 'tdoc' | 'folder' | 'report'
  items?: readonly MenuItem[]
}
type MenuEntry = Screen & Omit<MenuItem, 'items'> & { items?: readonly MenuEntry[] }

type RoleMap = {
  screens: readonly Screen[]
  /** Whole path to path. A target must be a screen of the role or redirect on. */
  redirects: Readonly<Record<string, string>>
  /** Where an unknown path, or one that the person may not enter, leads. */
  unknown: string
  /** The page after sign-in. */
  home: string
  menu: readonly MenuEntry[]
}

/** The sign-in page; it stands outside every role's table. */
export const signInPath = '/multi-factor-auth'

/** Everybody's own settings, and the way there. */
const account: Screen = { path: '/settings/account' }
const settings = { '/settings': '/settings/account' }
/** Company admins have the page of people for their own company, wherever they belong (decision 017). */
const ownPeople: Screen = { path: '/settings/permissions', needs: ['myCompanyAdmin'] }

/** The table of Tdocs, alone and with one of them open beside it. */
const conditionManager: Screen[] = [{ path: '/condition-manager' }, { path: '/condition-manager/$tdocId' }]
const tdocMenu: MenuEntry = { key: 'tdocs', label: 'Tdocs', path: '/condition-manager', icon: 'tdoc' }

/** The figures of all SLVs; underwriters alone have them. */
export const reportingPath = '/reporting/single-loan-variance'

const slvMenu: MenuEntry = { key: 'slvs', label: 'SLVs', path: '/slv', icon: 'slv' }

const seller: RoleMap = {
  screens: [{ path: '/slv' }, { path: '/slv/review-request/$proxyLoanId' }, account, ownPeople],
  redirects: { '/': '/slv', '/reporting': '/slv', ...settings },
  unknown: '/',
  home: '/slv',
  menu: [slvMenu],
}

const underwriter: RoleMap = {
  screens: [
    { path: '/slv' },
    { path: '/slv/department', needs: ['viewSlvDepartment'] },
    { path: '/slv/department/review-request/$proxyLoanId', needs: ['viewSlvDepartment'] },
    { path: '/slv/department/review-request/transferred/$proxyLoanId', needs: ['viewSlvDepartment'] },
    { path: '/slv/manage-request/$proxyLoanId' },
    { path: '/slv/review-request/$proxyLoanId' },
    { path: '/slv/review-request/company/$proxyLoanId' },
    { path: '/slv/slr-request/$proxyLoanId', needs: ['manageSlr'] },
    { path: '/slv/trade-desk-request/$proxyLoanId', needs: ['manageTradeDesk'] },
    { path: '/slv/post-close-request/$proxyLoanId' },
    ...conditionManager,
    { path: reportingPath },
    account,
    { path: '/settings/permissions', oneOf: ['managePermissions', 'myCompanyAdmin'] },
    { path: '/settings/sla-management', needs: ['manageSla'] },
    { path: '/settings/announcements', needs: ['managePermissions'] },
    { path: '/settings/transmittals', needs: ['managePermissions'] },
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
        { key: 'department', label: 'Department', path: '/slv/department', needs: ['viewSlvDepartment'] },
      ],
    },
    { key: 'reporting', label: 'Reporting', path: reportingPath, icon: 'report' },
  ],
}

const bdd: RoleMap = {
  screens: [{ path: '/slv' }, { path: '/slv/review-request/$proxyLoanId' }, account],
  redirects: { '/': '/slv', ...settings },
  unknown: '/',
  home: '/slv',
  menu: [slvMenu],
}

// spec.md sends a TPR's unknown paths to the sign-in page, and that page sends whoever is signed in home.
// So a TPR's home must be a screen of their own.
const tpr: RoleMap = {
  screens: [...conditionManager, { path: '/e-folder' }, account, ownPeople],
  redirects: settings,
  unknown: signInPath,
  home: '/condition-manager',
  menu: [tdocMenu, { key: 'e-folder', label: 'eFolder', path: '/e-folder', icon: 'folder' }],
}

const pending: RoleMap = {
  screens: [{ path: '/' }, account],
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

/** Screens in no role's table: sign-in, profiles, and printed pages. */
const openSections = [signInPath, '/profile', '/decision']

const sectionOf = (path: string) => path.split('/')[1] ?? ''

const sections: ReadonlySet<string> = new Set(
  [
    ...openSections,
    ...Object.values(maps).flatMap(({ screens, redirects }) => [
      ...screens.map(({ path }) => path),
      ...Object.keys(redirects),
    ]),
  ].map(sectionOf),
)

/** True when a path is in a section of the portal. The web's router decides what it shows there. */
export const isPortalPath = (path: string): boolean =>
  path === '/' || (sectionOf(path) !== '' && sections.has(sectionOf(path)))

const isOpenTo = (traveller: Traveller, { needs = [], oneOf }: Screen) =>
  needs.every((permission) => traveller.permissions[permission]) &&
  (oneOf === undefined || oneOf.some((permission) => traveller.permissions[permission]))

/** The path patterns this person may enter, as the router writes them ('$' before a parameter). */
export const routesFor = (traveller: Traveller): string[] =>
  maps[traveller.role].screens.filter((screen) => isOpenTo(traveller, screen)).map(({ path }) => path)

/** The sidebar of this person; nothing in it leads to a path that they may not enter. */
export const menuFor = (traveller: Traveller): MenuItem[] => openEntries(traveller, maps[traveller.role].menu)

const openEntries = (traveller: Traveller, entries: readonly MenuEntry[]): MenuItem[] =>
  entries
    .filter((entry) => isOpenTo(traveller, entry))
    .map(({ needs: _, items, ...entry }) => (items ? { ...entry, items: openEntries(traveller, items) } : entry))

/** The page after sign-in: always one that this person may enter. */
export const homeFor = (traveller: Traveller): string => maps[traveller.role].home

/** The pages of settings that this person has; the first is their own account. */
export const settingsFor = (traveller: Traveller): string[] =>
  routesFor(traveller).filter((path) => path.startsWith('/settings/'))

/** Where this person is sent instead of `path`, or null when they may stay. One step: the target may send them on. */
export const redirectFor = (traveller: Traveller, path: string): string | null => {
  const asked = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const { redirects, unknown, home } = maps[traveller.role]
  if (asked === signInPath) return home
  if (Object.hasOwn(redirects, asked)) return redirects[asked] ?? unknown
  return routesFor(traveller).some((pattern) => matches(pattern, asked)) ? null : unknown
}

/** True when the path has the pattern's segments; a '$' segment takes any one that is not empty. */
const matches = (pattern: string, path: string) => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith('$') ? given[index] !== '' : segment === given[index]))
  )
}
