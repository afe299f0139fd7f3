import { routesFor, type UserAccess } from '@portal/contract/user/navigation'
import type { TabLink } from '../../../ui/list/tab-links.tsx'
import { departmentTabs, searchOfTab } from '../list/list-tabs.ts'

const teamPath = '/slv/department/team'

/** The tabs of the department's lists and the team page. */
export const departmentLinks = (user: UserAccess): TabLink[] => [
  ...departmentTabs.map((tab) => ({
    key: tab.key,
    label: tab.label,
    isCurrent: false,
    link: {
      to: '/slv/department',
      search: searchOfTab(tab, undefined),
    } as const,
  })),
  ...teamLinks(user, true),
]

export const teamLinks = (user: UserAccess, isCurrent = false): TabLink[] =>
  routesFor(user).includes(teamPath)
    ? [{ key: 'TEAM', label: 'Team', isCurrent, link: { to: teamPath } }]
    : []
