import { SimpleGrid } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Role } from '@portal/contract/user/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DownloadButton } from '../../records/reporting/download-button.tsx'
import {
  tdocDownloadCheckQuery,
  useDownloadTdocs,
} from '../../records/tdoc/queries.ts'
import * as table from '../../records/tdoc/table-view.ts'
import { FilterDialog } from '../../ui/list/filter-dialog.tsx'
import { countText } from '../../ui/list/list-page.tsx'
import { TdocFilterField } from './filter-fields.tsx'

type TdocFilterDialogProps = {
  view: table.TableView
  role: Role
  onFilter: (filters: table.TableFilters) => void
  onClose: () => void
  isDownload: boolean
}

export const TdocFilterDialog = ({
  view,
  role,
  onFilter,
  onClose,
  isDownload,
}: TdocFilterDialogProps) => {
  const [chosen, setChosen] = useState(view.filters)
  const query = table.toQuery({ ...view, filters: chosen, page: 1 })
  const key = JSON.stringify(query)
  const [settledKey] = useDebouncedValue(key, 250)
  const check = useQuery({
    ...tdocDownloadCheckQuery(query),
    enabled: settledKey === key,
    placeholderData: keepPreviousData,
  })
  const download = useDownloadTdocs(onClose)
  const foundText = check.data
    ? `${countText(['Tdoc', 'Tdocs'], check.data.count)} found`
    : 'Counting…'
  return (
    <FilterDialog
      onApply={() => onFilter(chosen)}
      onClear={() => setChosen(table.noFilters)}
      onClose={onClose}
      found={check.isError ? 'Couldn’t load the count' : foundText}
      download={
        isDownload && (
          <DownloadButton
            query={query}
            what="Tdocs"
            check={check.data}
            download={download}
            isDisabled={false}
          />
        )
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {table.filterKeysFor(role).map((filterKey) => (
          <TdocFilterField
            key={filterKey}
            filterKey={filterKey}
            values={chosen[filterKey]}
            tableMode={view.tableMode}
            onChange={(values) => setChosen({ ...chosen, [filterKey]: values })}
          />
        ))}
      </SimpleGrid>
    </FilterDialog>
  )
}
