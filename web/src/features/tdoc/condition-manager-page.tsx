import { useMediaQuery } from '@mantine/hooks'
import { TdocColumn } from '@portal/contract/tdoc/list-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useRef } from 'react'
import { count } from '../../lib/format.ts'
import { lazy } from '../../lib/lazy.tsx'
import { useStateFor } from '../../lib/state-for.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ActiveFilterChips } from '../../ui/filter-chips.tsx'
import { focusPageTitle, Page, PageHeader } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useBranding, useProfile } from '../auth/queries.ts'
import { NameHint } from '../user/account/name-hint.tsx'
import { InviteButton } from '../user/invite/invite-button.tsx'
import { actorOf } from '../user/people/actor.ts'
import { BulkBar, focusBulkButton } from './bulk-bar.tsx'
import { tdocColumnsFor } from './columns.tsx'
import { CreateButton } from './create-button.tsx'
import { useNeighbours } from './drawer/neighbours.ts'
import { EditPicker } from './edit-picker.tsx'
import { EditHost } from './editing.tsx'
import { FilterButton } from './filter-button.tsx'
import { ObstacleNotice } from './obstacle-notice.tsx'
import { tdocSeen, tdocsQuery } from './queries.ts'
import { TableEmpty } from './table-empty.tsx'
import { TableSearch } from './table-search.ts'
import { TableTabs } from './table-tabs.tsx'
import { isShort, leavesView, modesFor, noLists, searchOf, sortOf, type TableView, viewOf } from './table-view.ts'
import classes from './tdoc.module.css'
import { useChips } from './use-chips.ts'
import { nameOf } from './words.ts'
import { type Obstacle, useTdocWrites } from './writes.ts'

const TdocDrawer = lazy(async () => ({ default: (await import('./drawer/tdoc-drawer.tsx')).TdocDrawer }))

/** Writes the address; `replace` where Back should not stop. */
export type GoTo = (to: { tdocId?: string | undefined; search: TableSearch }, options?: { replace?: boolean }) => void

type ConditionManagerProps = { tdocId: string | undefined; search: TableSearch; goTo: GoTo }

const noRefusals: ReadonlyMap<string, string> = new Map()
const nothing: ReadonlySet<string> = new Set()

/** The table of Tdocs, and one of them open beside it. All of its state is the address (spec.md §2). */
export const ConditionManagerPage = ({ tdocId, search, goTo }: ConditionManagerProps) => {
  const profile = useProfile()
  const { name: brandName } = useBranding()
  const queryClient = useQueryClient()
  const modes = useMemo(() => modesFor(actorOf(profile)), [profile])
  const view = viewOf({ modes, role: profile.role }, search)
  const { data, isFetching, isPlaceholderData, isError, refetch } = useQuery(tdocsQuery(view))
  const writes = useTdocWrites()
  // A search for further rows keeps those that are selected; another table or tab starts anew.
  const [ids, hold] = useStateFor(JSON.stringify([view.tableMode, view.tab]), nothing)
  const select = (next: ReadonlySet<string>) => hold(() => next)
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { obstacle } = writes
  const refused = obstacle?.kind === 'REFUSED' ? obstacle.whys : noRefusals
  // Who has selected nothing else has nothing to go on with.
  const canLeaveOut = [...refused.keys()].some((id) => ids.has(id)) && [...ids].some((id) => !refused.has(id))
  const forget = (obstacle: Obstacle) => {
    writes.forget()
    if (obstacle.kind === 'STALE' || !focusBulkButton(obstacle.change.kind)) focusPageTitle()
  }
  const columns = useMemo(() => tdocColumnsFor({ brandName, refused, isNarrow }), [brandName, refused, isNarrow])
  // As a text it stays the same while a drawer opens and closes, and so do the rows.
  const address = JSON.stringify(searchOf(view))
  const linkOf = useCallback(
    ({ id }: { id: string }) =>
      linkOptions({
        to: '/condition-manager/{-$tdocId}',
        params: { tdocId: id },
        search: TableSearch.parse(JSON.parse(address)),
      }),
    [address],
  )

  const show = (next: TableView, options?: { replace?: boolean }) => goTo({ search: searchOf(next) }, options)
  const filter = (change: Partial<Pick<TableView, 'narrowing' | 'lists'>>) => show({ ...view, ...change, page: 1 })
  const clear = () => show({ ...view, narrowing: null, lists: noLists, search: '', page: 1 })
  const chips = useChips(view, profile.role, filter, data?.items)
  const isUnderwriter = profile.role === 'UNDERWRITER'
  const isBeyond = data !== undefined && data.items.length === 0 && data.total > 0
  const rows = data?.items ?? (isError && !isFetching ? [] : undefined)
  const beside = useNeighbours(
    tdocId,
    useMemo(
      () => data && { ids: data.items.map(({ id }) => id), before: (data.page - 1) * data.size, total: data.total },
      [data],
    ),
  )
  const openNow = useRef(tdocId)
  openNow.current = tdocId
  /** The list goes on where its page ends: with the first of the next, or the last of the one before. */
  const turn = async (way: 'previous' | 'next') => {
    const to = { ...view, page: view.page + (way === 'next' ? 1 : -1) }
    const { items } = await queryClient.fetchQuery(tdocsQuery(to))
    const one = items.at(way === 'next' ? 0 : -1)
    if (!one || openNow.current !== tdocId) return
    goTo({ tdocId: one.id, search: { ...searchOf(to), descriptionTab: search.descriptionTab } }, { replace: true })
  }
  const tdocOf = (id: string) => tdocSeen(queryClient, id)
  const vendors = [...new Set(data?.items.flatMap(({ jumboVendorName }) => jumboVendorName ?? []))]
  const start = isUnderwriter && <CreateButton vendors={vendors} onCreated={(id) => goTo({ tdocId: id, search })} />

  return (
    <EditHost
      list={(editing, close) => (
        <EditPicker
          editing={editing}
          tdocs={editing.ids.flatMap((id) => tdocOf(id) ?? [])}
          onPick={(change) => {
            const gone = leavesView(change, view) ? editing.ids : []
            // The selection stays for the next change; what is not in this view any more leaves it.
            writes.set(change, editing.ids, () => hold((now) => new Set([...now].filter((id) => !gone.includes(id)))))
          }}
          onClose={close}
        />
      )}
    >
      <Page fills>
        <PageHeader
          title="Tdocs"
          beside={<TableTabs view={view} modes={modes} counts={data?.counts} cut={data?.cutTabs} />}
          actions={isUnderwriter ? start : <InviteButton />}
        />
        <NameHint />
        {obstacle && (
          <ObstacleNotice
            obstacle={obstacle}
            tdocOf={tdocOf}
            onLeaveOut={
              canLeaveOut
                ? (left) => {
                    select(new Set([...ids].filter((id) => !left.includes(id))))
                    forget(obstacle)
                  }
                : undefined
            }
            onClose={() => forget(obstacle)}
          />
        )}
        <DataTable
          label="Tdocs"
          storageKey={`tdoc.${isNarrow ? 'narrow' : 'wide'}`}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowLabel={nameOf}
          rowLink={linkOf}
          hasFields={isUnderwriter}
          isRefreshing={isFetching}
          isStale={isPlaceholderData}
          lead={
            <>
              <SearchInput
                className={classes.search}
                value={view.search}
                onSearch={(text) => show({ ...view, search: text, page: 1 }, { replace: view.search !== '' })}
                label="Search by loan number, image, borrower, seller or Corr ID"
                placeholder="Search Tdocs"
              />
              <FilterButton view={view} role={profile.role} vendors={vendors} onFilter={filter} />
              <div className={classes.chips}>
                <ActiveFilterChips
                  chips={chips}
                  count={data ? resultsText(data.total, data.isTotalCut) + shortSearchNote(view.search) : ''}
                  onClearAll={clear}
                />
              </div>
            </>
          }
          sort={{ by: sortOf(view), type: view.sortType }}
          onSort={({ by, type }) => show({ ...view, sortBy: TdocColumn.parse(by), sortType: type, page: 1 })}
          {...(isUnderwriter && {
            selection: { ids, onChange: select, actions: <BulkBar ids={ids} isBusy={writes.isBusy} /> },
          })}
          {...(data &&
            !isBeyond && {
              paging: {
                page: view.page,
                size: view.size,
                total: data.total,
                isTotalCut: data.isTotalCut,
                // A search goes no further than it counts.
                end: data.isTotalCut ? data.total : undefined,
                onPage: (page: number) => show({ ...view, page }),
                onSize: (size: number) => show({ ...view, size, page: 1 }),
              },
            })}
          empty={
            <TableEmpty
              view={view}
              role={profile.role}
              isFailed={isError}
              isBeyond={isBeyond}
              end={data?.isTotalCut ? data.total : null}
              onRetry={() => void refetch()}
              onClear={clear}
              onFirstPage={() => show({ ...view, page: 1 })}
              start={start}
            />
          }
        />
      </Page>
      {tdocId !== undefined && (
        <Suspense>
          <TdocDrawer
            tdocId={tdocId}
            beside={beside}
            isTotalCut={data?.isTotalCut ?? false}
            onTurn={(way) => void turn(way).catch(() => undefined)}
            tab={search.descriptionTab}
            search={search}
            goTo={goTo}
            writes={writes}
          />
        </Suspense>
      )}
    </EditHost>
  )
}

const resultsText = (total: number, isCut: boolean) => {
  if (isCut) return `More than ${count(total)} Tdocs`
  return total === 1 ? '1 Tdoc' : `${count(total)} Tdocs`
}

const shortSearchNote = (search: string) => (isShort(search) ? ' · one or two letters find beginnings only' : '')
