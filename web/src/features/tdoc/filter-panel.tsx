import { Button, NativeSelect, TextInput } from '@mantine/core'
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
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { reviewersQuery, underwritersQuery } from '../user/queries.ts'
import { filtersFor, type Narrowing } from './table-view.ts'
import classes from './tdoc.module.css'

type By = Narrowing['by']

const labels: Record<By, string> = {
  assignedUnderwriter: 'Assigned underwriter',
  reviewUnderwriter: 'Reviewer',
  type: 'Type',
  vendorName: 'Vendor',
  tprResponse: 'TPR response',
  progressTracking: 'Progress tracking',
}

type FilterPanelProps = {
  role: Role
  narrowing: Narrowing | null
  /** Names of vendors that were seen, to choose from. */
  vendors: readonly string[]
  onNarrow: (narrowing: Narrowing | null) => void
}

/** What narrows the table beside its tab, one thing at a time. */
export const FilterPanel = ({ role, narrowing, vendors, onNarrow }: FilterPanelProps) => (
  <Panel
    target={(props) => (
      <Button {...props} variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
        {narrowing ? 'Filter 1' : 'Filter'}
      </Button>
    )}
  >
    {(close) => (
      <FilterForm
        role={role}
        narrowing={narrowing}
        vendors={vendors}
        onNarrow={(next) => {
          close()
          onNarrow(next)
        }}
      />
    )}
  </Panel>
)

const FilterForm = ({ role, narrowing, vendors, onNarrow }: FilterPanelProps) => {
  const [by, setBy] = useState<By>(narrowing?.by ?? 'type')
  const [value, setValue] = useState(narrowing?.value ?? '')
  const choices = useChoices(by, role)
  const reviewers = useQuery({ ...reviewersQuery(), enabled: by === 'vendorName' })
  const names = [...new Set([...(reviewers.data ?? []).map(({ companyName }) => companyName), ...vendors])].sort()
  return (
    <form
      className={classes.filter}
      onSubmit={(event) => {
        event.preventDefault()
        onNarrow(value.trim() === '' ? null : { by, value: value.trim() })
      }}
    >
      <NativeSelect
        label="Filter by"
        value={by}
        data={filtersFor(role).map((one) => ({ value: one, label: labels[one] }))}
        onChange={({ currentTarget }) => {
          setBy(filtersFor(role).find((one) => one === currentTarget.value) ?? by)
          setValue('')
        }}
      />
      {by === 'vendorName' ? (
        <>
          <TextInput
            label="Vendor"
            description="The whole name"
            value={value}
            list="tdoc-vendors"
            maxLength={200}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
          <datalist id="tdoc-vendors">
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      ) : (
        <NativeSelect
          label={labels[by]}
          value={value}
          data={[{ value: '', label: 'All' }, ...choices]}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
      <Button type="submit">Apply</Button>
    </form>
  )
}

/** The values of a filter as people read them; people's own are added once they were read. */
const useChoices = (by: By, role: Role) => {
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

/** The chip of what narrows the table. Who is in no list any more is called as the rows call them. */
export const useNarrowingText = (narrowing: Narrowing | null, role: Role, rows: readonly Tdoc[] = []): string => {
  const choices = useChoices(narrowing?.by ?? 'type', role)
  if (!narrowing) return ''
  const { by, value } = narrowing
  if (by === 'vendorName') return `${labels[by]}: ${value}`
  const people = by === 'assignedUnderwriter' || by === 'reviewUnderwriter' ? rows.map((tdoc) => tdoc[by]) : []
  const name =
    choices.find((choice) => choice.value === value)?.label ?? people.find((person) => person?.id === value)?.name
  return `${labels[by]}: ${name ?? (choices.length > 0 ? 'somebody inactive' : '…')}`
}
