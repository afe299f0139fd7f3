import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFilterOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from './message.tsx'

/** Why there may be no rows, and the ways out. */
export type RowsMissing = {
  isFailed: boolean
  /** There are some, on earlier pages. */
  isBeyond: boolean
  isNarrowed: boolean
  onRetry: () => void
  onFirstPage: () => void
  onClear: () => void
}

type NoRowsProps = RowsMissing & {
  /** 'The list could not be loaded'. */
  failed: string
  /** 'The list has become shorter than it was.' */
  beyond: string
  /** 'No SLV of this list matches the search and the filters.' */
  narrowed: string
  /** 'Clear search and filters'. */
  clear: string
  /** What is said where there is nothing yet. */
  children: ReactNode
}

/** Why a table shows no rows, and what to do about it. */
export const NoRows = (props: NoRowsProps) => {
  if (props.isFailed)
    return (
      <EmptyState
        title={props.failed}
        why="Nothing is lost. Try again in a moment."
        icon={<IconAlertTriangle size={32} stroke={1.4} />}
      >
        <Button onClick={props.onRetry}>Try again</Button>
      </EmptyState>
    )
  if (props.isBeyond)
    return (
      <EmptyState title="This page is empty" why={props.beyond} icon={<IconInbox size={32} stroke={1.4} />}>
        <Button onClick={props.onFirstPage}>Go to the first page</Button>
      </EmptyState>
    )
  if (props.isNarrowed)
    return (
      <EmptyState title="Nothing matches" why={props.narrowed} icon={<IconFilterOff size={32} stroke={1.4} />}>
        <Button onClick={props.onClear}>{props.clear}</Button>
      </EmptyState>
    )
  return props.children
}
