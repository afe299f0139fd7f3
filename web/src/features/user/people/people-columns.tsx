import { Group } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { roleLabels } from '@portal/contract/user/model'
import { dateTime } from '../../../lib/text/format.ts'
import { type Column, withFirst } from '../../../ui/data-table/columns.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { InviteAgainButton } from '../invite/invite-again-button.tsx'
import { heldText, standingOf } from './person-words.ts'

type Options = {
  ownId: string
  isEverybody: boolean
  isOneRole: boolean
  mayInvite: boolean
  hasInvited: boolean
  isNarrow: boolean
}

export const peopleColumns = ({
  ownId,
  isEverybody,
  isOneRole,
  mayInvite,
  hasInvited,
  isNarrow,
}: Options): Column<User>[] => {
  const columns: (Column<User> | false)[] = [
    {
      key: 'name',
      label: 'Person',
      width: isNarrow ? 150 : 170,
      isSticky: true,
      isSortable: true,
      render: ({ id, name }) => <span title={name}>{id === ownId ? `${name} (you)` : name}</span>,
    },
    { key: 'email', label: 'Email', width: 216, isSortable: true, render: ({ email }) => email },
    isEverybody && {
      key: 'companyName',
      label: 'Company',
      width: 150,
      isSortable: true,
      render: ({ companyName }) => companyName,
    },
    {
      key: 'role',
      label: 'Role',
      width: 150,
      isSortable: true,
      isHidden: isOneRole,
      render: ({ roles }) => roles.map((role) => roleLabels[role]).join(', '),
    },
    {
      key: 'status',
      label: 'Status',
      width: hasInvited && !isNarrow ? 190 : 100,
      isSortable: true,
      render: (user) => (
        <Group component="span" display="inline-flex" gap="xs" wrap="nowrap">
          <StatusBadge {...standingOf(user)} />
          {mayInvite && user.isInvited && user.status === 'ACTIVE' && <InviteAgainButton user={user} />}
        </Group>
      ),
    },
    { key: 'permissions', label: 'Permissions', width: 232, render: ({ permissions }) => heldText(permissions) },
    {
      key: 'lastUsedAt',
      label: 'Last Seen',
      width: 160,
      isSortable: true,
      render: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : 'Never'),
    },
    {
      key: 'createdAt',
      label: 'Since',
      width: 160,
      isSortable: true,
      isHidden: true,
      render: ({ createdAt }) => dateTime(createdAt),
    },
  ]
  const visible = columns.filter((column) => column !== false)
  return isNarrow ? withFirst(visible, firstOnPhones) : visible
}

const firstOnPhones = ['name', 'status', 'role', 'permissions']
