import type { Version, VersionStatus } from '@portal/contract/guideline/model'
import type { StatusColor } from '../../../ui/status-badge.tsx'

export const versionStatusLabels: Record<VersionStatus, string> = {
  DRAFT: 'Draft',
  PUBLISHED: 'Published',
  RETIRED: 'Retired',
}

export const versionStatusColors: Record<VersionStatus, StatusColor> = {
  DRAFT: 'yellow',
  PUBLISHED: 'green',
  RETIRED: 'gray',
}

export const versionTitle = ({ number, title }: Pick<Version, 'number' | 'title'>) => `Version ${number} · ${title}`
