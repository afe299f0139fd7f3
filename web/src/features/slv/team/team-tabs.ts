import { routesFor, type Traveller } from '@portal/contract/user/navigation'
import type { TabLink } from '../../../ui/list/tab-links.tsx'
import { departmentTabs, searchOfTab } from '../list/list-view.ts'

const teamPath = '/slv/department/team'

/** The tabs of the department's lists and the team page. */
export const departmentLinks = (traveller: Traveller): TabLink[] => [
  ...departmentTabs.map((tab) => ({
    key: tab.key,
    label: tab.label,
    isCurrent: false,
    link: {
      to: '/slv/department',
      search: searchOfTab(tab, undefined),
    } as const,
  })),
  ...teamLinks(traveller, true),
]

export const teamLinks = (
  traveller: Traveller,
  isCurrent = false,
): TabLink[] =>
  routesFor(traveller).includes(teamPath)
    ? [{ key: 'TEAM', label: 'Team', isCurrent, link: { to: teamPath } }]
    : []
