import { useDebouncedValue } from '@mantine/hooks'
import type { Role } from '@portal/contract/user/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DownloadButton } from '../../../records/reporting/download-button.tsx'
import {
  downloadCheckQuery,
  useDownloadSlvs,
} from '../../../records/reporting/downloads.ts'
import {
  FilterField,
  FilterFields,
} from '../../../records/slv/filter-fields.tsx'
import {
  isInList,
  type ListFilter,
  narrowsByPeople,
  noFilter,
  toSearch,
} from '../../../records/slv/list-filter.ts'
import { applicable, isWrong } from '../../../records/slv/use-choices.ts'
import { FilterDialog } from '../../../ui/list/filter-dialog.tsx'
import { countText } from '../../../ui/list/list-page.tsx'
import { countQuery, namesIn } from './list-queries.ts'
import { type TabModes, toModes } from './list-tabs.ts'
import type { ListView } from './list-view.ts'

type SlvFilterDialogProps = {
  tab: TabModes
  role: Role
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  onClose: () => void
  downloadSort?: Pick<ListView, 'sortBy' | 'sortType'> | undefined
}

export const SlvFilterDialog = ({
  tab,
  role,
  filter,
  onFilter,
  onClose,
  downloadSort,
}: SlvFilterDialogProps) => {
  const [chosen, setChosen] = useState(filter)
  const choose = (change: Partial<ListFilter>) =>
    setChosen({ ...chosen, ...change })
  const isInvalid = isWrong(chosen)
  const [debounced] = useDebouncedValue(chosen, 250)
  const { data: result, isError } = useQuery({
    ...countQuery(tab, debounced),
    enabled: !isInvalid,
    placeholderData: keepPreviousData,
  })
  const foundText = result
    ? `${countText(['SLV', 'SLVs'], result.total, result.isTotalCut)} found`
    : 'Counting…'
  const loadedText = isError ? 'Couldn’t load the count' : foundText

  return (
    <FilterDialog
      onApply={() => onFilter(applicable(chosen))}
      onClear={() => setChosen({ ...noFilter, search: filter.search })}
      onClose={onClose}
      isInvalid={isInvalid}
      found={isInvalid ? 'Fix the dates to see the count' : loadedText}
      download={
        downloadSort && (
          <SlvDownload
            query={{
              ...toModes(tab),
              ...toSearch(applicable(chosen)),
              ...downloadSort,
            }}
            isDisabled={isInvalid}
            onSaved={onClose}
          />
        )
      }
    >
      <FilterFields
        names={namesIn(tab)}
        role={role}
        chosen={chosen}
        onChoose={choose}
        isOffered={(key) => isInList(key, tab.tableMode)}
        isDialog
      />
      {narrowsByPeople(role) && (
        <FilterField
          filterKey="due"
          names={namesIn(tab)}
          role={role}
          chosen={chosen}
          onChoose={choose}
        />
      )}
    </FilterDialog>
  )
}

type SlvDownloadProps = {
  query: Parameters<typeof downloadCheckQuery>[0]
  isDisabled: boolean
  onSaved: () => void
}

const SlvDownload = ({ query, isDisabled, onSaved }: SlvDownloadProps) => {
  const key = JSON.stringify(query)
  const [settledKey] = useDebouncedValue(key, 250)
  const { data } = useQuery({
    ...downloadCheckQuery(query),
    enabled: settledKey === key && !isDisabled,
    placeholderData: keepPreviousData,
  })
  const download = useDownloadSlvs(onSaved)
  return (
    <DownloadButton
      query={query}
      what="SLVs"
      check={data}
      download={download}
      isDisabled={isDisabled}
    />
  )
}
