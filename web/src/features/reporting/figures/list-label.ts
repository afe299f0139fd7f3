import type { ReportingTableMode } from '@portal/contract/reporting/policy'
import { tableModeLabels } from '@portal/contract/slv/table-mode'

/** What the list is called that figures are narrowed to. */
export const listLabel = (mode: ReportingTableMode) => (mode === 'ALL' ? 'All SLVs' : tableModeLabels[mode])
