import { TabLinks } from '../../../ui/list/tab-links.tsx'

const tabs = [
  { key: 'versions', label: 'Versions', link: { to: '/settings/guidelines' } },
  { key: 'programs', label: 'Programs', link: { to: '/settings/guidelines/programs' } },
  { key: 'factors', label: 'Compensating factors', link: { to: '/settings/guidelines/factors' } },
  { key: 'variances', label: 'Contract variances', link: { to: '/settings/guidelines/contract-variances' } },
] as const

/** The pages of Settings > Guidelines. */
export const GuidelineTabs = ({ current }: { current: (typeof tabs)[number]['key'] }) => (
  <TabLinks label="Guidelines" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.key === current }))} />
)
