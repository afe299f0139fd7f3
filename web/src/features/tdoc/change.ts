import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  type ProgressTracking,
  progressTrackingLabels,
  type TdocStatus,
  tdocStatusLabels,
} from '@portal/contract/tdoc/model'
import { statusActions, type TdocAction } from '@portal/contract/tdoc/transitions'
import type { Person } from '@portal/contract/user/model'

type Named = Pick<Person, 'id' | 'name'>

/** What an underwriter sets in a row, or in many at once. */
export type TdocChange =
  | { kind: 'underwriter' | 'reviewer'; person: Named | null }
  | { kind: 'status'; status: TdocStatus }
  | { kind: 'progress'; progress: ProgressTracking }
export type ChangeKind = TdocChange['kind']

export const changeLabels: Record<ChangeKind, string> = {
  underwriter: 'Assigned underwriter',
  reviewer: 'Reviewer',
  status: 'Status',
  progress: 'Progress tracking',
}

/** The action of the transition table that a change is. */
export const actionOf = (change: TdocChange): TdocAction => {
  switch (change.kind) {
    case 'underwriter':
      return 'set-underwriter'
    case 'reviewer':
      return 'set-reviewer'
    case 'progress':
      return 'set-progress-tracking'
    case 'status':
      return statusActions[change.status]
  }
}

const waysTo: Record<ChangeKind, readonly TdocAction[]> = {
  underwriter: ['set-underwriter'],
  reviewer: ['set-reviewer'],
  progress: ['set-progress-tracking'],
  status: Object.values(statusActions),
}

/** Whether a field of a Tdoc can be set now by whoever reads it. */
export const maySet = ({ availableActions }: Pick<Tdoc, 'availableActions'>, kind: ChangeKind): boolean =>
  waysTo[kind].some((action) => availableActions.includes(action))

/** A Tdoc as it will be once the server has agreed; its version is the server's to give. */
export const applied = (tdoc: Tdoc, change: TdocChange): Tdoc => {
  switch (change.kind) {
    case 'underwriter':
      return { ...tdoc, assignedUnderwriter: change.person }
    case 'reviewer':
      return { ...tdoc, reviewUnderwriter: change.person }
    case 'progress':
      return { ...tdoc, progressTracking: change.progress }
    case 'status':
      return {
        ...tdoc,
        status: change.status,
        ...(change.status === 'COMPLETE' && { slaDays: null, sla: null, dueOutOfReview: null }),
      }
  }
}

/** A Tdoc whose change was refused: that field as it stands at the server, all others as they are shown. */
export const putBack = (tdoc: Tdoc, before: Tdoc, kind: ChangeKind): Tdoc => {
  switch (kind) {
    case 'underwriter':
      return { ...tdoc, assignedUnderwriter: before.assignedUnderwriter }
    case 'reviewer':
      return { ...tdoc, reviewUnderwriter: before.reviewUnderwriter }
    case 'progress':
      return { ...tdoc, progressTracking: before.progressTracking }
    case 'status': {
      const { status, slaDays, sla, dueOutOfReview } = before
      return { ...tdoc, status, slaDays, sla, dueOutOfReview }
    }
  }
}

/** What a change sets, as people read it. */
export const valueText = (change: TdocChange): string => {
  switch (change.kind) {
    case 'underwriter':
    case 'reviewer':
      return change.person?.name ?? 'Nobody'
    case 'progress':
      return progressTrackingLabels[change.progress]
    case 'status':
      return tdocStatusLabels[change.status]
  }
}
