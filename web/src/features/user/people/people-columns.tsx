import type { User } from '@portal/contract/user/manage-api'
import { roleLabels } from '@portal/contract/user/model'
import { dateTime } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { InviteAgainButton } from '../invite/invite-again-button.tsx'
import classes from './people.module.css'
import { heldText, standingOf } from './person-words.ts'

type Asked = {
  /** Who looks: their own row says so. */
  ownId: string
  /** They see people of every company. */
  isEverybody: boolean
  /** Their company knows one role only. */
  isOneRole: boolean
  mayInvite: boolean
  /** Somebody in sight was invited and has not come yet. */
  hasInvited: boolean
  /** There is room for three columns only. */
  isNarrow: boolean
}

/** The columns of the people, as far as whoever looks has them. */
export const peopleColumns = ({
  ownId,
  isEverybody,
  isOneRole,
  mayInvite,
  hasInvited,
  isNarrow,
}: Asked): Column<User>[] => {
  const columns: (Column<User> | false)[] = [
    {
      key: 'name',
      label: 'Person',
      width: isNarrow ? 150 : 170,
      isSticky: true,
      isSortable: true,
      render: ({ id, name }) => <span title={name}>{id === ownId ? `${name} (you)` : name}</span>,
    },
    { key: 'email', label: 'E-mail', width: 216, isSortable: true, render: ({ email }) => email },
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
        <span className={classes.standing}>
          <StatusBadge {...standingOf(user)} />
          {mayInvite && user.isInvited && user.status === 'ACTIVE' && <InviteAgainButton user={user} />}
        </span>
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
  const had = columns.filter((column) => column !== false)
  return isNarrow ? had.toSorted((one, other) => placeOf(one.key) - placeOf(other.key)) : had
}

/** On a phone what it is and how it stands come first. */
const firstOnPhones = ['name', 'status', 'role', 'permissions']
const placeOf = (key: string) => (firstOnPhones.includes(key) ? firstOnPhones.indexOf(key) : firstOnPhones.length)
