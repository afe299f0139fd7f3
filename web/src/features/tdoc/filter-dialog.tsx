import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { branded } from '@portal/contract/lib/brand'
import { tdocListKeys, tdocListLabels } from '@portal/contract/tdoc/list-query'
import type { Role } from '@portal/contract/user/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterDialog } from '../../ui/list/filter-dialog.tsx'
import { countText } from '../../ui/list/list-page.tsx'
import { NameFilter } from '../../ui/list/name-filter.tsx'
import { useBranding } from '../auth/queries.ts'
import { DownloadButton } from '../reporting/shared/download-button.tsx'
import { VendorNames } from './dialogs/choice-fields.tsx'
import { tdocDownloadCheckQuery, tdocOptionsQuery, useDownloadTdocs } from './queries.ts'
import * as table from './table-view.ts'
import { useChoices } from './use-chips.ts'

type TdocFilterDialogProps = {
  view: table.TableView
  role: Role
  vendors: readonly string[]
  onFilter: (filter: table.TableFilter) => void
  onClose: () => void
  isDownload: boolean
}

export const TdocFilterDialog = ({ view, role, vendors, onFilter, onClose, isDownload }: TdocFilterDialogProps) => {
  const { name: brandName } = useBranding()
  const [chosen, setChosen] = useState<table.TableFilter>({ narrowing: view.narrowing, lists: view.lists })
  // Remounts the fields when the filter is cleared.
  const [cleared, setCleared] = useState(0)
  const query = table.queryOf({ ...view, ...chosen, page: 1 })
  const [debounced] = useDebouncedValue(JSON.stringify(query), 250)
  const check = useQuery({
    ...tdocDownloadCheckQuery(query),
    enabled: debounced === JSON.stringify(query),
    placeholderData: keepPreviousData,
  })
  const download = useDownloadTdocs(onClose)
  const foundText = check.data ? `${countText(['Tdoc', 'Tdocs'], check.data.count)} found` : 'Counting…'
  return (
    <FilterDialog
      onApply={() => onFilter(chosen)}
      onClear={() => {
        setChosen(table.noFilter)
        setCleared(cleared + 1)
      }}
      onClose={onClose}
      found={check.isError ? 'Couldn’t load the count' : foundText}
      download={
        isDownload && (
          <DownloadButton query={query} what="Tdocs" check={check.data} download={download} isDisabled={false} />
        )
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <NarrowingFields
          key={cleared}
          role={role}
          narrowing={chosen.narrowing}
          vendors={vendors}
          onChange={(narrowing) => setChosen({ ...chosen, narrowing })}
        />
        {tdocListKeys.map((key) => (
          <NameFilter
            key={key}
            label={branded(tdocListLabels[key], brandName)}
            values={[...chosen.lists[key]]}
            onChange={(values) => setChosen({ ...chosen, lists: { ...chosen.lists, [key]: values } })}
            queryOf={tdocOptionsQuery(view.tableMode, brandName, key)}
          />
        ))}
      </SimpleGrid>
    </FilterDialog>
  )
}

type NarrowingFieldsProps = {
  role: Role
  narrowing: table.Narrowing | null
  vendors: readonly string[]
  onChange: (narrowing: table.Narrowing | null) => void
}

const NarrowingFields = ({ role, narrowing, vendors, onChange }: NarrowingFieldsProps) => {
  const keys = table.narrowingsFor(role)
  const [by, setBy] = useState(narrowing?.by ?? 'type')
  const [value, setValue] = useState(narrowing?.value ?? '')
  const choices = useChoices(by, role)
  const choose = (next: string) => {
    setValue(next)
    onChange(next.trim() === '' ? null : { by, value: next.trim() })
  }
  const field = {
    label: table.narrowingRow(by).label,
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => choose(currentTarget.value),
  }
  return (
    <>
      <NativeSelect
        label="Filter by"
        value={by}
        data={keys.map((key) => ({ value: key, label: table.narrowingRow(key).label }))}
        onChange={({ currentTarget }) => {
          setBy(keys.find((key) => key === currentTarget.value) ?? by)
          setValue('')
          onChange(null)
        }}
      />
      {by === 'vendorName' ? (
        <div>
          <TextInput {...field} placeholder="Full vendor name" list="tdoc-vendors" maxLength={200} />
          <VendorNames id="tdoc-vendors" seen={vendors} />
        </div>
      ) : (
        <NativeSelect {...field} data={[{ value: '', label: 'All' }, ...choices]} />
      )}
    </>
  )
}
