import type { Version } from '@portal/contract/guideline/model'
import { addDays, civil } from '@portal/contract/sla/calendar'
import type { StatusColor } from '../../../ui/status-badge.tsx'

type Dates = Pick<Version, 'status' | 'effectiveFrom' | 'effectiveTo'>

/**
 * What a version is today: a published one is scheduled, in force, or has
 * ended.
 */
export const versionState = ({
  status,
  effectiveFrom,
  effectiveTo,
}: Dates): { label: string; color: StatusColor } => {
  if (status === 'DRAFT') return { label: 'Draft', color: 'yellow' }
  if (status === 'RETIRED') return { label: 'Retired', color: 'gray' }
  const today = civil(new Date()).day
  if (effectiveFrom !== null && effectiveFrom > today)
    return { label: 'Scheduled', color: 'blue' }
  return effectiveTo !== null && effectiveTo <= today
    ? { label: 'Ended', color: 'gray' }
    : { label: 'In force', color: 'green' }
}

/**
 * The last day in force: `effectiveTo` is the day after it. Null while no later
 * version is published.
 */
export const lastDay = ({ effectiveTo }: Dates): string | null =>
  effectiveTo && addDays(effectiveTo, -1)

export const versionTitle = ({
  number,
  title,
}: Pick<Version, 'number' | 'title'>) => `Version ${number} · ${title}`
