import { useMediaQuery } from '@mantine/hooks'
import { permissions } from '@portal/contract/user/model'
import { invitesReviewers } from '@portal/contract/user/policy'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { count } from '../../../lib/format.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { ActiveFilterChips } from '../../../ui/filter-chips.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { useProfile } from '../../auth/queries.ts'
import { peopleQuery, sortOf } from '../manage-queries.ts'
import { actorOf } from './actor.ts'
import { FilterPeopleButton } from './filter-people-button.tsx'
import classes from './people.module.css'
import { peopleColumns } from './people-columns.tsx'
import { PeopleEmpty } from './people-empty.tsx'
import type { GoTo } from './people-page.tsx'
import { cleared, countFilters, narrowed, type PeopleSearch, usualPage, usualSort } from './people-search.ts'
import { permissionsFor, roleChoices } from './role-choices.ts'
import { usePeopleChips } from './use-people-chips.ts'

type PeopleListProps = { search: PeopleSearch; goTo: GoTo; isEverybody: boolean }

/** The people whom somebody looks after. All of its state is the address. */
export const PeopleList = ({ search: given, goTo, isEverybody }: PeopleListProps) => {
  const profile = useProfile()
  // Who sees one company only is not narrowed to another by an address that somebody sent.
  const search: PeopleSearch = isEverybody ? given : { ...given, companyId: undefined }
  const { data, isFetching, isPlaceholderData, isError, refetch } = useQuery(peopleQuery(search))
  const roles = roleChoices(isEverybody ? null : profile.companyKind)
  const isOneRole = !isEverybody && profile.companyKind !== 'BUYER'
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const narrow = (change: Partial<PeopleSearch>) => goTo(narrowed(search, change))
  const chips = usePeopleChips(search, narrow)
  const isBeyond = data !== undefined && data.items.length === 0 && data.total > 0
  const rows = data?.items ?? (isError && !isFetching ? [] : undefined)
  const { page, size } = { ...usualPage, ...definedOf(search) }

  return (
    <DataTable
      label="People"
      storageKey={`people${isEverybody ? '' : '.company'}${isNarrow ? '.narrow' : ''}`}
      columns={peopleColumns({
        ownId: profile.id,
        isEverybody,
        isOneRole,
        mayInvite: invitesReviewers(actorOf(profile)),
        hasInvited: data?.items.some(({ isInvited }) => isInvited) ?? false,
        isNarrow,
      })}
      rows={rows}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      rowLink={({ id }) => linkOptions({ to: '/settings/permissions', search: { ...search, person: id } })}
      isRefreshing={isFetching}
      isStale={isPlaceholderData}
      lead={
        <>
          <SearchInput
            className={classes.search}
            value={search.search ?? ''}
            onSearch={(text) =>
              goTo(narrowed(search, { search: text || undefined }), { replace: search.search !== undefined })
            }
            label={isEverybody ? 'Search by name, e-mail or company' : 'Search by name or e-mail'}
          />
          <FilterPeopleButton
            filter={search}
            roles={isOneRole ? [] : roles}
            permissions={isEverybody ? permissions : permissionsFor(roles)}
            hasCompanies={isEverybody}
            onFilter={(filter) => narrow({ ...noFilter, ...filter })}
          />
          <div className={classes.chips}>
            <ActiveFilterChips
              chips={chips}
              count={data ? peopleText(data.total) : ''}
              onClearAll={() => goTo(cleared(search))}
            />
          </div>
        </>
      }
      sort={{ by: sortOf(search), type: search.sortType ?? usualSort.type }}
      onSort={({ by, type }) => {
        const isUsual = by === usualSort.by && type === usualSort.type
        narrow({ sortBy: isUsual ? undefined : by, sortType: isUsual ? undefined : type })
      }}
      {...(data &&
        !isBeyond && {
          paging: {
            page,
            size,
            total: data.total,
            onPage: (next) => goTo({ ...search, page: next === 1 ? undefined : next }),
            onSize: (next) => narrow({ size: next === usualPage.size ? undefined : next }),
          },
        })}
      empty={
        <PeopleEmpty
          what="people"
          isFailed={isError}
          isBeyond={isBeyond}
          isNarrowed={countFilters(search) > 0 || search.search !== undefined}
          onRetry={() => void refetch()}
          onClear={() => goTo(cleared(search))}
          onFirstPage={() => goTo({ ...search, page: undefined })}
        />
      }
    />
  )
}

const noFilter = { roles: undefined, status: undefined, permission: undefined, companyId: undefined }

/** The page of the address, without the keys that it lacks. */
const definedOf = ({ page, size }: PeopleSearch) => ({
  ...(page !== undefined && { page }),
  ...(size !== undefined && { size }),
})

const peopleText = (total: number) => (total === 1 ? '1 person' : `${count(total)} people`)
