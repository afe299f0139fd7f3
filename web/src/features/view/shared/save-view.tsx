import { Button, Menu } from '@mantine/core'
import type {
  SavedView,
  ViewList,
  ViewSearch,
} from '@portal/contract/view/model'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { useProfile } from '../../../records/auth/queries.ts'
import {
  linkOf,
  useChangeView,
  useHiddenViews,
  viewsQuery,
} from '../../../records/view/queries.ts'
import type { LayoutState } from '../../../ui/data-table/data-table.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'

const ViewDialog = lazy(() => import('../view-dialog.tsx'), 'ViewDialog')
const DeleteViewDialog = lazy(
  () => import('../view-dialog.tsx'),
  'DeleteViewDialog',
)

type SaveViewProps = {
  list: ViewList
  /** The id in the address of the view that is open. */
  openId: string | undefined
  /** The list's current search parameters without the page. */
  search: ViewSearch
  state: LayoutState
}

/** The view that an address opens, among those of this person. */
const useOpenView = (openId: string | undefined): SavedView | undefined =>
  useQuery({ ...viewsQuery, enabled: openId !== undefined }).data?.find(
    ({ id }) => id === openId,
  )

const isSame = (one: ViewSearch, other: ViewSearch) => {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => (one[key] ?? '') === (other[key] ?? ''))
}

/**
 * Saves the filters, order and layout of a list as a view; changes of an open
 * view can be saved or discarded.
 */
const SaveView = ({ list, openId, search, state }: SaveViewProps) => {
  const { layout } = state
  const profile = useProfile()
  const navigate = useNavigate()
  const open = useOpenView(openId)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { mutate, isPending } = useChangeView('Failed to save the view')
  // The view has only the parameters that it was saved with; the list may have
  // more by now.
  const isChanged =
    open !== undefined && (state.isChanged || !isSame(open.search, search))
  const show = (view: Pick<SavedView, 'id' | 'list' | 'search'>) =>
    void navigate(linkOf(view, profile))
  const discard = () => {
    state.reset()
    if (open) show(open)
  }
  const leave = () =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, view: undefined }),
    })

  return (
    <>
      {isChanged && (
        <>
          {open.isOwn && (
            <SecondaryButton
              loading={isPending}
              onClick={() => mutate({ id: open.id, search, ...layout })}
            >
              Save
            </SecondaryButton>
          )}
          <Button variant="subtle" color="gray" onClick={discard}>
            Discard
          </Button>
        </>
      )}
      {open ? (
        <ViewMenu view={open} onDialog={setDialog} />
      ) : (
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setDialog('new')}
        >
          Save view
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'new' && (
          <ViewDialog
            form={{ list, search, ...layout }}
            onSaved={show}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'rename' && open && (
          <ViewDialog view={open} onClose={() => setDialog(null)} />
        )}
        {dialog === 'delete' && open && (
          <DeleteViewDialog
            view={open}
            onDeleted={leave}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  )
}

type Dialog = 'new' | 'rename' | 'delete'

type ViewMenuProps = { view: SavedView; onDialog: (dialog: Dialog) => void }

/** What can be done with the open view. */
const ViewMenu = ({ view, onDialog }: ViewMenuProps) => {
  const [hidden, setHidden] = useHiddenViews()
  const isHidden = hidden.includes(view.id)
  const toggle = () =>
    setHidden(
      isHidden ? hidden.filter((id) => id !== view.id) : [...hidden, view.id],
    )
  return (
    <MenuButton
      target={
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          maw="14rem"
          title={view.name}
          leftSection={<IconBookmark size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {view.name}
        </Button>
      }
    >
      <Menu.Item onClick={() => onDialog('new')}>Save as new view…</Menu.Item>
      {!view.isOwn && (
        <Menu.Item onClick={toggle}>
          {isHidden ? 'Show in my sidebar' : 'Hide from my sidebar'}
        </Menu.Item>
      )}
      {view.isOwn && (
        <Menu.Item onClick={() => onDialog('rename')}>
          Rename or share…
        </Menu.Item>
      )}
      {view.isOwn && (
        <Menu.Item onClick={() => onDialog('delete')}>Delete…</Menu.Item>
      )}
    </MenuButton>
  )
}

type SavedViewsOptions = Pick<SaveViewProps, 'list' | 'openId' | 'search'> & {
  /** Where the browser keeps the layout while no view is open. */
  storageKey: string
}

/**
 * Adds saved views to a list: the open view's layout, and the menu that saves
 * it.
 */
export const useSavedViews = ({ storageKey, ...view }: SavedViewsOptions) => {
  const open = useOpenView(view.openId)
  return {
    storageKey: open ? `view.${open.id}` : storageKey,
    start: open,
    views: (state: LayoutState) => <SaveView {...view} state={state} />,
  }
}

/** Says which filters an open view lost. */
export const DroppedFilters = ({ openId }: { openId: string | undefined }) => {
  const dropped = useOpenView(openId)?.dropped ?? []
  if (dropped.length === 0) return null
  return (
    <Notice role="status">
      {dropped.length === 1 ? 'A filter' : `${dropped.length} filters`} of this
      view can’t be used in this list: {dropped.join(', ')}.
    </Notice>
  )
}
