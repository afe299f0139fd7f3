import { Group } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import * as model from '@portal/contract/tdoc/model'
import { statusActions } from '@portal/contract/tdoc/transitions'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import {
  type ChangeKind,
  changeLabel,
  type TdocChange,
  valueText,
} from '../../records/tdoc/change.ts'
import { getName, openCategoriesText } from '../../records/tdoc/texts.ts'
import { underwritersQuery } from '../../records/user/queries.ts'
import { Picker, type PickerOption } from '../../ui/inputs/picker.tsx'
import { WarningBox } from '../../ui/notice.tsx'
import { SecondaryButton, SmallButton } from '../../ui/presets.ts'
import classes from './tdoc.module.css'
import type { ChangeRefusal } from './writes.ts'

export type Editing = {
  kind: ChangeKind
  ids: readonly string[]
  anchor: HTMLElement
  isBulk?: true
}

/**
 * Opens the list of values beside the pressed button. It stays the same, so
 * that no row is drawn again for it.
 */
const EditContext = createContext<(editing: Editing) => void>(() => undefined)

export const useEdit = () => use(EditContext)

type EditHostProps = {
  children: ReactNode
  list: (editing: Editing, close: () => void) => ReactNode
}

/**
 * Stores which list is open. Opening one draws this component again, but not
 * the table in it.
 */
export const EditHost = ({ children, list }: EditHostProps) => {
  const [editing, setEditing] = useState<Editing | null>(null)
  return (
    <EditContext value={setEditing}>
      {children}
      {editing && list(editing, () => setEditing(null))}
    </EditContext>
  )
}

const bulkLabels: [ChangeKind, string][] = [
  ['underwriter', 'Underwriter'],
  ['reviewer', 'Reviewer'],
  ['status', 'Status'],
  ['progress', 'Progress'],
]

type BulkBarProps = {
  ids: ReadonlySet<string>
  isBusy: boolean
  isAll: boolean
}

/** When all that match are selected, they can only be assigned. */
export const BulkBar = ({ ids, isBusy, isAll }: BulkBarProps) => {
  const edit = useEdit()
  const labels = isAll
    ? bulkLabels.filter(
        ([kind]) => kind === 'underwriter' || kind === 'reviewer',
      )
    : bulkLabels
  return labels.map(([kind, label]) => (
    <SmallButton
      key={kind}
      aria-haspopup="listbox"
      aria-label={`Set ${label.toLowerCase()}`}
      // Not `disabled`: the pressed button keeps the focus.
      aria-disabled={isBusy}
      data-disabled={isBusy || undefined}
      data-bulk={kind}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      onClick={({ currentTarget: anchor }) => {
        if (!isBusy) edit({ kind, ids: [...ids], anchor, isBulk: true })
      }}
    >
      {label}
    </SmallButton>
  ))
}

export const focusBulkButton = (kind: ChangeKind): boolean => {
  const button = document.querySelector<HTMLElement>(`[data-bulk="${kind}"]`)
  button?.focus({ preventScroll: true })
  return button !== null
}

type EditPickerProps = {
  editing: Editing
  tdocs: readonly Tdoc[]
  onPick: (change: TdocChange) => void
  onClose: () => void
}

const unassigned = 'UNASSIGNED'

export const EditPicker = ({
  editing: { kind, ids, anchor },
  tdocs,
  onPick,
  onClose,
}: EditPickerProps) => {
  const isPerson = kind === 'underwriter' || kind === 'reviewer'
  const people = useQuery({ ...underwritersQuery(), enabled: isPerson })
  const [only] = ids.length === 1 ? tdocs : []
  const options = isPerson
    ? people.data && peopleOptions(people.data)
    : wordOptions(kind, only)

  const pick = (value: string) => {
    if (isPerson)
      return onPick({
        kind,
        person: people.data?.find(({ id }) => id === value) ?? null,
      })
    if (kind === 'status')
      onPick({ kind, status: model.TdocStatus.parse(value) })
    if (kind === 'progress')
      onPick({ kind, progress: model.ProgressTracking.parse(value) })
  }

  return (
    <Picker
      key={kind}
      label={
        ids.length === 1
          ? changeLabel(kind)
          : `${changeLabel(kind)} of ${ids.length} Tdocs`
      }
      anchor={anchor}
      options={options}
      problem={people.isError ? 'Couldn’t load the list of people' : undefined}
      value={only ? chosenIn(only, kind) : null}
      onPick={pick}
      onClose={onClose}
    />
  )
}

const peopleOptions = (
  people: readonly { id: string; name: string }[],
): PickerOption[] => [
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

const wordOptions = (
  kind: ChangeKind,
  only: Tdoc | undefined,
): PickerOption[] => {
  if (kind === 'progress')
    return model.progressTrackings.map((value) => ({
      value,
      label: model.progressTrackingLabels[value],
    }))
  return model.tdocStatuses.flatMap(
    (status) => statusOption(status, only) ?? [],
  )
}

/** Null if it can't be set; Complete is listed then too, with the reason. */
const statusOption = (
  status: model.TdocStatus,
  only: Tdoc | undefined,
): PickerOption | null => {
  const option = { value: status, label: model.tdocStatusLabels[status] }
  if (!only || status === only.status) return option
  if (only.availableActions.includes(statusActions[status])) return option
  if (status !== 'COMPLETE') return null
  return { ...option, why: openCategoriesText(only.reviewCategories) }
}

type ChangeRefusalNoticeProps = {
  refusal: ChangeRefusal
  tdocOf: (id: string) => Tdoc | undefined
  onLeaveOut: ((ids: readonly string[]) => void) | undefined
  onClose: () => void
}

export const ChangeRefusalNotice = ({
  refusal,
  tdocOf,
  onLeaveOut,
  onClose,
}: ChangeRefusalNoticeProps) => {
  const name = (id: string) => {
    const tdoc = tdocOf(id)
    return tdoc ? getName(tdoc) : 'A Tdoc that is not on this page'
  }
  return (
    <WarningBox role="alert" mah="12rem" fz="sm" style={{ overflow: 'auto' }}>
      <Group align="flex-start" gap="md">
        <div className={classes.words}>
          {refusal.kind === 'STALE' ? (
            <p>
              <strong>{name(refusal.id)}</strong> was just changed by someone
              else. The current values are shown; your change was not saved.
            </p>
          ) : (
            <>
              <p>
                {changeLabel(refusal.change.kind)} was not set to{' '}
                {valueText(refusal.change)}. These Tdocs can’t be changed:
              </p>
              <ul>
                {[...refusal.reasons].map(([id, why]) => (
                  <li key={id}>
                    <strong>{name(id)}</strong>: {why}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <Group gap="xs">
          {refusal.kind === 'REFUSED' && onLeaveOut && (
            <SecondaryButton
              onClick={() => onLeaveOut([...refusal.reasons.keys()])}
            >
              Leave {refusal.reasons.size === 1 ? 'it' : 'them'} out
            </SecondaryButton>
          )}
          <SecondaryButton onClick={onClose}>Close</SecondaryButton>
        </Group>
      </Group>
    </WarningBox>
  )
}
