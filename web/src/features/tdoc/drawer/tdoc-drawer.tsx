import { Button, Drawer } from '@mantine/core'
import type { DescriptionTab } from '@portal/contract/tdoc/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { EmptyState } from '../../../ui/message.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import type { GoTo } from '../condition-manager-page.tsx'
import { tdocQuery, tdocSeen } from '../queries.ts'
import type { TableSearch } from '../table-search.ts'
import { titleOf } from '../words.ts'
import type { useTdocWrites } from '../writes.ts'
import classes from './drawer.module.css'
import { ImagePane } from './image-pane.tsx'
import type { Neighbours } from './neighbours.ts'
import { StepButtons } from './step-buttons.tsx'
import { TdocActions } from './tdoc-actions.tsx'
import { TdocFacts } from './tdoc-facts.tsx'
import { TdocTabs } from './tdoc-tabs.tsx'

type TdocDrawerProps = {
  tdocId: string
  /** What the address asks for; absent, the tab of the role opens. */
  tab: DescriptionTab | undefined
  /** Those before and after it in the table; absent where it was opened from elsewhere. */
  beside: Neighbours | undefined
  /** The table holds more than were counted. */
  isTotalCut: boolean
  onTurn: (way: 'previous' | 'next') => void
  search: TableSearch
  goTo: GoTo
  writes: ReturnType<typeof useTdocWrites>
}

/** One Tdoc beside the table: what it is, its reviews, what was said and done. It stands in the address, so Back closes it. */
export const TdocDrawer = ({ tdocId, tab, beside, isTotalCut, onTurn, search, goTo, writes }: TdocDrawerProps) => {
  const queryClient = useQueryClient()
  const {
    data: tdoc,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...tdocQuery(tdocId),
    // The row says all that stands here, until it is read by itself.
    placeholderData: () => tdocSeen(queryClient, tdocId),
  })
  const [isCovered, setIsCovered] = useState(false)
  // Who steps from Tdoc to Tdoc has the buttons in one place: it grows for an image, and stays so.
  const [isWide, setIsWide] = useState(false)
  if (tdoc?.hasImage && !isWide) setIsWide(true)
  const isMissing = hasStatus(error, 404) || hasStatus(error, 400)
  const close = () => {
    goTo({ search: { ...search, descriptionTab: undefined } })
    requestAnimationFrame(() => focusRow(tdocId))
  }

  return (
    <Drawer.Root
      opened
      onClose={close}
      position="right"
      // The page under it does not scroll, and locking it would lay out the whole table anew.
      lockScroll={false}
      size={isWide ? 'min(96vw, 76rem)' : 'min(100vw, 38rem)'}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      classNames={{
        title: classes.title ?? '',
        header: classes.header ?? '',
        close: classes.close ?? '',
        body: classes.body ?? '',
        content: classes.content ?? '',
      }}
      attributes={{ header: { role: 'none' } }}
      transitionProps={{ duration: 120 }}
    >
      <Drawer.Overlay />
      <Drawer.Content data-screen-drawer>
        <Drawer.Header>
          <Drawer.Title tabIndex={-1}>{tdoc ? titleOf(tdoc) : 'Tdoc'}</Drawer.Title>
          {beside && (
            <StepButtons
              beside={beside}
              isTotalCut={isTotalCut}
              onTurn={onTurn}
              isCovered={isCovered}
              onStep={(id) => goTo({ tdocId: id, search }, { replace: true })}
            />
          )}
          <Drawer.CloseButton aria-label="Close" data-autofocus />
        </Drawer.Header>
        <Drawer.Body>
          {tdoc && !isMissing && (
            <div key={tdocId} className={classes.panes}>
              {tdoc.hasImage && <ImagePane tdoc={tdoc} />}
              <div className={classes.pane}>
                <TdocActions
                  tdoc={tdoc}
                  writes={writes}
                  onCover={setIsCovered}
                  onOpen={(id) => goTo({ tdocId: id, search: { ...search, descriptionTab: undefined } })}
                />
                <TdocFacts tdoc={tdoc} />
                <TdocTabs
                  tdoc={tdoc}
                  tab={tab}
                  onCover={setIsCovered}
                  onTab={(next) => goTo({ tdocId, search: { ...search, descriptionTab: next } }, { replace: true })}
                />
              </div>
            </div>
          )}
          {!tdoc && !error && <PageSkeleton />}
          {isMissing && <EmptyState title="Not found" why="This Tdoc does not exist, or is not open to you." />}
          {!tdoc && error && !isMissing && (
            <EmptyState title="The Tdoc could not be read" why={error.message}>
              <Button loading={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            </EmptyState>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Back to the row, where the arrows go on; to the page's title where the row stands in the list no more. */
const focusRow = (id: string) => {
  const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`)
  if (row) row.focus({ preventScroll: true })
  else focusPageTitle()
}
