import type { z } from 'zod'
import type { SlvDetail } from '../slv/answers.ts'
import { isDecided, SlvStatus, sellerDraftStatuses } from '../slv/status.ts'
import { type TableMode, tableModeRules } from '../slv/table-mode.ts'
import type { Role } from '../user/model.ts'
import {
  type ActorRule,
  isUnderwriter,
  underwriterWith,
} from '../user/policy.ts'

/**
 * Underwriters see reporting (spec.md §2): figures over the SLVs of all
 * sellers, whatever SLVs they may open.
 */
export const seesReporting: ActorRule = isUnderwriter

/** Consistency names single SLVs, so it is for those who see all of them. */
export const seesConsistency: ActorRule = underwriterWith('viewSlvDepartment')

/** Sellers have a report of decided SLVs, staff of sent ones. */
export const hasReport = (
  role: Role,
  {
    status,
    statusInEffect,
    date,
  }: Pick<SlvDetail, 'status' | 'statusInEffect' | 'date'>,
): boolean =>
  role === 'SELLER' ? isDecided(statusInEffect ?? status) : date !== null

/**
 * Reporting counts every sent SLV once. Drafts, including draft resubmissions,
 * are left out.
 */
export const ReportedStatus = SlvStatus.exclude(sellerDraftStatuses)
export type ReportedStatus = z.infer<typeof ReportedStatus>
export const reportedStatuses = ReportedStatus.options

/**
 * The lists that figures can be limited to. ALL is open to everyone who sees
 * reporting.
 */
export const reportingTableModes = [
  'MY_OWN',
  'SLR',
  'TRADE_DESK',
  'ALL',
] as const satisfies TableMode[]
export type ReportingTableMode = (typeof reportingTableModes)[number]

/** Who may limit the figures to a list: those who have it. */
export const narrowsTo = (mode: ReportingTableMode): ActorRule =>
  mode === 'ALL' ? seesReporting : tableModeRules[mode].access
