import type { Version, VersionStatus } from '@portal/contract/guideline/model'

export const versionStatusLabels: Record<VersionStatus, string> = {
  DRAFT: 'Draft',
  PUBLISHED: 'Published',
  RETIRED: 'Retired',
}

export const versionTitle = ({ number, title }: Pick<Version, 'number' | 'title'>) => `Version ${number} · ${title}`
