import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { mostAssigned } from '@portal/contract/assignment/model'
import { defaultSort } from '@portal/contract/tdoc/list-query'
import {
  type TdocTab,
  tabsOf,
  tdocStatusLabels,
  tdocTableModeLabels,
} from '@portal/contract/tdoc/model'
import type { Role } from '@portal/contract/user/model'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import {
  type ComponentProps,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { listAddress } from '../../lib/list-address.ts'
import { useStateFor } from '../../lib/state/state-for.ts'
import { count } from '../../lib/text/format.ts'
import { actorOf, useBranding, useProfile } from '../../records/auth/queries.ts'
import { columnOf, type TdocChange } from '../../records/tdoc/change.ts'
import { tdocSeen, tdocsQuery } from '../../records/tdoc/queries.ts'
import * as table from '../../records/tdoc/table-view.ts'
import { nameOf } from '../../records/tdoc/words.ts'
import { NameHint } from '../../records/user/name-hint.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { TabLinks } from '../../ui/list/tab-links.tsx'
import { useSelectAll } from '../../ui/list/use-select-all.ts'
import { focusPageTitle } from '../../ui/page.tsx'
import { InviteButton } from '../user/shared/invite-button.tsx'
import { DroppedFilters, useSavedViews } from '../view/shared/save-view.tsx'
import { useBarFilters } from './bar-filters.tsx'
import { reviewerLayout, tdocColumnsFor, tdocPresets } from './columns.tsx'
import { useNeighbours } from './drawer/neighbours.ts'
import type { GoTo } from './drawer/tdoc-drawer.tsx'
import {
  BulkBar,
  EditHost,
  EditPicker,
  focusBulkButton,
  ObstacleNotice,
} from './editing.tsx'
import { tabCountText } from './tab-text.ts'
import { type Obstacle, useTdocWrites, useWithPending } from './writes.ts'

const AssignDialog = lazy(
  () => import('./dialogs/assign-dialog.tsx'),
  'AssignDialog',
)
const CreateDialog = lazy(
  () => import('./dialogs/create-dialog.tsx'),
  'CreateDialog',
)
const TdocDrawer = lazy(() => import('./drawer/tdoc-drawer.tsx'), 'TdocDrawer')
const TdocFilterDialog = lazy(
  () => import('./filter-dialog.tsx'),
  'TdocFilterDialog',
)

type ConditionManagerProps = {
  tdocId: string | undefined
  search: table.TableSearch
  goTo: GoTo
}

const noRefusals: ReadonlyMap<string, string> = new Map()
const noIds: ReadonlySet<string> = new Set()
const tabLabels: Record<TdocTab, string> = { ...tdocStatusLabels, ALL: 'All' }

export const ConditionManagerPage = ({
  tdocId,
  search,
  goTo,
}: ConditionManagerProps) => {
  const profile = useProfile()
  const { role } = profile
  const isUnderwriter = role === 'UNDERWRITER'
  const { name: brandName } = useBranding()
  const queryClient = useQueryClient()
  const modes = useMemo(() => table.modesFor(actorOf(profile)), [profile])
  const view = table.viewOf({ modes, role }, search)
  const withPending = useWithPending()
  const query = useQuery({
    ...tdocsQuery(view),
    select: (page) => ({ ...page, items: page.items.map(withPending) }),
  })
  const { data } = query
  const writes = useTdocWrites()
  const { obstacle } = writes
  // The selection survives a search; another table or tab starts with none.
  const [ids, setIds] = useStateFor(
    JSON.stringify([view.tableMode, view.tab]),
    noIds,
  )
  const select = (next: ReadonlySet<string>) => setIds(() => next)
  const selection = useSelectAll({
    ids,
    onChange: select,
    visible: data?.items.map(({ id }) => id) ?? [],
    most: mostAssigned,
    total: data?.total ?? 0,
    isTotalCut: data?.isTotalCut ?? false,
    query: table.matchingOf(view),
  })
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, {
    getInitialValueInEffect: false,
  })
  const refused = obstacle?.kind === 'REFUSED' ? obstacle.whys : noRefusals
  // Leaving out every selected row would leave nothing to change.
  const canLeaveOut =
    [...refused.keys()].some((id) => ids.has(id)) &&
    [...ids].some((id) => !refused.has(id))
  const forget = (obstacle: Obstacle) => {
    writes.forget()
    if (obstacle.kind === 'STALE' || !focusBulkButton(obstacle.change.kind))
      focusPageTitle()
  }
  const columns = useMemo(
    () => tdocColumnsFor({ brandName, refused, isNarrow }),
    [brandName, refused, isNarrow],
  )
  // A text stays the same while a drawer opens and closes, so the rows aren't
  // drawn again.
  const address = JSON.stringify(table.searchOf(view))
  const linkOf = useCallback(
    ({ id }: { id: string }) =>
      linkTo(table.TableSearch.parse(JSON.parse(address)), id),
    [address],
  )

  const savedViews = useSavedViews({
    list: 'TDOC',
    openId: view.savedView,
    search: table.viewSearchOf(view),
    storageKey: `tdoc.${isNarrow ? 'narrow' : 'wide'}`,
  })

  const show = (next: Partial<table.TableView>) =>
    goTo({ search: table.searchOf({ ...view, page: 1, ...next }) })
  const filter = (filters: table.TableFilters) => show({ filters })
  const beside = useNeighbours(
    tdocId,
    data && {
      ids: data.items.map(({ id }) => id),
      before: (data.page - 1) * data.size,
      total: data.total,
    },
  )
  const openNow = useRef(tdocId)
  openNow.current = tdocId
  /**
   * Opens the first Tdoc of the next page, or the last one of the page before.
   */
  const turn = async (way: 'previous' | 'next') => {
    const to = { ...view, page: view.page + (way === 'next' ? 1 : -1) }
    const { items } = await queryClient.fetchQuery(tdocsQuery(to))
    const one = items.at(way === 'next' ? 0 : -1)
    if (!one || openNow.current !== tdocId) return
    goTo(
      {
        tdocId: one.id,
        search: {
          ...table.searchOf(to),
          descriptionTab: search.descriptionTab,
        },
      },
      { replace: true },
    )
  }
  const tdocOf = (id: string) => {
    const seen = tdocSeen(queryClient, id)
    return seen && withPending(seen)
  }
  const vendors = [
    ...new Set(
      data?.items.flatMap(({ jumboVendorName }) => jumboVendorName ?? []),
    ),
  ]
  const start = isUnderwriter && (
    <CreateButton
      vendors={vendors}
      onCreated={(id) => goTo({ tdocId: id, search })}
    />
  )
  const end = data?.isTotalCut ? data.total : undefined

  const list: ComponentProps<typeof EditHost>['list'] = (editing, close) => {
    const { kind } = editing
    const set = (change: TdocChange) => {
      const gone = table.leavesView(change, view) ? editing.ids : []
      // The selection stays for the next change, except for rows that leave
      // this view.
      writes.set(change, editing.ids, () =>
        setIds((now) => new Set([...now].filter((id) => !gone.includes(id)))),
      )
    }
    const { matching } = selection
    if (!editing.isBulk || (kind !== 'underwriter' && kind !== 'reviewer'))
      return (
        <EditPicker
          editing={editing}
          tdocs={editing.ids.flatMap((id) => tdocOf(id) ?? [])}
          onPick={set}
          onClose={close}
        />
      )
    return (
      <AssignDialog
        kind={kind}
        chosen={
          matching
            ? { matching: matching.query, except: matching.except }
            : { ids: editing.ids }
        }
        total={matching?.count ?? editing.ids.length}
        tdocOf={tdocOf}
        onAssigned={() =>
          (matching || view.filters[columnOf(kind)].length > 0) &&
          selection.change(noIds)
        }
        onUnassign={
          matching
            ? null
            : () => {
                set({ kind, person: null })
                close()
              }
        }
        onLeaveOut={selection.leaveOut}
        onClose={close}
      />
    )
  }
  const notice = obstacle && (
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
  )

  return (
    <EditHost list={list}>
      <ListPage
        header={{
          title: 'Tdocs',
          beside: (
            <Group gap="lg" style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
              {modes.length > 1 && (
                <TabLinks
                  isSwitch
                  label="Tables"
                  tabs={modes.map((mode) => ({
                    key: mode,
                    label: tdocTableModeLabels[mode],
                    isCurrent: mode === view.tableMode,
                    link: linkTo(table.searchOf(table.inMode(view, mode))),
                  }))}
                />
              )}
              <TabLinks
                label="Tabs"
                tabs={tabsOf[view.tableMode].map((tab) => {
                  return {
                    key: tab,
                    label: tabLabels[tab],
                    count: data && tabCountText(tab, view.tableMode, data),
                    isCurrent: tab === view.tab,
                    link: linkTo(table.searchOf(table.inTab(view, tab))),
                  }
                })}
              />
            </Group>
          ),
          actions: isUnderwriter ? start : <InviteButton />,
        }}
        label="Tdocs"
        {...savedViews}
        start={
          savedViews.start ??
          (role === 'TPR' && !isNarrow ? reviewerLayout : undefined)
        }
        columns={columns}
        presets={tdocPresets}
        rowId={({ id }) => id}
        rowLabel={nameOf}
        rowLink={linkOf}
        hasFields={isUnderwriter}
        query={query}
        address={listAddress(
          table.searchOf(view),
          (next, options) => goTo({ search: next }, options),
          {
            defaultSort: { by: defaultSort[view.tableMode], type: 'asc' },
            defaultSize: table.usualSize,
          },
        )}
        sort={{ by: table.sortOf(view), type: view.sortType }}
        end={end}
        noun={['Tdoc', 'Tdocs']}
        searchLabel="Search by loan number, image, borrower, seller or Corr ID"
        searchPlaceholder="Search Tdocs"
        filters={useBarFilters(view, role, filter, data?.items)}
        filterDialog={{
          preload: TdocFilterDialog.preload,
          hasDownload: true,
          render: (isDownload, close) => (
            <TdocFilterDialog
              view={view}
              role={role}
              isDownload={isDownload}
              onFilter={filter}
              onClose={close}
            />
          ),
        }}
        isFiltered={table.countFilters(view.filters) > 0}
        onClear={() => show({ filters: table.noFilters, search: '' })}
        selection={
          isUnderwriter
            ? {
                ids: selection.ids,
                onChange: selection.change,
                all: selection.all,
                actions: (
                  <BulkBar
                    ids={selection.ids}
                    isBusy={writes.isBusy}
                    isAll={selection.matching !== null}
                  />
                ),
              }
            : undefined
        }
        empty={{
          none: { ...nothingYet(view.tab, role), children: start },
          narrowed: `No Tdocs in the ${tabLabels[view.tab]} tab match the search and filters.`,
          beyond:
            end === undefined
              ? undefined
              : `A search shows only the first ${count(end)} Tdocs. Narrow the search to see the rest.`,
        }}
      >
        <NameHint />
        <DroppedFilters openId={view.savedView} />
        {tdocId === undefined && notice}
      </ListPage>
      {tdocId !== undefined && (
        <TdocDrawer
          tdocId={tdocId}
          beside={beside}
          isTotalCut={data?.isTotalCut ?? false}
          onTurn={(way) => void turn(way).catch(() => undefined)}
          tab={search.descriptionTab}
          search={search}
          goTo={goTo}
          writes={writes}
          list={list}
          notice={notice}
        />
      )}
    </EditHost>
  )
}

const linkTo = (search: table.TableSearch, tdocId?: string) =>
  linkOptions({
    to: '/condition-manager/{-$tdocId}',
    params: { tdocId },
    search,
  })

const nothingYet = (
  tab: TdocTab,
  role: Role,
): { title: string; why: string } => {
  if (tab === 'COMPLETE')
    return {
      title: 'Nothing is complete yet',
      why: 'Tdocs appear here once they are completed.',
    }
  if (tab === 'REVIEW_PENDING')
    return {
      title: 'No review is pending',
      why: 'Tdocs appear here while they wait for a review.',
    }
  if (role === 'TPR')
    return {
      title: 'No Tdocs right now',
      why: 'New Tdocs for your company appear here.',
    }
  return tab === 'ALL'
    ? {
        title: 'No Tdocs yet',
        why: 'Tdocs come from a transmittal or a data-capture file, or are created manually.',
      }
    : {
        title: 'No new Tdocs',
        why: 'New Tdocs appear here until someone starts on them.',
      }
}

const CreateButton = (
  props: Omit<ComponentProps<typeof CreateDialog>, 'onClose'>,
) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={CreateDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Create Tdoc
      </Button>
      {isOpen && <CreateDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
