import { Box, Skeleton, Text } from '@mantine/core'
import {
  type Work,
  type Workload,
  workLabels,
} from '@portal/contract/assignment/model'
import { maySeeWorkload } from '@portal/contract/assignment/rules'
import { getKeys } from '@portal/contract/lib/typed'
import { openStatuses, slrStage, tdStage } from '@portal/contract/slv/status'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { count } from '../../../lib/text/format.ts'
import { workloadQuery } from '../../../records/assignment/queries.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import {
  type ListSearch,
  readListSearch,
} from '../../../records/slv/list-filter.ts'
import type { SlvAssignment } from '../../../records/slv/queries.ts'
import { TabLinks } from '../../../ui/list/tab-links.tsx'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Hint, SmallButton } from '../../../ui/presets.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import classes from './team.module.css'
import { departmentLinks } from './team-tabs.ts'

const AssignDialog = lazy(
  () => import('../actions/assign-dialog.tsx'),
  'AssignDialog',
)

type SlvWork = Extract<Work, 'underwriter' | 'slr' | 'tradeDesk'>

const figureLabels = {
  open: 'Open',
  dueToday: 'Due today',
  overdue: 'Overdue',
  waitingOnSeller: 'Waiting on seller',
  decidedThisWeek: 'Decided this week',
}
type Figure = keyof typeof figureLabels
const allFigures = getKeys(figureLabels)

type WorkDetails = {
  action: SlvAssignment
  /** The list's filter by the person who does the work. */
  personFilter: keyof ListSearch
  /** The statuses of SLVs with open work. */
  statuses: readonly string[]
}

const workDetails: Record<SlvWork, WorkDetails> = {
  underwriter: {
    action: 'assign-requests',
    personFilter: 'underwriterIds',
    statuses: openStatuses,
  },
  slr: {
    action: 'assign-slr',
    personFilter: 'slrReviewerIds',
    statuses: slrStage,
  },
  tradeDesk: {
    action: 'assign-td',
    personFilter: 'tradeDeskIds',
    statuses: tdStage,
  },
}
const slvWorks = ['underwriter', 'slr', 'tradeDesk'] as const

/** The department's list with the SLVs that a figure counts. */
const toSearch = (
  work: SlvWork,
  figure: Figure,
  personIds: string,
  weekStart: string,
): ListSearch =>
  readListSearch({
    [workDetails[work].personFilter]: personIds,
    ...filterFor(work, figure, weekStart),
  })

const filterFor = (work: SlvWork, figure: Figure, weekStart: string) => {
  const status = workDetails[work].statuses.join()
  // Due dates are those of open SLVs, so the underwriter's links need no
  // statuses.
  const dueStatus = work === 'underwriter' ? {} : { status }
  switch (figure) {
    case 'open':
      return { status }
    case 'dueToday':
      return { ...dueStatus, due: 'TODAY' }
    case 'overdue':
      return { ...dueStatus, due: 'OVERDUE' }
    case 'waitingOnSeller':
      return { status: 'PENDING_DOCUMENTS' }
    case 'decidedThisWeek':
      return { decidedSince: weekStart }
  }
}

/** All open work of a person, for an assignment. */
const getMatching = (
  work: SlvWork,
  personId: string,
): Record<string, string> => ({
  tableMode: 'ALL',
  [workDetails[work].personFilter]: personId,
  status: workDetails[work].statuses.join(),
})

/**
 * Each person's workload, for leads: each figure links to its SLVs or Tdocs,
 * and work can be balanced.
 */
export const TeamPage = () => {
  const profile = useProfile()
  const works = slvWorks.filter((work) =>
    maySeeWorkload[work](toActor(profile)),
  )
  return (
    <Page>
      <PageHeader
        title="Department"
        beside={
          <TabLinks label="Lists" tabs={departmentLinks(toActor(profile))} />
        }
      />
      {works.map((work) => (
        <WorkSection key={work} work={work} />
      ))}
    </Page>
  )
}

const byOverdue = (a: Workload, b: Workload) =>
  b.overdue - a.overdue || b.dueToday - a.dueToday || b.open - a.open

const WorkSection = ({ work }: { work: SlvWork }) => (
  <section>
    <Text component="h2" fw={600} mt="sm" mb="xs">
      {workLabels[work]}
    </Text>
    <Team work={work} />
  </section>
)

const Team = ({ work }: { work: SlvWork }) => {
  const { data, error, isFetching, refetch } = useQuery(workloadQuery(work))
  const [balanced, setBalanced] = useState<Workload | null>(null)
  if (!data && error)
    return (
      <LoadFailed
        what="the team"
        error={error}
        loading={isFetching}
        onClick={refetch}
      />
    )
  if (!data)
    return <Skeleton height={240} role="status" aria-label="Loading the team" />
  if (data.items.length === 0)
    return (
      <EmptyState
        title="No team members yet"
        why="People with permission to do this work appear here."
        icon={<IconUsers size={32} stroke={1.4} />}
      />
    )
  return (
    <>
      <WorkloadTable
        work={work}
        people={data.items.toSorted(byOverdue)}
        weekStart={data.weekStart}
        onBalance={setBalanced}
      />
      {balanced && (
        <AssignDialog
          action={workDetails[work].action}
          slvs={[]}
          chosen={{ matching: getMatching(work, balanced.id), except: [] }}
          balanceOf={balanced.id}
          total={balanced.open}
          onAssigned={() => undefined}
          onClose={() => setBalanced(null)}
        >
          <Hint>
            {balanced.name} has {count(balanced.open)} open SLVs. Choose who
            takes some of them: as many move as make everyone’s work equal,
            those that aren’t started first. SLVs that wait on others stay.
          </Hint>
        </AssignDialog>
      )}
    </>
  )
}

type WorkloadTableProps = {
  work: SlvWork
  people: readonly Workload[]
  weekStart: string
  onBalance: (person: Workload) => void
}

const WorkloadTable = ({
  work,
  people,
  weekStart,
  onBalance,
}: WorkloadTableProps) => {
  // The server counts only what the work has.
  const figures = allFigures.filter((figure) =>
    people.some((person) => person[figure] !== null),
  )
  const everyone = people.map(({ id }) => id).join()
  const addUp = (figure: Figure) =>
    people.reduce((sum, person) => sum + (person[figure] ?? 0), 0)
  return (
    <Box className={classes.scroller}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>
            {workLabels[work]}, the most overdue first
          </VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {figures.map((figure) => (
              <th
                key={figure}
                scope="col"
                aria-sort={figure === 'overdue' ? 'descending' : undefined}
              >
                {figureLabels[figure]}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              work={work}
              figures={figures}
              weekStart={weekStart}
              onBalance={() => onBalance(person)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {figures.map((figure) => (
              <td key={figure}>
                <FigureLink
                  figure={figure}
                  value={addUp(figure)}
                  name="Total"
                  search={toSearch(work, figure, everyone, weekStart)}
                />
              </td>
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
    </Box>
  )
}

type PersonRowProps = {
  person: Workload
  work: SlvWork
  figures: readonly Figure[]
  weekStart: string
  onBalance: () => void
}

const PersonRow = ({
  person,
  work,
  figures,
  weekStart,
  onBalance,
}: PersonRowProps) => (
  <tr>
    <th scope="row">
      {person.name}
      {!person.isAvailable && <Hint span> Can’t be assigned new work</Hint>}
    </th>
    {figures.map((figure) => (
      <td
        key={figure}
        data-alarming={
          (figure === 'overdue' && person.overdue > 0) || undefined
        }
      >
        <FigureLink
          figure={figure}
          value={person[figure] ?? 0}
          name={person.name}
          search={toSearch(work, figure, person.id, weekStart)}
        />
      </td>
    ))}
    <td>
      {person.open > 0 && (
        <SmallButton
          aria-label={`Balance the work of ${person.name}`}
          onClick={onBalance}
        >
          Balance…
        </SmallButton>
      )}
    </td>
  </tr>
)

type FigureLinkProps = {
  figure: Figure
  value: number
  /** Whose figure it is. */
  name: string
  search: ListSearch
}

const FigureLink = ({ figure, value, name, search }: FigureLinkProps) => (
  <Link
    to="/slv/department"
    search={search}
    className={classes.figure}
    data-nothing={value === 0 || undefined}
    aria-label={`${name}: ${count(value)} ${figureLabels[figure].toLowerCase()}`}
  >
    {count(value)}
  </Link>
)
