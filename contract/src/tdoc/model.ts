import { z } from 'zod'
import { UserId } from '../user/model.ts'

/** spec.md §4. */
export const tdocStatuses = ['NEW', 'REVIEW_PENDING', 'COMPLETE'] as const
export const TdocStatus = z.enum(tdocStatuses)
export type TdocStatus = z.infer<typeof TdocStatus>
export const tdocStatusLabels: Record<TdocStatus, string> = {
  NEW: 'New',
  REVIEW_PENDING: 'Review Pending',
  COMPLETE: 'Complete',
}

/**
 * AUTOMATIC is from intake or data capture, ESCALATION belongs to an original.
 */
export const tdocTypes = ['AUTOMATIC', 'ESCALATION', 'MANUAL'] as const
export const TdocType = z.enum(tdocTypes)
export type TdocType = z.infer<typeof TdocType>
export const tdocTypeLabels: Record<TdocType, string> = {
  AUTOMATIC: 'Automatic',
  ESCALATION: 'Escalation',
  MANUAL: 'Manual',
}

export const progressTrackings = [
  'INTAKE_PENDING',
  'IN_REVIEW',
  'DONE',
] as const
export const ProgressTracking = z.enum(progressTrackings)
export type ProgressTracking = z.infer<typeof ProgressTracking>
export const progressTrackingLabels: Record<ProgressTracking, string> = {
  INTAKE_PENDING: 'Intake Pending',
  IN_REVIEW: 'In Review',
  DONE: 'Done',
}

/** A reviewer's response (spec.md §4). */
export const tprResponses = [
  'RECEIVED',
  'NOT_RECEIVED',
  'NOT_REVIEWED',
  'BY_PASSED',
] as const
export const TprResponse = z.enum(tprResponses)
export type TprResponse = z.infer<typeof TprResponse>
export const tprResponseLabels: Record<TprResponse, string> = {
  RECEIVED: 'Received',
  NOT_RECEIVED: 'Not Received',
  NOT_REVIEWED: 'Not Reviewed',
  BY_PASSED: 'Bypassed',
}

/** The kind of a LoanDock loan; PURCHASED ones have their own queue. */
export const loanKinds = ['ACTIVE', 'PURCHASED', 'TPR'] as const
export const LoanKind = z.enum(loanKinds)
export type LoanKind = z.infer<typeof LoanKind>

/** The tables of the condition manager, and their tabs. */
export const tdocTableModes = ['ACTIVE', 'PURCHASED_POST_PURCHASED'] as const
export const TdocTableMode = z.enum(tdocTableModes)
export type TdocTableMode = z.infer<typeof TdocTableMode>
export const tdocTableModeLabels: Record<TdocTableMode, string> = {
  ACTIVE: 'Active',
  PURCHASED_POST_PURCHASED: 'Purchased - Post purchased',
}

export const tdocTabs = ['NEW', 'REVIEW_PENDING', 'COMPLETE', 'ALL'] as const
export type TdocTab = (typeof tdocTabs)[number]
export const tabsOf: Record<TdocTableMode, readonly TdocTab[]> = {
  ACTIVE: tdocTabs,
  PURCHASED_POST_PURCHASED: ['NEW', 'COMPLETE', 'ALL'],
}

/** The table of a loan's Tdocs (product.md §4). */
export const toMode = (kind: LoanKind): TdocTableMode =>
  kind === 'PURCHASED' ? 'PURCHASED_POST_PURCHASED' : 'ACTIVE'

export const parties = ['BUYER', 'TPR'] as const
export type TdocParty = (typeof parties)[number]

export const tdocWorkbookFile = 'TdocExcelReport.xlsx'

/** A person with an assigned Tdoc or category. */
export const Assignee = z.object({ id: UserId, name: z.string() })

/** The tabs of the drawer that opens beside a Tdoc. */
export const descriptionTabs = [
  'REVIEW_CATEGORY',
  'CONVERSATION_LOG',
  'ACTIVITY_LOG',
] as const
export const DescriptionTab = z.enum(descriptionTabs)
export type DescriptionTab = z.infer<typeof DescriptionTab>
