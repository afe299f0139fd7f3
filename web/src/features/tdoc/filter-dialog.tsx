import { Button, SimpleGrid } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { branded } from '@portal/contract/lib/brand'
import { tdocListKeys, tdocListLabels } from '@portal/contract/tdoc/list-query'
import type { Role } from '@portal/contract/user/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../lib/format.ts'
import { FormDialog } from '../../ui/dialogs.tsx'
import { useBranding } from '../auth/queries.ts'
import { DownloadButton } from '../slv/list/filter-download.tsx'
import { NameFilter } from '../slv/list/name-filter.tsx'
import { NarrowingFields } from './narrowing-fields.tsx'
import { tdocDownloadCheckQuery, tdocOptionsQuery, useDownloadTdocs } from './queries.ts'
import { type Narrowing, noLists, queryOf, type TableView } from './table-view.ts'
import classes from './tdoc.module.css'

type FilterDialogProps = {
  view: TableView
  role: Role
  vendors: readonly string[]
  onFilter: (filter: Pick<TableView, 'narrowing' | 'lists'>) => void
  onClose: () => void
  /** Offers a download, sorted as the table is: the '& Download' variant. */
  isDownload: boolean
}

/** The Tdoc filter dialog. The list and the URL change only on 'Apply'. */
export const FilterDialog = ({ view, role, vendors, onFilter, onClose, isDownload }: FilterDialogProps) => {
  const { name: brandName } = useBranding()
  const [narrowing, setNarrowing] = useState<Narrowing | null>(view.narrowing)
  const [lists, setLists] = useState(view.lists)
  // Remounts the fields when the filter is cleared.
  const [cleared, setCleared] = useState(0)
  const query = queryOf({ ...view, narrowing, lists, page: 1 })
  const [wanted] = useDebouncedValue(JSON.stringify(query), 250)
  const check = useQuery({
    ...tdocDownloadCheckQuery(query),
    enabled: wanted === JSON.stringify(query),
    placeholderData: keepPreviousData,
  })
  const download = useDownloadTdocs(onClose)
  const clear = () => {
    setNarrowing(null)
    setLists(noLists)
    setCleared(cleared + 1)
  }
  return (
    <FormDialog
      title={isDownload ? 'Add Filters & Download' : 'Add Filters'}
      size="lg"
      isOpen
      onClose={onClose}
      submitLabel="Apply"
      onSubmit={async () => onFilter({ narrowing, lists })}
      start={
        <Button variant="subtle" onClick={clear}>
          Clear All
        </Button>
      }
      end={
        isDownload && (
          <DownloadButton query={query} what="Tdocs" check={check.data} download={download} isDisabled={false} />
        )
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <NarrowingFields key={cleared} role={role} narrowing={narrowing} vendors={vendors} onChange={setNarrowing} />
        {tdocListKeys.map((key) => (
          <NameFilter
            key={key}
            label={branded(tdocListLabels[key], brandName)}
            values={[...lists[key]]}
            onChange={(values) => setLists({ ...lists, [key]: values })}
            queryOf={tdocOptionsQuery(view.tableMode, brandName, key)}
          />
        ))}
      </SimpleGrid>
      <p className={classes.found} role="status">
        {check.isError ? "Couldn't load the count" : foundText(check.data?.count)}
      </p>
    </FormDialog>
  )
}

const foundText = (found: number | undefined) => {
  if (found === undefined) return 'Counting…'
  return found === 1 ? '1 Tdoc found' : `${count(found)} Tdocs found`
}
