import { routesFor, setupPath, type UserAccess } from '../user/navigation.ts'

/** What an administrator does, and the page where it is done. */
export type AdministrationTopic = {
  title: string
  text: string
  page: string
  path: string
}

const topics: readonly AdministrationTopic[] = [
  {
    title: 'A new portal',
    text: 'What it needs before people can use it, and what is still to do.',
    page: 'Setup',
    path: setupPath,
  },
  {
    title: 'People',
    text: 'Who has access, and what each person can do.',
    page: 'Permissions',
    path: '/settings/permissions',
  },
  {
    title: 'Guidelines',
    text: 'Programs, guideline versions, compensating factors, conditions and contract variances.',
    page: 'Guidelines',
    path: '/settings/guidelines',
  },
  {
    title: 'Prices',
    text: 'The price that is suggested for a variance, by how far it misses its limit.',
    page: 'Price grid',
    path: '/settings/guidelines/price-grid',
  },
  {
    title: 'Authority',
    text: 'What an underwriter may approve alone.',
    page: 'Decision authority',
    path: '/settings/decision-authority',
  },
  {
    title: 'SLA',
    text: 'Targets in business days, business hours and holidays.',
    page: 'SLA management',
    path: '/settings/sla-management',
  },
  {
    title: 'Announcements',
    text: 'Messages that appear in the notifications of everyone you send them to.',
    page: 'Announcements',
    path: '/settings/announcements',
  },
  {
    title: 'Transmittals',
    text: 'Files that created Tdocs, and what was wrong with them.',
    page: 'Transmittals',
    path: '/settings/transmittals',
  },
  {
    title: 'Retention',
    text: 'How long records are kept, legal holds, and the erasure of borrower data.',
    page: 'Records',
    path: '/settings/records',
  },
  {
    title: 'Integrations',
    text: 'API keys and webhooks for your company’s other systems.',
    page: 'Integrations',
    path: '/settings/integrations',
  },
  {
    title: 'Backups and outages',
    text: 'System shows the last backup, failed jobs and what needs attention. The runbook is docs/operations.md in the release: how to back up, restore and upgrade, and what to do in an outage.',
    page: 'System',
    path: '/settings/system',
  },
]

/** The topics whose page the user can open. */
export const administrationFor = (user: UserAccess): AdministrationTopic[] => {
  const open = routesFor(user)
  return topics.filter(({ path }) => open.includes(path))
}
