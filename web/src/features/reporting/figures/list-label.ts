import type { ReportingTableMode } from '@portal/contract/reporting/policy'
import { type DepartmentTableMode, departmentTableModeLabels, tableModeLabels } from '@portal/contract/slv/table-mode'

/** A list that figures can be narrowed to. */
export type FiguresList = { tableMode: ReportingTableMode; departmentTableMode: DepartmentTableMode }

/** What it is called. */
export const listLabel = ({ tableMode, departmentTableMode }: FiguresList) => {
  if (tableMode !== 'ALL') return tableModeLabels[tableMode]
  return departmentTableMode === 'ALL' ? 'All SLVs' : departmentTableModeLabels[departmentTableMode]
}
