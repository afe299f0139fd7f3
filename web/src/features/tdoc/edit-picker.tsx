import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  ProgressTracking,
  progressTrackingLabels,
  progressTrackings,
  TdocStatus,
  tdocStatuses,
  tdocStatusLabels,
} from '@portal/contract/tdoc/model'
import { statusActions } from '@portal/contract/tdoc/transitions'
import { useQuery } from '@tanstack/react-query'
import { Picker, type PickerOption } from '../../ui/inputs/picker.tsx'
import { underwritersQuery } from '../user/queries.ts'
import { type ChangeKind, changeLabel, type TdocChange } from './change.ts'
import type { Editing } from './editing.tsx'
import { openCategoriesText } from './words.ts'

type EditPickerProps = {
  editing: Editing
  tdocs: readonly Tdoc[]
  onPick: (change: TdocChange) => void
  onClose: () => void
}

const unassigned = 'UNASSIGNED'

export const EditPicker = ({ editing: { kind, ids, anchor }, tdocs, onPick, onClose }: EditPickerProps) => {
  const isPerson = kind === 'underwriter' || kind === 'reviewer'
  const people = useQuery({ ...underwritersQuery(), enabled: isPerson })
  const [only] = ids.length === 1 ? tdocs : []
  const options = isPerson ? people.data && peopleOptions(people.data) : wordOptions(kind, only)

  const pick = (value: string) => {
    if (isPerson) return onPick({ kind, person: people.data?.find(({ id }) => id === value) ?? null })
    if (kind === 'status') onPick({ kind, status: TdocStatus.parse(value) })
    if (kind === 'progress') onPick({ kind, progress: ProgressTracking.parse(value) })
  }

  return (
    <Picker
      key={kind}
      label={ids.length === 1 ? changeLabel(kind) : `${changeLabel(kind)} of ${ids.length} Tdocs`}
      anchor={anchor}
      options={options}
      problem={people.isError ? 'Couldn’t load the list of people' : undefined}
      value={only ? chosenIn(only, kind) : null}
      isSearchable={isPerson}
      onPick={pick}
      onClose={onClose}
    />
  )
}

const peopleOptions = (people: readonly { id: string; name: string }[]): PickerOption[] => [
  { value: unassigned, label: 'Unassigned' },
  ...people.map(({ id, name }) => ({ value: id, label: name })),
]

const chosenIn = (tdoc: Tdoc, kind: ChangeKind): string =>
  ({
    underwriter: tdoc.assignedUnderwriter?.id ?? unassigned,
    reviewer: tdoc.reviewUnderwriter?.id ?? unassigned,
    status: tdoc.status,
    progress: tdoc.progressTracking,
  })[kind]

const wordOptions = (kind: ChangeKind, only: Tdoc | undefined): PickerOption[] => {
  if (kind === 'progress') return progressTrackings.map((value) => ({ value, label: progressTrackingLabels[value] }))
  return tdocStatuses
    .map((value) => {
      const label = tdocStatusLabels[value]
      if (!only || value === only.status || only.availableActions.includes(statusActions[value]))
        return { value, label }
      return value === 'COMPLETE' ? { value, label, why: openCategoriesText(only.reviewCategories) } : null
    })
    .filter((option) => option !== null)
}
