import type { Tdoc } from '@portal/contract/tdoc/answers'
import * as model from '@portal/contract/tdoc/model'
import { statusActions, type TdocAction } from '@portal/contract/tdoc/transitions'
import type { Person } from '@portal/contract/user/model'
import { pick } from '../../lib/records.ts'

export type TdocChange =
  | { kind: 'underwriter' | 'reviewer'; person: Pick<Person, 'id' | 'name'> | null }
  | { kind: 'status'; status: model.TdocStatus }
  | { kind: 'progress'; progress: model.ProgressTracking }
export type ChangeKind = TdocChange['kind']

type Field = { label: string; columns: readonly (keyof Tdoc)[]; actions: readonly TdocAction[] }

const fields = {
  underwriter: { label: 'Assigned underwriter', columns: ['assignedUnderwriter'], actions: ['set-underwriter'] },
  reviewer: { label: 'Reviewer', columns: ['reviewUnderwriter'], actions: ['set-reviewer'] },
  status: {
    label: 'Status',
    columns: ['status', 'slaDays', 'sla', 'dueOutOfReview'],
    actions: Object.values(statusActions),
  },
  progress: {
    label: 'Progress tracking',
    columns: ['progressTracking'],
    actions: ['set-progress-tracking'],
  },
} as const satisfies Record<ChangeKind, Field>

export const changeLabel = (kind: ChangeKind): string => fields[kind].label

export const columnOf = (kind: ChangeKind) => fields[kind].columns[0]

export const canSet = ({ availableActions }: Pick<Tdoc, 'availableActions'>, kind: ChangeKind): boolean =>
  fields[kind].actions.some((action) => availableActions.includes(action))

export const applyChange = (tdoc: Tdoc, change: TdocChange): Tdoc => {
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

export const revertChange = (tdoc: Tdoc, before: Tdoc, kind: ChangeKind): Tdoc => ({
  ...tdoc,
  ...pick<Tdoc, keyof Tdoc>(before, fields[kind].columns),
})

export const valueText = (change: TdocChange): string => {
  switch (change.kind) {
    case 'underwriter':
    case 'reviewer':
      return change.person?.name ?? 'Unassigned'
    case 'progress':
      return model.progressTrackingLabels[change.progress]
    case 'status':
      return model.tdocStatusLabels[change.status]
  }
}
