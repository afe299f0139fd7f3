import { Button } from '@mantine/core'
import type { Role } from '@portal/contract/user/model'
import { IconAlertTriangle, IconFilterOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/message.tsx'
import { tabLabels } from './table-tabs.tsx'
import type { TableView } from './table-view.ts'

type TableEmptyProps = {
  view: TableView
  role: Role
  isFailed: boolean
  /** There are Tdocs, on earlier pages. */
  isBeyond: boolean
  onRetry: () => void
  onClear: () => void
  onFirstPage: () => void
  /** What makes a Tdoc, for those who may. */
  start?: ReactNode
}

/** Why the table shows no rows, and what to do about it. */
export const TableEmpty = ({ view, role, start, ...props }: TableEmptyProps) => {
  if (props.isFailed)
    return (
      <EmptyState
        title="The Tdocs could not be read"
        why="Nothing is lost. Try again in a moment."
        icon={<IconAlertTriangle size={32} stroke={1.4} />}
      >
        <Button onClick={props.onRetry}>Try again</Button>
      </EmptyState>
    )
  if (props.isBeyond)
    return (
      <EmptyState
        title="This page is empty"
        why="The table has become shorter than it was."
        icon={<IconInbox size={32} stroke={1.4} />}
      >
        <Button onClick={props.onFirstPage}>Go to the first page</Button>
      </EmptyState>
    )
  if (view.search !== '' || view.narrowing)
    return (
      <EmptyState
        title="Nothing matches"
        why={`No Tdoc of the tab ${tabLabels[view.tab]} matches the search and the filter.`}
        icon={<IconFilterOff size={32} stroke={1.4} />}
      >
        <Button onClick={props.onClear}>Clear search and filter</Button>
      </EmptyState>
    )
  return (
    <EmptyState {...nothingYet(view, role)} icon={<IconInbox size={32} stroke={1.4} />}>
      {start}
    </EmptyState>
  )
}

const nothingYet = ({ tab }: TableView, role: Role): { title: string; why: string } => {
  if (tab === 'COMPLETE') return { title: 'Nothing is complete yet', why: 'Tdocs stand here once they are completed.' }
  if (tab === 'REVIEW_PENDING')
    return { title: 'No review is pending', why: 'Tdocs stand here while they wait for a review.' }
  if (role === 'TPR')
    return { title: 'No Tdocs for you now', why: 'Tdocs of your company stand here as soon as they come in.' }
  return tab === 'ALL'
    ? { title: 'No Tdocs yet', why: 'They come with a transmittal, with a data-capture file, or are created by hand.' }
    : { title: 'No new Tdocs', why: 'What comes in stands here until somebody takes it up.' }
}
