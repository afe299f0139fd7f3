import { ActionIcon, Button, Drawer, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { branded } from '@portal/contract/lib/brand'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { getTdocImage, getTdocImagePage } from '@portal/contract/tdoc/api'
import * as model from '@portal/contract/tdoc/model'
import { IconChevronDown, IconChevronUp, IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '../../../lib/address.ts'
import { hasStatus } from '../../../lib/call-error.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { count, date, dateTime, day, none, text } from '../../../lib/text/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { useBranding } from '../../auth/queries.ts'
import { EscalationLinks, OriginalLink } from '../cells.tsx'
import { tdocImagePagesQuery, tdocQuery, tdocSeen } from '../queries.ts'
import { titleOf } from '../shared/words.ts'
import type { TableSearch } from '../table-view.ts'
import classes from '../tdoc.module.css'
import { type useTdocWrites, useWithPending } from '../writes.ts'
import type { Neighbours } from './neighbours.ts'
import { TdocActions } from './tdoc-actions.tsx'
import { TdocTabs } from './tdoc-tabs.tsx'

export type GoTo = (to: { tdocId?: string | undefined; search: TableSearch }, options?: { replace?: boolean }) => void

type TdocDrawerProps = {
  tdocId: string
  tab: model.DescriptionTab | undefined
  beside: Neighbours | undefined
  isTotalCut: boolean
  onTurn: (way: 'previous' | 'next') => void
  search: TableSearch
  goTo: GoTo
  writes: ReturnType<typeof useTdocWrites>
}

export const TdocDrawer = ({ tdocId, tab, beside, isTotalCut, onTurn, search, goTo, writes }: TdocDrawerProps) => {
  const queryClient = useQueryClient()
  // The row has the same data until the Tdoc is loaded.
  const query = useQuery({
    ...tdocQuery(tdocId),
    placeholderData: () => tdocSeen(queryClient, tdocId),
    select: useWithPending(),
  })
  const { data: tdoc, error, isFetching, refetch } = query
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
            <LoadFailed what="the Tdoc" error={error} variant="filled" loading={isFetching} onClick={refetch} />
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

const TdocFacts = ({ tdoc }: { tdoc: Tdoc }) => {
  const { name } = useBranding()
  return (
    <div className={classes.facts}>
      <Facts
        facts={[
          { label: branded('{buyer} Loan Number', name), value: tdoc.buyerLoanNumber },
          { label: 'Type', value: model.tdocTypeLabels[tdoc.type] },
          ...(tdoc.originalTdocId
            ? [{ label: 'Escalated from', value: <OriginalLink tdoc={tdoc} text="The original" isField={false} /> }]
            : []),
          ...(tdoc.escalations.length > 0
            ? [{ label: 'Escalations', value: <EscalationLinks escalations={tdoc.escalations} /> }]
            : []),
          { label: 'Seller', value: text(tdoc.sellerName) },
          { label: 'Borrower', value: text(tdoc.borrowerLastName) },
          { label: 'Product', value: text(tdoc.productCode) },
          { label: 'Assigned underwriter', value: text(tdoc.assignedUnderwriter?.name) },
          { label: 'Reviewer', value: text(tdoc.reviewUnderwriter?.name) },
          { label: 'Progress', value: model.progressTrackingLabels[tdoc.progressTracking] },
          { label: 'Received', value: dateTime(tdoc.tdocReceivedDate) },
          { label: 'Vendor', value: text(tdoc.jumboVendorName) },
          {
            label: 'TPR response',
            value: tdoc.tprResponse
              ? `${model.tprResponseLabels[tdoc.tprResponse]}, ${date(tdoc.tprTDocResponseDate)}`
              : none,
          },
          { label: 'TPR estimated date', value: day(tdoc.tprEstimatedDateOfReview) },
          ...(tdoc.completedDate
            ? [{ label: 'Completed', value: `${date(tdoc.completedDate)}, ${text(tdoc.completedBy)}` }]
            : []),
        ]}
      />
    </div>
  )
}

const PdfPages = lazy(() => import('../../document/shared/pdf-view.tsx'), 'PdfPages', <PageSkeleton />)

const PicturePages = lazy(() => import('../../document/shared/picture-view.tsx'), 'PicturePages', <PageSkeleton />)

const imageAddress = (id: string, disposition: 'inline' | 'attachment') =>
  addressOf(getTdocImage.path, { id }, { disposition })

const ImagePane = ({ tdoc: { id, imageFileName } }: { tdoc: Tdoc }) => {
  const isPdf = /\.pdf$/i.test(imageFileName)
  const pages = useQuery({ ...tdocImagePagesQuery(id), enabled: !isPdf })
  const failed = (
    <EmptyState title="No preview" why="This image can’t be previewed.">
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => saveFile(imageAddress(id, 'attachment'))}
      >
        Download the file
      </Button>
    </EmptyState>
  )
  return (
    <Stack
      flex={{ base: 'none', md: '1 1 34rem' }}
      pos={{ base: 'static', md: 'sticky' }}
      top={0}
      gap="xs"
      miw={0}
      h={{ base: '40vh', md: 'calc(100dvh - 6rem)' }}
      bd="1px solid var(--portal-line)"
      bdrs="md"
      bg="var(--portal-ground)"
      style={{ overflow: 'auto' }}
    >
      {isPdf ? (
        <PdfPages address={imageAddress(id, 'inline')} failed={failed} />
      ) : (
        <PicturePages
          name={imageFileName}
          found={pages}
          addressOf={(page) => addressOf(getTdocImagePage.path, { id, page })}
          failed={failed}
        />
      )}
    </Stack>
  )
}

type StepButtonsProps = {
  beside: Neighbours
  isTotalCut: boolean
  isCovered: boolean
  onStep: (id: string) => void
  onTurn: (way: 'previous' | 'next') => void
}

const StepButtons = ({ beside, isTotalCut, isCovered, onStep, onTurn }: StepButtonsProps) => {
  const { place, total } = beside
  const isEnd = {
    previous: beside.previous === undefined && !beside.hasPageBefore,
    next: beside.next === undefined && !beside.hasPageAfter,
  }
  const step = (way: 'previous' | 'next') => {
    if (isCovered || isEnd[way]) return
    const id = beside[way]
    if (id === undefined) onTurn(way)
    else onStep(id)
  }
  useHotkeys([
    ['alt+ArrowUp', () => step('previous')],
    ['alt+ArrowDown', () => step('next')],
  ])
  const way = (label: string, key: string, Icon: typeof IconChevronUp, to: 'previous' | 'next') => (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={`${label} Tdoc`}
      title={`${label} Tdoc (Alt ${key === 'ArrowUp' ? '↑' : '↓'})`}
      aria-keyshortcuts={`Alt+${key}`}
      // Not `disabled`: the focus stays here at the end of the list.
      aria-disabled={isEnd[to]}
      data-disabled={isEnd[to] || undefined}
      onClick={() => step(to)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <Group gap={4} wrap="nowrap" flex="none" ms="auto">
      <Text span c="dimmed" size="sm" pe={4} role="status" style={{ whiteSpace: 'nowrap' }}>
        <VisuallyHidden>Tdoc </VisuallyHidden>
        {count(place)} of {count(total)}
        {isTotalCut && '+'}
      </Text>
      {way('Previous', 'ArrowUp', IconChevronUp, 'previous')}
      {way('Next', 'ArrowDown', IconChevronDown, 'next')}
    </Group>
  )
}
