import type { Tdoc } from '@portal/contract/tdoc/answers'
import * as model from '@portal/contract/tdoc/model'
import {
  statusActions,
  type TdocAction,
} from '@portal/contract/tdoc/transitions'
import type { Person } from '@portal/contract/user/model'

export type TdocChange =
  | {
      kind: 'underwriter' | 'reviewer'
      person: Pick<Person, 'id' | 'name'> | null
    }
  | { kind: 'status'; status: model.TdocStatus }
  | { kind: 'progress'; progress: model.ProgressTracking }
export type ChangeKind = TdocChange['kind']

type Field = {
  label: string
  column: keyof Tdoc
  actions: readonly TdocAction[]
}

const fields = {
  underwriter: {
    label: 'Assigned underwriter',
    column: 'assignedUnderwriter',
    actions: ['set-underwriter'],
  },
  reviewer: {
    label: 'Reviewer',
    column: 'reviewUnderwriter',
    actions: ['set-reviewer'],
  },
  status: {
    label: 'Status',
    column: 'status',
    actions: Object.values(statusActions),
  },
  progress: {
    label: 'Progress tracking',
    column: 'progressTracking',
    actions: ['set-progress-tracking'],
  },
} as const satisfies Record<ChangeKind, Field>

export const changeLabel = (kind: ChangeKind): string => fields[kind].label

export const getColumn = (kind: Exclude<ChangeKind, 'status'>) =>
  fields[kind].column

export const canSet = (
  { availableActions }: Pick<Tdoc, 'availableActions'>,
  kind: ChangeKind,
): boolean =>
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
        ...(change.status === 'COMPLETE' && {
          slaDays: null,
          sla: null,
          dueOutOfReview: null,
        }),
      }
  }
}

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
