import { Button } from '@mantine/core'
import type { Role } from '@portal/contract/user/model'
import { IconAlertTriangle, IconFilterOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/message.tsx'
import type { TabModes } from './list-view.ts'

type ListEmptyProps = {
  tab: TabModes
  role: Role
  isFailed: boolean
  isNarrowed: boolean
  /** There are SLVs, on earlier pages. */
  isBeyond: boolean
  onRetry: () => void
  onClear: () => void
  onFirstPage: () => void
  /** What starts a first SLV, for those who may. */
  start?: ReactNode
}

/** Why a list shows no rows, and what to do about it. */
export const ListEmpty = (props: ListEmptyProps) => {
  if (props.isFailed)
    return (
      <EmptyState
        title="The list could not be read"
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
        why="The list has become shorter than it was."
        icon={<IconInbox size={32} stroke={1.4} />}
      >
        <Button onClick={props.onFirstPage}>Go to the first page</Button>
      </EmptyState>
    )
  if (props.isNarrowed)
    return (
      <EmptyState
        title="Nothing matches"
        why="No SLV of this list matches the search and the filters."
        icon={<IconFilterOff size={32} stroke={1.4} />}
      >
        <Button onClick={props.onClear}>Clear search and filters</Button>
      </EmptyState>
    )
  const { title, why } = nothingYet(props.tab, props.role)
  return (
    <EmptyState title={title} why={why} icon={<IconInbox size={32} stroke={1.4} />}>
      {props.start}
    </EmptyState>
  )
}

const nothingYet = ({ tableMode, departmentTableMode }: TabModes, role: Role): { title: string; why: string } => {
  if (role === 'SELLER')
    return tableMode === 'MY_COMPANY'
      ? { title: 'No SLVs yet', why: 'Nobody in your company has asked for a variance so far.' }
      : {
          title: 'No SLVs yet',
          why: 'Ask for a variance on a loan: you need its number, the rest is filled in for you.',
        }
  if (role !== 'UNDERWRITER')
    return { title: 'No SLVs yet', why: 'The sellers assigned to you have not sent a request so far.' }
  if (tableMode === 'SLR')
    return {
      title: 'Nothing to review',
      why: 'SLVs stand here while they wait for an SLR review that is yours or nobody’s.',
    }
  if (tableMode === 'TRADE_DESK')
    return {
      title: 'Nothing for the trade desk',
      why: 'SLVs stand here while they wait for a trade desk review that is yours or nobody’s.',
    }
  if (departmentTableMode === 'TRANSFERRED')
    return { title: 'Nothing is transferred', why: 'SLVs stand here while they are with SLR or the trade desk.' }
  if (tableMode === 'ALL') return { title: 'No SLVs yet', why: 'No seller has sent a request so far.' }
  return {
    title: 'No SLVs are assigned to you',
    why: 'New requests are assigned as they come in; they will stand here.',
  }
}
