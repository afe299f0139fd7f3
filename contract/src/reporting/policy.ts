import type { z } from 'zod'
import { SlvStatus, sellerDraftStatuses } from '../slv/status.ts'
import { type TableMode, tableModeRules } from '../slv/table-mode.ts'
import { type ActorRule, isUnderwriter } from '../user/policy.ts'

/** Reporting is the underwriters' (spec.md §2): figures over the SLVs of all sellers, whatever SLVs one may open. */
export const seesReporting: ActorRule = isUnderwriter

/**
 * What reporting counts: every sent SLV, once, however often it was resubmitted. Drafts are left out, a resubmission that
 * the seller still prepares among them; so each SLV that is counted stands in just one status group.
 */
export const ReportedStatus = SlvStatus.exclude(sellerDraftStatuses)
export type ReportedStatus = z.infer<typeof ReportedStatus>
export const reportedStatuses = ReportedStatus.options

/** The lists that figures can be narrowed to. The whole department's figures are for all who see reporting. */
export const reportingTableModes = ['MY_OWN', 'SLR', 'TRADE_DESK', 'ALL'] as const satisfies TableMode[]
export type ReportingTableMode = (typeof reportingTableModes)[number]

/** Who may narrow the figures to a list: who has the list; for ALL everybody who sees reporting. */
export const narrowsTo = (mode: ReportingTableMode): ActorRule =>
  mode === 'ALL' ? seesReporting : tableModeRules[mode].access
