import { Group } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { permissions, roleLabels } from '@portal/contract/user/model'
import { invitesReviewers } from '@portal/contract/user/policy'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { lazy } from '../../../lib/lazy.tsx'
import { type GoTo, listAddress } from '../../../lib/list-address.ts'
import { useIsNarrow } from '../../../lib/state/use-is-narrow.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { getSort, peopleQuery } from '../../../records/user/manage-queries.ts'
import {
  choiceFilters,
  cleared,
  countFilters,
  filterKeys,
  type PeopleFilter,
  type PeopleSearch,
  usualPage,
  usualSort,
} from '../../../records/user/people-search.ts'
import { type Column, withFirst } from '../../../ui/data-table/columns.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { PageHeaderProps } from '../../../ui/page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useCompanyName } from '../company/use-company-name.ts'
import { InviteAgainButton } from '../shared/invite-button.tsx'
import {
  findBadge,
  findMailBadge,
  lastSeen,
  permissionsFor,
  permissionsText,
  roleChoices,
} from './person-text.ts'

const loadDialog = () => import('./people-filter-dialog.tsx')
const PeopleFilterDialog = lazy(loadDialog, 'PeopleFilterDialog')
const PeopleBarField = lazy(loadDialog, 'PeopleBarField')

export type PeopleListProps = {
  search: PeopleSearch
  goTo: GoTo<PeopleSearch>
  header: PageHeaderProps
}

export const PeopleList = ({
  header,
  goTo,
  isEveryone,
  ...props
}: PeopleListProps & { isEveryone: boolean }) => {
  // Someone who manages one company can't be sent to another by a link.
  const search: PeopleSearch = isEveryone
    ? props.search
    : { ...props.search, companyId: undefined }
  const query = useQuery(peopleQuery(search))
  const isNarrow = useIsNarrow()
  const filters = usePeopleFilters(search, goTo, isEveryone)

  return (
    <ListPage
      header={header}
      label="People"
      storageKey={`people${isEveryone ? '' : '.company'}${isNarrow ? '.narrow' : ''}`}
      columns={usePeopleColumns({
        people: query.data?.items,
        isEveryone,
        isOneRole: filters.isOneRole,
        isNarrow,
      })}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      rowLink={({ id }) =>
        linkOptions({
          to: '/settings/permissions',
          search: { ...search, person: id },
        })
      }
      query={query}
      address={listAddress(search, goTo, {
        defaultSort: usualSort,
        defaultSize: usualPage.size,
      })}
      sort={{
        by: getSort(search),
        type: search.sortType ?? usualSort.type,
      }}
      noun={['person', 'people']}
      searchLabel={
        isEveryone
          ? 'Search by name, email or company'
          : 'Search by name or email'
      }
      filters={filters.chips}
      filterDialog={{
        preload: PeopleFilterDialog.preload,
        render: (_, close) => (
          <PeopleFilterDialog
            keys={filters.keys}
            {...filters.fields}
            onClose={close}
          />
        ),
      }}
      isFiltered={countFilters(search) > 0}
      onClear={() => goTo(cleared(search))}
      empty={{
        none: nothingYet('people'),
        narrowed: 'No people match the search and filters.',
      }}
    />
  )
}

/** The filters that this person may use, with their choices. */
const usePeopleFilters = (
  search: PeopleSearch,
  goTo: GoTo<PeopleSearch>,
  isEveryone: boolean,
) => {
  const { companyKind } = useProfile()
  const companyName = useCompanyName(search.companyId ?? null)
  const roles = roleChoices(isEveryone ? null : companyKind)
  const isOneRole = !isEveryone && companyKind !== 'BUYER'
  const permissionChoices = isEveryone ? permissions : permissionsFor(roles)
  const isOffered = {
    roles: !isOneRole,
    status: true,
    permission: permissionChoices.length > 0,
    companyId: isEveryone,
    mail: true,
  }
  const keys = filterKeys.filter((key) => isOffered[key])
  const fields = {
    filter: search,
    choices: { roles, permission: permissionChoices },
    onFilter: (changes: PeopleFilter) =>
      goTo({ ...search, ...changes, page: undefined }),
  }
  const chips = keys.map((key) => ({
    key,
    ...describeFilter(key, search, companyName),
    editor: <PeopleBarField filterKey={key} {...fields} />,
    onRemove: () => fields.onFilter({ [key]: undefined }),
  }))
  return { isOneRole, keys, fields, chips }
}

/** A filter's name and its value in words; the text is null while it is off. */
const describeFilter = (
  key: keyof PeopleFilter,
  filter: PeopleFilter,
  companyName: string,
) => {
  if (key === 'companyId')
    return { label: 'Company', text: companyName || null }
  const { label, labels } = choiceFilters[key]
  const names = filter[key]?.split(',').map((value) => labels[value] ?? value)
  return { label, text: names?.join(', ') ?? null }
}

export const nothingYet = (what: 'people' | 'companies') => ({
  title: `No ${what} yet`,
  why: 'People and companies appear here once they have signed in through LoanDock or were invited.',
  icon: <IconUsers size={32} stroke={1.4} />,
})

const MailBadge = ({ user }: { user: User }) => {
  const badge = findMailBadge(user)
  return badge && <StatusBadge {...badge} />
}

/** The status column has room for what the people in the list need. */
function findStatusWidth(people: readonly User[], isNarrow: boolean): number {
  const hasRefused = people.some(({ mailRefusal }) => mailRefusal !== null)
  const hasInvited = people.some(({ isInvited }) => isInvited)
  if (hasRefused) return hasInvited && !isNarrow ? 370 : 280
  return hasInvited && !isNarrow ? 190 : 100
}

type ColumnOptions = {
  people: readonly User[] | undefined
  isEveryone: boolean
  /** Whether everyone in the list has the same role. */
  isOneRole: boolean
  isNarrow: boolean
}

const usePeopleColumns = ({
  people = [],
  isEveryone,
  isOneRole,
  isNarrow,
}: ColumnOptions) => {
  const profile = useProfile()
  const mayInvite = invitesReviewers(toActor(profile))
  const columns: (Column<User> | false)[] = [
    {
      key: 'name',
      label: 'Person',
      width: isNarrow ? 150 : 170,
      isSticky: true,
      render: ({ id, name }) => (
        <span title={name}>{id === profile.id ? `${name} (you)` : name}</span>
      ),
    },
    { key: 'email', label: 'Email', width: 216, render: ({ email }) => email },
    isEveryone && {
      key: 'companyName',
      label: 'Company',
      width: 150,
      render: ({ companyName }) => companyName,
    },
    {
      key: 'role',
      label: 'Role',
      width: 150,
      isHidden: isOneRole,
      render: ({ roles }) => roles.map((role) => roleLabels[role]).join(', '),
    },
    {
      key: 'status',
      label: 'Status',
      width: findStatusWidth(people, isNarrow),
      render: (user) => (
        <Group component="span" display="inline-flex" gap="xs" wrap="nowrap">
          <StatusBadge {...findBadge(user)} />
          <MailBadge user={user} />
          {mayInvite && user.isInvited && user.status === 'ACTIVE' && (
            <InviteAgainButton user={user} />
          )}
        </Group>
      ),
    },
    {
      key: 'permissions',
      label: 'Permissions',
      width: 232,
      render: ({ permissions }) => permissionsText(permissions),
    },
    { key: 'lastUsedAt', label: 'Last Seen', width: 160, render: lastSeen },
    {
      key: 'createdAt',
      label: 'Added',
      width: 160,
      isHidden: true,
      render: ({ createdAt }) => dateTime(createdAt),
    },
  ]
  const visible = columns
    .filter((column) => column !== false)
    .map((column) => ({ ...column, isSortable: column.key !== 'permissions' }))
  return isNarrow
    ? withFirst(visible, ['name', 'status', 'role', 'permissions'])
    : visible
}
