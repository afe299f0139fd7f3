import { IconUsers } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/message.tsx'
import { NoRows, type RowsMissing } from '../../../ui/no-rows.tsx'

type PeopleEmptyProps = RowsMissing & {
  /** What is listed. */
  what: 'people' | 'companies'
}

/** Why the list shows no rows, and what to do about it. */
export const PeopleEmpty = ({ what, ...missing }: PeopleEmptyProps) => (
  <NoRows
    {...missing}
    failed="The list could not be loaded"
    beyond="The list has become shorter than it was."
    narrowed={`None of the ${what} matches the search and the filters.`}
    clear="Clear search and filters"
  >
    <EmptyState
      title={what === 'people' ? 'Nobody here yet' : 'No companies yet'}
      why="People and companies appear here once they have signed in through LoanDock or were invited."
      icon={<IconUsers size={32} stroke={1.4} />}
    />
  </NoRows>
)
