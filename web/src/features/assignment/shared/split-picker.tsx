import {
  Button,
  Checkbox,
  Group,
  Skeleton,
  Stack,
  TextInput,
} from '@mantine/core'
import type {
  AssignmentPlan,
  Workload,
} from '@portal/contract/assignment/model'
import { isFoundBy } from '@portal/contract/lib/normalize-for-search'
import { endSentence } from '@portal/contract/lib/sentences'
import { IconArrowRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { count } from '../../../lib/text/format.ts'
import { LoadFailed } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import classes from './split-picker.module.css'
import type { Split } from './use-split.ts'

type SplitPickerProps = {
  label: string
  noun: readonly [one: string, several: string]
  split: Split
}

/** The most people shown before a search. */
const maxShown = 50

/**
 * The possible assignees, with their open work before and after. Several chosen
 * people split the work evenly.
 */
export const SplitPicker = ({ label, noun, split }: SplitPickerProps) => {
  const { people, personIds, setPersonIds, plan, balanceOf } = split
  const [search, setSearch] = useState('')
  const { found, rows } = findPeople(split, search)
  const toggle = (id: string) =>
    setPersonIds(
      personIds.includes(id)
        ? personIds.filter((one) => one !== id)
        : [...personIds, id],
    )
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found ?? []
    if (event.key !== 'Enter' || search === '' || !first) return
    event.preventDefault()
    if (!personIds.includes(first.id)) toggle(first.id)
    setSearch('')
  }

  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          label={label}
          placeholder="Search by name"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <Button
          variant="default"
          disabled={!found || found.length < 2}
          title={search ? 'Choose all matches' : 'Choose everyone'}
          onClick={() => setPersonIds((found ?? []).map(({ id }) => id))}
        >
          {balanceOf ? 'Choose everyone' : 'Split evenly'}
        </Button>
      </Group>
      {split.error && (
        <LoadFailed
          what="the list of people"
          error={split.error}
          onClick={split.retry}
        />
      )}
      {!people && !split.error && (
        <Skeleton
          height={160}
          role="status"
          aria-label="Loading the list of people"
        />
      )}
      {people && (
        <ScrollRegion label="People" className={classes.people}>
          <PeopleTable rows={rows} split={split} onToggle={toggle} />
          <MatchHint matches={found?.length ?? 0} />
        </ScrollRegion>
      )}
      <div role="status">
        {plan && (
          <PlanSummary
            plan={plan}
            people={people ?? []}
            chosen={personIds.length}
            noun={noun}
            isBalance={balanceOf !== undefined}
          />
        )}
        {split.problem && (
          <Hint c="var(--mantine-color-error)">{split.problem.message}</Hint>
        )}
      </div>
    </Stack>
  )
}

const MatchHint = ({ matches }: { matches: number }) => {
  if (matches === 0) return <Hint>No one by that name</Hint>
  if (matches <= maxShown) return null
  return (
    <Hint>Showing the first {maxShown} people. Search to find others.</Hint>
  )
}

/** Who can be chosen and matches the search, and the rows of the table. */
const findPeople = ({ people, plan, balanceOf }: Split, search: string) => {
  const found = people?.filter(
    ({ id, name, isAvailable }) =>
      isAvailable && id !== balanceOf && isFoundBy(name, search),
  )
  const isPlanned = (id: string) =>
    id === balanceOf || plan?.people.some((person) => person.id === id)
  // Also shows people who would lose work, and people chosen before the search.
  const others = people?.filter(
    ({ id }) => !found?.some((person) => person.id === id) && isPlanned(id),
  )
  return {
    found,
    rows: [...(found ?? []).slice(0, maxShown), ...(others ?? [])],
  }
}

type PeopleTableProps = {
  rows: readonly Workload[]
  split: Split
  onToggle: (id: string) => void
}

const PeopleTable = ({ rows, split, onToggle }: PeopleTableProps) => {
  const { personIds, plan, balanceOf } = split
  return (
    <SmallTable
      heads={['Name', 'Open', 'Due today', 'Overdue']}
      className={classes.table}
    >
      {rows.map(({ id, name, isAvailable, ...now }) => (
        <tr key={id} data-chosen={personIds.includes(id) || undefined}>
          <th scope="row">
            <Checkbox
              label={name}
              checked={personIds.includes(id)}
              disabled={!isAvailable || id === balanceOf}
              onChange={() => onToggle(id)}
            />
          </th>
          <Figures
            now={now}
            planned={plan?.people.find((person) => person.id === id)}
          />
        </tr>
      ))}
    </SmallTable>
  )
}

type FiguresProps = {
  now: Pick<Workload, 'open' | 'dueToday' | 'overdue'>
  planned: AssignmentPlan['people'][number] | undefined
}

const Figures = ({ now, planned }: FiguresProps) => {
  const overdue = planned?.overdue ?? unchanged(now.overdue)
  return (
    <>
      <td>
        <Change {...(planned ?? unchanged(now.open))} />
      </td>
      <td>
        <Change {...(planned?.dueToday ?? unchanged(now.dueToday))} />
      </td>
      <td data-alarming={overdue.after > 0 || undefined}>
        <Change {...overdue} />
      </td>
    </>
  )
}

const unchanged = (value: number) => ({ before: value, after: value })

/** Both figures are from the plan: the workload may be older or newer. */
type ChangeProps = { before: number; after: number }

const Change = ({ before, after }: ChangeProps) =>
  after === before ? (
    count(before)
  ) : (
    <span className={classes.change}>
      {count(before)} <IconArrowRight size={12} aria-label="then" />{' '}
      <strong>{count(after)}</strong>
    </span>
  )

type PlanSummaryProps = {
  plan: NonNullable<Split['plan']>
  people: readonly { id: string; name: string }[]
  chosen: number
  noun: SplitPickerProps['noun']
  isBalance: boolean
}

const PlanSummary = ({
  plan,
  people,
  chosen,
  noun,
  isBalance,
}: PlanSummaryProps) => {
  const { assignments, skipped, unfit, untaken } = plan
  const things = (n: number) => `${count(n)} ${noun[n === 1 ? 0 : 1]}`
  return (
    <Stack gap={4}>
      {isBalance && (
        <Hint>
          {assignments.length === 0
            ? 'Nothing to reassign: the people you chose already have as much open work, or can’t take any of it.'
            : `${things(assignments.length)} will be reassigned.`}
        </Hint>
      )}
      {!isBalance && chosen > 1 && assignments.length > 0 && (
        <Hint>
          {things(assignments.length)} split evenly among {chosen} people. Those
          with the least open work get the extra ones.
        </Hint>
      )}
      {unfit > 0 && (
        <Hint>
          {isBalance
            ? `${things(unfit)} ${unfit === 1 ? 'is' : 'are'} waiting on others and won’t change.`
            : `${things(unfit)} can’t be reassigned now and won’t change.`}
        </Hint>
      )}
      {skipped.map(({ personId, reason, count: n }) => {
        const person = people.find(({ id }) => id === personId)
        return (
          <Hint key={`${personId} ${reason}`}>
            {endSentence(`${person?.name} can’t take ${things(n)}: ${reason}`)}
          </Hint>
        )
      })}
      {untaken > 0 && (
        <Hint>None of the selected people can take {things(untaken)}.</Hint>
      )}
    </Stack>
  )
}
