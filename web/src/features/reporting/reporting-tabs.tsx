import { seesConsistency } from '@portal/contract/reporting/policy'
import {
  consistencyPath,
  reportingPath,
} from '@portal/contract/user/navigation'
import { toActor, useProfile } from '../../records/auth/queries.ts'
import { TabLinks } from '../../ui/list/tab-links.tsx'

const tabs = [
  { key: 'slvs', label: 'SLVs', link: { to: reportingPath } },
  { key: 'consistency', label: 'Consistency', link: { to: consistencyPath } },
] as const

type ReportingTabsProps = { current: (typeof tabs)[number]['key'] }

/** The pages of Reporting, for people who have more than one. */
export const ReportingTabs = ({ current }: ReportingTabsProps) => {
  if (!seesConsistency(toActor(useProfile()))) return null
  return (
    <TabLinks
      label="Reporting"
      tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.key === current }))}
    />
  )
}
