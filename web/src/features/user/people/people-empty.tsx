import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFilterOff, IconUsers } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/message.tsx'

type PeopleEmptyProps = {
  /** What is listed: 'people', 'companies'. */
  what: 'people' | 'companies'
  isFailed: boolean
  isNarrowed: boolean
  /** There are some, on earlier pages. */
  isBeyond: boolean
  onRetry: () => void
  onClear: () => void
  onFirstPage: () => void
}

/** Why the list shows no rows, and what to do about it. */
export const PeopleEmpty = ({
  what,
  isFailed,
  isNarrowed,
  isBeyond,
  onRetry,
  onClear,
  onFirstPage,
}: PeopleEmptyProps) => {
  if (isFailed)
    return (
      <EmptyState
        title="The list could not be read"
        why="Nothing is lost. Try again in a moment."
        icon={<IconAlertTriangle size={32} stroke={1.4} />}
      >
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState>
    )
  if (isBeyond)
    return (
      <EmptyState
        title="This page is empty"
        why="The list has become shorter than it was."
        icon={<IconUsers size={32} stroke={1.4} />}
      >
        <Button onClick={onFirstPage}>Go to the first page</Button>
      </EmptyState>
    )
  if (isNarrowed)
    return (
      <EmptyState
        title="Nothing matches"
        why={`None of the ${what} matches the search and the filters.`}
        icon={<IconFilterOff size={32} stroke={1.4} />}
      >
        <Button onClick={onClear}>Clear search and filters</Button>
      </EmptyState>
    )
  return (
    <EmptyState
      title={what === 'people' ? 'Nobody here yet' : 'No companies yet'}
      why="People and companies stand here as soon as they have signed in through LoanDock or were invited."
      icon={<IconUsers size={32} stroke={1.4} />}
    />
  )
}
