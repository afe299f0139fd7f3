import type { Role } from '@portal/contract/user/model'
import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count } from '../../lib/format.ts'
import { EmptyState } from '../../ui/message.tsx'
import { NoRows, type RowsMissing } from '../../ui/no-rows.tsx'
import { tabLabels } from './table-tabs.tsx'
import { filtersOn, isShort, type TableView } from './table-view.ts'

type TableEmptyProps = Omit<RowsMissing, 'isNarrowed'> & {
  view: TableView
  role: Role
  /** As many as a search goes through, where it finds more; null where it shows all. */
  end: number | null
  /** What makes a Tdoc, for those who may. */
  start?: ReactNode
}

/** Why the table shows no rows, and what to do about it. */
export const TableEmpty = ({ view, role, end, start, ...missing }: TableEmptyProps) => (
  <NoRows
    {...missing}
    isNarrowed={view.search !== '' || filtersOn(view) > 0}
    failed="The Tdocs could not be read"
    beyond={
      end === null
        ? 'The table has become shorter than it was.'
        : `A search goes no further than its first ${count(end)} Tdocs. Narrow it to see the others.`
    }
    narrowed={`No Tdoc of the tab ${tabLabels[view.tab]} matches the search and the filter.${isShort(view.search) ? ' One or two letters find only what begins with them.' : ''}`}
    clear="Clear search and filter"
  >
    <EmptyState {...nothingYet(view, role)} icon={<IconInbox size={32} stroke={1.4} />}>
      {start}
    </EmptyState>
  </NoRows>
)

const nothingYet = ({ tab }: TableView, role: Role): { title: string; why: string } => {
  if (tab === 'COMPLETE') return { title: 'Nothing is complete yet', why: 'Tdocs appear here once they are completed.' }
  if (tab === 'REVIEW_PENDING')
    return { title: 'No review is pending', why: 'Tdocs appear here while they wait for a review.' }
  if (role === 'TPR')
    return { title: 'No Tdocs for you now', why: 'Tdocs of your company appear here as they come in.' }
  return tab === 'ALL'
    ? { title: 'No Tdocs yet', why: 'They come with a transmittal, with a data-capture file, or are created by hand.' }
    : { title: 'No new Tdocs', why: 'New Tdocs appear here until someone starts on them.' }
}
