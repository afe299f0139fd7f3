import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  progressTrackingLabels,
  progressTrackings,
  tdocTypeLabels,
  tdocTypes,
  tprResponseLabels,
  tprResponses,
} from '@portal/contract/tdoc/model'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { underwritersQuery } from '../user/queries.ts'
import type { Narrowing } from './table-view.ts'

type By = Narrowing['by']

export const narrowingLabels: Record<By, string> = {
  assignedUnderwriter: 'Assigned underwriter',
  reviewUnderwriter: 'Reviewer',
  type: 'Type',
  vendorName: 'Vendor',
  tprResponse: 'TPR response',
  progressTracking: 'Progress tracking',
}

/** Labels of a filter's values; people are added once they are loaded. */
export const useChoices = (by: By, role: Role) => {
  const isOfPeople = by === 'assignedUnderwriter' || by === 'reviewUnderwriter'
  const people = useQuery({ ...underwritersQuery(), enabled: isOfPeople && role === 'UNDERWRITER' })
  if (isOfPeople) return people.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return wordsOf(by)
}

const wordsOf = (by: By): { value: string; label: string }[] => {
  switch (by) {
    case 'type':
      return tdocTypes.map((value) => ({ value, label: tdocTypeLabels[value] }))
    case 'tprResponse':
      return tprResponses.map((value) => ({ value, label: tprResponseLabels[value] }))
    case 'progressTracking':
      return progressTrackings.map((value) => ({ value, label: progressTrackingLabels[value] }))
    default:
      return []
  }
}

/** The filter chip's text. People who are no longer in any list get their name from the rows. */
export const useNarrowingText = (narrowing: Narrowing | null, role: Role, rows: readonly Tdoc[] = []): string => {
  const choices = useChoices(narrowing?.by ?? 'type', role)
  if (!narrowing) return ''
  const { by, value } = narrowing
  if (by === 'vendorName') return `${narrowingLabels[by]}: ${value}`
  const people = by === 'assignedUnderwriter' || by === 'reviewUnderwriter' ? rows.map((tdoc) => tdoc[by]) : []
  const name =
    choices.find((choice) => choice.value === value)?.label ?? people.find((person) => person?.id === value)?.name
  return `${narrowingLabels[by]}: ${name ?? (choices.length > 0 ? 'inactive user' : '…')}`
}
