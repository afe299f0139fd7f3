import type { AccessRequest } from '@portal/contract/user/access-api'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { dateTime } from '../../../lib/text/format.ts'
import { accessRequestsQuery } from '../../../records/user/access-queries.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { PagedTable } from '../../../ui/paged-table.tsx'

const columns: Column<AccessRequest>[] = [
  {
    key: 'person',
    label: 'Person',
    width: 170,
    isSticky: true,
    render: ({ person }) => <span title={person.name}>{person.name}</span>,
  },
  {
    key: 'company',
    label: 'Works for',
    width: 190,
    render: ({ company, person }) => company ?? person.companyName,
  },
  {
    key: 'message',
    label: 'Why',
    width: 340,
    render: ({ message }) => <span title={message}>{message}</span>,
  },
  {
    key: 'email',
    label: 'Email',
    width: 216,
    render: ({ person }) => person.email,
  },
  {
    key: 'createdAt',
    label: 'Requested',
    width: 170,
    render: ({ createdAt }) => dateTime(createdAt),
  },
]

type AccessRequestsListProps = {
  page: number
  onPage: (page: number) => void
}

/** Open requests, the oldest first; a row opens the person. */
export const AccessRequestsList = ({
  page,
  onPage,
}: AccessRequestsListProps) => (
  <PagedTable
    noun={['access request', 'access requests']}
    storageKey="access-requests"
    columns={columns}
    rowLabel={({ person }) => person.name}
    rowLink={({ person }) =>
      linkOptions({
        to: '/settings/permissions',
        search: { view: 'requests', person: person.id },
      })
    }
    query={useQuery(accessRequestsQuery({ status: 'OPEN', page }))}
    onPage={onPage}
    empty={{
      title: 'No open access requests',
      why: `Staff and sellers sign in at ${window.location.origin} and ask for access. You are notified, and their requests appear here.`,
    }}
  />
)
