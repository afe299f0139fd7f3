import { Button } from '@mantine/core'
import type { Announcement } from '@portal/contract/notification/model'
import { roleLabels } from '@portal/contract/user/model'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { usePage } from '../../lib/list-address.ts'
import * as format from '../../lib/text/format.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { announcementsQuery } from './announcement-queries.ts'

const AnnouncementDialog = lazy(
  () => import('./announcement-dialog.tsx'),
  'AnnouncementDialog',
)

const describeAudience = ({ roles, companies }: Announcement): string => {
  const parts = [
    [...new Set(roles.map((role) => roleLabels[role]))],
    companies,
  ].filter((names) => names.length > 0)
  return parts.length === 0
    ? 'Everyone'
    : parts.map((names) => names.join(', ')).join(' at ')
}

const columns: Column<Announcement>[] = [
  {
    key: 'createdAt',
    label: 'Sent',
    width: 176,
    render: ({ createdAt }) => format.dateTime(createdAt),
  },
  {
    key: 'title',
    label: 'Title',
    width: 220,
    render: ({ title }) => <span title={title}>{title}</span>,
  },
  {
    key: 'description',
    label: 'Message',
    width: 360,
    render: ({ description }) => <span title={description}>{description}</span>,
  },
  {
    key: 'audience',
    label: 'To',
    width: 240,
    render: (row) => (
      <span title={describeAudience(row)}>{describeAudience(row)}</span>
    ),
  },
  {
    key: 'recipients',
    label: 'Recipients',
    width: 104,
    align: 'end',
    render: ({ recipients }) => format.count(recipients),
  },
  {
    key: 'createdBy',
    label: 'Sent By',
    width: 160,
    render: ({ createdBy }) => createdBy,
  },
]

/**
 * Settings > Announcements: the sent announcements, and a dialog to send one.
 */
export const AnnouncementsPage = () => {
  const { page, onPage } = usePage()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Page fills>
      <PageHeader
        title="Announcements"
        under="Announcements appear in the notifications of everyone you send them to."
        actions={
          <Button
            leftSection={<IconSpeakerphone size={16} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            New announcement
          </Button>
        }
      />
      <PagedTable
        noun={['announcement', 'announcements']}
        storageKey="announcements"
        columns={columns}
        rowLabel={({ title }) => title}
        query={useQuery(announcementsQuery(page))}
        onPage={onPage}
        empty={{
          title: 'No announcements yet',
          why: 'Announcements that you and other administrators send appear here.',
        }}
      />
      {isOpen && <AnnouncementDialog onClose={() => setIsOpen(false)} />}
    </Page>
  )
}
