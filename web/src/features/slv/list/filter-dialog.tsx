import { Button, Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SlvPage } from '@portal/contract/slv/row'
import type { Role } from '@portal/contract/user/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { downloadCheckQuery, useDownloadSlvs } from '../../reporting/queries.ts'
import { DownloadButton } from './filter-download.tsx'
import { applicable, FilterFields, isWrong } from './filter-fields.tsx'
import { type ListFilter, narrowsByPeople, noFilter, searchOf } from './list-filter.ts'
import { countQuery, modesOf, namesIn } from './list-queries.ts'
import type { ListView, TabModes } from './list-view.ts'
import classes from './slv-list.module.css'

type FilterDialogProps = {
  tab: TabModes
  role: Role
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  onClose: () => void
  /** Offers a download, sorted like this: the '& Download' variant. */
  downloadSort?: Pick<ListView, 'sortBy' | 'sortType'> | undefined
}

/** The filter dialog of the SLV lists (spec.md §2). Nothing is applied, and the address stays, until 'Apply'. */
export const FilterDialog = ({ tab, role, filter, onFilter, onClose, downloadSort }: FilterDialogProps) => {
  const [chosen, setChosen] = useState(filter)
  const choose = (change: Partial<ListFilter>) => setChosen({ ...chosen, ...change })
  const isOff = isWrong(chosen)

  const apply = async () => onFilter(applicable(chosen))

  return (
    <FormDialog
      title={downloadSort ? 'Add Filters & Download' : 'Add Filters'}
      size="lg"
      isOpen
      onClose={onClose}
      submitLabel="Apply"
      isSubmitDisabled={isOff}
      onSubmit={apply}
      start={
        <Button variant="subtle" onClick={() => setChosen({ ...noFilter, search: filter.search })}>
          Clear All
        </Button>
      }
      end={
        downloadSort && (
          <SlvDownload
            query={{ ...modesOf(tab), ...searchOf(applicable(chosen)), ...downloadSort }}
            isDisabled={isOff}
            onSaved={onClose}
          />
        )
      }
    >
      <FilterFields names={namesIn(tab)} role={role} chosen={chosen} onChoose={choose} isDialog />
      {narrowsByPeople(role) && (
        <Checkbox
          label="Overdue only"
          checked={chosen.overdue}
          onChange={(event) => choose({ overdue: event.currentTarget.checked })}
        />
      )}
      <Found tab={tab} filter={chosen} isOff={isOff} />
    </FormDialog>
  )
}

type SlvDownloadProps = {
  query: Parameters<typeof downloadCheckQuery>[0]
  isDisabled: boolean
  onSaved: () => void
}

const SlvDownload = ({ query, isDisabled, onSaved }: SlvDownloadProps) => {
  const [wanted] = useDebouncedValue(JSON.stringify(query), 250)
  const isSettled = wanted === JSON.stringify(query)
  const { data } = useQuery({
    ...downloadCheckQuery(query),
    enabled: isSettled && !isDisabled,
    placeholderData: keepPreviousData,
  })
  const download = useDownloadSlvs(onSaved)
  return <DownloadButton query={query} what="SLVs" check={data} download={download} isDisabled={isDisabled} />
}

/** How many SLVs the choice finds, asked again after a pause in choosing. */
const Found = ({ tab, filter, isOff }: { tab: TabModes; filter: ListFilter; isOff: boolean }) => {
  const [wanted] = useDebouncedValue(filter, 250)
  const { data, isError } = useQuery({
    ...countQuery(tab, wanted),
    enabled: !isOff,
    placeholderData: keepPreviousData,
  })
  const said = isError ? 'The number of SLVs could not be read' : data === undefined ? 'Counting…' : foundText(data)
  return (
    <p className={classes.found} role="status">
      {isOff ? 'Fix the dates to see the count' : said}
    </p>
  )
}

const foundText = ({ total, isTotalCut }: SlvPage) => {
  if (isTotalCut) return `More than ${count(total)} SLVs found`
  return total === 1 ? '1 SLV found' : `${count(total)} SLVs found`
}
