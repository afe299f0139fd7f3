import { NativeSelect, TextInput } from '@mantine/core'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewersQuery } from '../user/queries.ts'
import { narrowingLabels, useChoices } from './narrowing.ts'
import { filtersFor, type Narrowing } from './table-view.ts'

type NarrowingFieldsProps = {
  role: Role
  narrowing: Narrowing | null
  /** Vendor names seen so far, as suggestions. */
  vendors: readonly string[]
  onChange: (narrowing: Narrowing | null) => void
}

/** Two fields: the column to filter by, one at a time, and its value. */
export const NarrowingFields = ({ role, narrowing, vendors, onChange }: NarrowingFieldsProps) => {
  const [by, setBy] = useState(narrowing?.by ?? 'type')
  const [value, setValue] = useState(narrowing?.value ?? '')
  const choices = useChoices(by, role)
  const reviewers = useQuery({ ...reviewersQuery(), enabled: by === 'vendorName' })
  const names = [...new Set([...(reviewers.data ?? []).map(({ companyName }) => companyName), ...vendors])].sort()
  const choose = (next: string) => {
    setValue(next)
    onChange(next.trim() === '' ? null : { by, value: next.trim() })
  }
  return (
    <>
      <NativeSelect
        label="Filter by"
        value={by}
        data={filtersFor(role).map((one) => ({ value: one, label: narrowingLabels[one] }))}
        onChange={({ currentTarget }) => {
          setBy(filtersFor(role).find((one) => one === currentTarget.value) ?? by)
          setValue('')
          onChange(null)
        }}
      />
      {by === 'vendorName' ? (
        <div>
          <TextInput
            label="Vendor"
            placeholder="Full vendor name"
            value={value}
            list="tdoc-vendors"
            maxLength={200}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <datalist id="tdoc-vendors">
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
      ) : (
        <NativeSelect
          label={narrowingLabels[by]}
          value={value}
          data={[{ value: '', label: 'All' }, ...choices]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
    </>
  )
}
