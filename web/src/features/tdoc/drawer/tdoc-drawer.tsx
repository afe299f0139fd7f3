import { Button, Drawer, Flex, Stack } from '@mantine/core'
import type { DescriptionTab } from '@portal/contract/tdoc/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { EmptyState } from '../../../ui/message.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import type { GoTo } from '../condition-manager-page.tsx'
import { tdocQuery, tdocSeen } from '../queries.ts'
import type { TableSearch } from '../table-view.ts'
import { titleOf } from '../words.ts'
import type { useTdocWrites } from '../writes.ts'
import { ImagePane } from './image-pane.tsx'
import type { Neighbours } from './neighbours.ts'
import { StepButtons } from './step-buttons.tsx'
import { TdocActions } from './tdoc-actions.tsx'
import { TdocFacts } from './tdoc-facts.tsx'
import { TdocTabs } from './tdoc-tabs.tsx'

type TdocDrawerProps = {
  tdocId: string
  tab: DescriptionTab | undefined
  beside: Neighbours | undefined
  isTotalCut: boolean
  onTurn: (way: 'previous' | 'next') => void
  search: TableSearch
  goTo: GoTo
  writes: ReturnType<typeof useTdocWrites>
}

export const TdocDrawer = ({ tdocId, tab, beside, isTotalCut, onTurn, search, goTo, writes }: TdocDrawerProps) => {
  const queryClient = useQueryClient()
  const {
    data: tdoc,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...tdocQuery(tdocId),
    // The row has the same data until the Tdoc is loaded.
    placeholderData: () => tdocSeen(queryClient, tdocId),
  })
  const [isCovered, setIsCovered] = useState(false)
  // Wide from the first image on, so that the step buttons stay in one place.
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
      // The page below doesn't scroll, and locking it would lay out the whole table again.
      lockScroll={false}
      size={isWide ? 'min(96vw, 76rem)' : 'min(100vw, 38rem)'}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      styles={{
        content: { display: 'flex', flexDirection: 'column' },
        header: { gap: 'var(--mantine-spacing-sm)' },
        title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600, overflowWrap: 'anywhere' },
        close: beside && { marginInlineStart: 0 },
        body: { flex: 1, minHeight: 0 },
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
            <Flex key={tdocId} direction={{ base: 'column', md: 'row' }} gap="lg" h={{ base: 'auto', md: '100%' }}>
              {tdoc.hasImage && <ImagePane tdoc={tdoc} />}
              <Stack gap="md" miw={0} flex={{ base: 'none', md: '1 1 30rem' }}>
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
              </Stack>
            </Flex>
          )}
          {!tdoc && !error && <PageSkeleton />}
          {isMissing && (
            <EmptyState title="Not found" why="This Tdoc does not exist, or you do not have access to it." />
          )}
          {!tdoc && error && !isMissing && (
            <EmptyState title="Couldn’t load the Tdoc" why={error.message}>
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

const focusRow = (id: string) => {
  const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`)
  if (row) row.focus({ preventScroll: true })
  else focusPageTitle()
}
