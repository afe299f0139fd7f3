import { Button, Checkbox, Group, MultiSelect, Select, SimpleGrid } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { SlvType, slvTypeLabels, slvTypes } from '@portal/contract/slv/model'
import { SlvStatus, slvStatusLabels, statusesFor } from '@portal/contract/slv/status'
import { Timeframe, timeframeLabels, timeframes } from '@portal/contract/slv/timeframe'
import type { Role } from '@portal/contract/user/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { bddsQuery, underwritersQuery } from '../../user/queries.ts'
import { DateRange, rangeProblems } from './date-range.tsx'
import { DownloadButton } from './filter-download.tsx'
import { type ListFilter, narrowsByPeople, noFilter, searchOf } from './list-filter.ts'
import { countQuery, modesOf, programNamesQuery, sellerNamesQuery } from './list-queries.ts'
import type { ListView, TabModes } from './list-view.ts'
import { NameFilter, PersonFilter } from './name-filter.tsx'
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
  const problems = rangeProblems(chosen)
  const isWrong = hasProblem(problems)

  const apply = async () => onFilter(applicable(chosen))

  return (
    <FormDialog
      title={downloadSort ? 'Add Filters & Download' : 'Add Filters'}
      size="lg"
      isOpen
      onClose={onClose}
      submitLabel="Apply"
      isSubmitDisabled={isWrong}
      onSubmit={apply}
      start={
        <Button variant="subtle" onClick={() => setChosen({ ...noFilter, search: filter.search })}>
          Clear All
        </Button>
      }
      end={
        downloadSort && (
          <DownloadButton
            query={{ ...modesOf(tab), ...searchOf(applicable(chosen)), ...downloadSort }}
            isDisabled={isWrong}
            onSaved={onClose}
          />
        )
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <MultiSelect
          label="Status"
          placeholder={chosen.status.length === 0 ? 'Any status' : ''}
          data={statusesFor(role).map((status) => ({ value: status, label: slvStatusLabels[status] }))}
          value={chosen.status}
          onChange={(values) => choose({ status: values.map((value) => SlvStatus.parse(value)) })}
          searchable
          clearable
          hidePickedOptions
          openOnFocus={false}
          clearButtonProps={{ 'aria-label': 'Clear status' }}
          nothingFoundMessage="No such status"
        />
        <Checkbox.Group
          label="Type"
          value={chosen.type}
          onChange={(values) => choose({ type: values.map((value) => SlvType.parse(value)) })}
        >
          <Group gap="lg" className={classes.checks}>
            {slvTypes.map((type) => (
              <Checkbox key={type} value={type} label={slvTypeLabels[type]} />
            ))}
          </Group>
        </Checkbox.Group>
        {narrowsByPeople(role) && (
          <>
            <NameFilter
              label="Sellers"
              values={chosen.sellers}
              onChange={(sellers) => choose({ sellers })}
              queryOf={(search) => sellerNamesQuery(tab, search)}
            />
            <PersonFilter
              label="Underwriters"
              values={chosen.underwriterIds}
              onChange={(underwriterIds) => choose({ underwriterIds })}
              query={underwritersQuery()}
            />
            {!isOnlyOwn(role) && (
              <PersonFilter label="BDDs" values={chosen.bdds} onChange={(bdds) => choose({ bdds })} query={bddsQuery} />
            )}
          </>
        )}
        <NameFilter
          label="Non-Agency Programs"
          values={chosen.productCodes}
          onChange={(productCodes) => choose({ productCodes })}
          comboboxProps={upwards}
          queryOf={(search) => programNamesQuery(tab, search)}
        />
        <Select
          label="Timeframe"
          placeholder="Any time"
          data={timeframes.map((timeframe) => ({ value: timeframe, label: timeframeLabels[timeframe] }))}
          value={chosen.timeframe ?? (chosen.from || chosen.to ? 'CUSTOM' : null)}
          onChange={(value) =>
            choose({ timeframe: value === null ? undefined : Timeframe.parse(value), from: undefined, to: undefined })
          }
          clearable
          openOnFocus={false}
          clearButtonProps={{ 'aria-label': 'Clear timeframe' }}
          comboboxProps={upwards}
        />
      </SimpleGrid>
      {isCustom(chosen) && <DateRange from={chosen.from} to={chosen.to} problems={problems} onChange={choose} />}
      {narrowsByPeople(role) && (
        <Checkbox
          label="Overdue only"
          checked={chosen.overdue}
          onChange={(event) => choose({ overdue: event.currentTarget.checked })}
        />
      )}
      <Found tab={tab} filter={chosen} isWrong={isWrong} />
    </FormDialog>
  )
}

/** The lower lists open over the fields, not over the buttons. */
const upwards = { position: 'top' } as const

const hasProblem = ({ from, to }: ReturnType<typeof rangeProblems>) => from !== null || to !== null

/** A BDD's list holds their own sellers and nobody else's. */
const isOnlyOwn = (role: Role) => role === 'BDD' || role === 'UBDD'

const isCustom = ({ timeframe, from, to }: ListFilter) => timeframe === 'CUSTOM' || Boolean(from || to)

/** A custom range of which no day was chosen narrows nothing. */
const applicable = (filter: ListFilter): ListFilter =>
  filter.timeframe === 'CUSTOM' && !filter.from && !filter.to ? withoutTime(filter) : filter

const withoutTime = (filter: ListFilter): ListFilter => ({
  ...filter,
  timeframe: undefined,
  from: undefined,
  to: undefined,
})

/** How many SLVs the choice finds, asked again after a pause in choosing. */
const Found = ({ tab, filter, isWrong }: { tab: TabModes; filter: ListFilter; isWrong: boolean }) => {
  const [wanted] = useDebouncedValue(filter, 250)
  const { data, isError } = useQuery({
    ...countQuery(tab, wanted),
    enabled: !isWrong,
    placeholderData: keepPreviousData,
  })
  const said = isError ? 'The number of SLVs could not be read' : data === undefined ? 'Counting…' : foundText(data)
  return (
    <p className={classes.found} role="status">
      {isWrong ? 'Mend the dates to count the SLVs' : said}
    </p>
  )
}

const foundText = (total: number) => (total === 1 ? '1 SLV found' : `${count(total)} SLVs found`)
