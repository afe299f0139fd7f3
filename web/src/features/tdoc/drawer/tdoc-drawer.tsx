import {
  ActionIcon,
  Button,
  Drawer,
  Group,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { getTdocImage, getTdocImagePage } from '@portal/contract/tdoc/api'
import type { DescriptionTab } from '@portal/contract/tdoc/model'
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
} from '@tabler/icons-react'
import {
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { buildAddress } from '../../../lib/address.ts'
import { hasStatus } from '../../../lib/call-error.ts'
import { isDialogOpen, useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { count } from '../../../lib/text/format.ts'
import {
  tdocImagePagesQuery,
  tdocQuery,
  tdocSeen,
} from '../../../records/tdoc/queries.ts'
import type { TableSearch } from '../../../records/tdoc/table-view.ts'
import { getTitle } from '../../../records/tdoc/texts.ts'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { focusRow } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { EditHost } from '../editing.tsx'
import classes from '../tdoc.module.css'
import { type TdocWrites, useWithPending } from '../writes.ts'
import type { Neighbors } from './neighbors.ts'
import { TdocActions } from './tdoc-actions.tsx'
import { TdocFacts, TdocFields } from './tdoc-fields.tsx'
import { TdocTabs } from './tdoc-tabs.tsx'

export type GoTo = (
  to: { tdocId?: string | undefined; search: TableSearch },
  options?: { replace?: boolean },
) => void

type Way = 'previous' | 'next'

type TdocDrawerProps = {
  tdocId: string
  tab: DescriptionTab | undefined
  beside: Neighbors | undefined
  isTotalCut: boolean
  onTurn: (way: Way) => void
  search: TableSearch
  goTo: GoTo
  writes: TdocWrites
  list: ComponentProps<typeof EditHost>['list']
  /** Why the last change was not made. */
  notice: ReactNode
}

const headerStyles = {
  header: { gap: 'var(--mantine-spacing-sm)' },
  title: {
    fontSize: 'var(--mantine-font-size-lg)',
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
} as const

/**
 * One Tdoc beside its list: the image, the fields that this person may set, its
 * reviews and its actions.
 */
export const TdocDrawer = (props: TdocDrawerProps) => {
  const { tdocId, tab, beside, search, goTo } = props
  const queryClient = useQueryClient()
  const { data: tdoc, error, isFetching, refetch } = useTdoc(tdocId)
  const isMissing = hasStatus(error, 404) || hasStatus(error, 400)
  const hasTdoc = tdoc !== undefined && !isMissing
  const [isCovered, setIsCovered] = useState(false)

  const close = () => {
    goTo({ search: { ...search, descriptionTab: undefined } })
    requestAnimationFrame(() => focusRow(tdocId))
  }
  const step = (way: Way) => {
    if (isCovered || !beside || isEnd(beside, way)) return
    const id = beside[way]
    if (id === undefined) props.onTurn(way)
    else goTo({ tdocId: id, search }, { replace: true })
  }

  return (
    <DrawerFrame
      title={tdoc ? getTitle(tdoc) : 'Tdoc'}
      hasImage={tdoc?.hasImage ?? false}
      isCovered={isCovered}
      list={props.list}
      stepButtons={
        beside && (
          <StepButtons
            beside={beside}
            isTotalCut={props.isTotalCut}
            onStep={step}
          />
        )
      }
      onClose={close}
    >
      <Drawer.Body>
        {hasTdoc ? (
          <TdocBody
            key={tdocId}
            tdoc={tdoc}
            notice={props.notice}
            tab={tab}
            onCover={setIsCovered}
            onTab={(descriptionTab) =>
              goTo(
                { tdocId, search: { ...search, descriptionTab } },
                { replace: true },
              )
            }
          />
        ) : (
          <NoTdoc
            error={error}
            isMissing={isMissing}
            isFetching={isFetching}
            onRetry={refetch}
          />
        )}
      </Drawer.Body>
      {hasTdoc && (
        <TdocActions
          key={tdocId}
          tdoc={tdoc}
          writes={props.writes}
          next={describeNext(queryClient, beside, () => step('next'))}
          onCover={setIsCovered}
          onOpen={(id) =>
            goTo({
              tdocId: id,
              search: { ...search, descriptionTab: undefined },
            })
          }
          onClose={close}
        />
      )}
    </DrawerFrame>
  )
}

const useTdoc = (id: string) => {
  const queryClient = useQueryClient()
  return useQuery({
    ...tdocQuery(id),
    // The row has the same data until the Tdoc is loaded.
    placeholderData: () => tdocSeen(queryClient, id),
    select: useWithPending(),
  })
}

type DrawerFrameProps = {
  title: string
  hasImage: boolean
  isCovered: boolean
  list: TdocDrawerProps['list']
  stepButtons: ReactNode
  onClose: () => void
  children: ReactNode
}

const DrawerFrame = ({
  title,
  hasImage,
  isCovered,
  list,
  stepButtons,
  onClose,
  children,
}: DrawerFrameProps) => {
  // Wide from the first image on, so that the step buttons stay in one place.
  const [isWide, setIsWide] = useState(false)
  if (hasImage && !isWide) setIsWide(true)
  return (
    <Drawer.Root
      opened
      onClose={() => {
        // Escape closes only the shortcuts or the palette above it.
        if (!isDialogOpen()) onClose()
      }}
      position="right"
      // The page below doesn't scroll, and locking it would lay out the whole
      // table again.
      lockScroll={false}
      size={isWide ? 'min(96vw, 76rem)' : 'min(100vw, 38rem)'}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      classNames={{ content: classes.drawer, body: classes.body }}
      styles={{
        ...headerStyles,
        close: stepButtons ? { marginInlineStart: 0 } : {},
      }}
      attributes={{ header: { role: 'none' } }}
    >
      <Drawer.Overlay />
      <Drawer.Content data-screen-drawer data-has-keys>
        <EditHost list={list}>
          <Drawer.Header>
            <Drawer.Title tabIndex={-1}>{title}</Drawer.Title>
            {stepButtons}
            <Drawer.CloseButton aria-label="Close" data-autofocus />
          </Drawer.Header>
          {children}
        </EditHost>
      </Drawer.Content>
    </Drawer.Root>
  )
}

type TdocBodyProps = {
  tdoc: Tdoc
  notice: ReactNode
  tab: DescriptionTab | undefined
  onCover: (isCovered: boolean) => void
  onTab: (tab: DescriptionTab | undefined) => void
}

const TdocBody = ({ tdoc, notice, tab, onCover, onTab }: TdocBodyProps) => (
  <>
    {tdoc.hasImage && <ImagePane tdoc={tdoc} />}
    <div className={classes.work}>
      {notice}
      <TdocFields tdoc={tdoc} />
      <TdocFacts tdoc={tdoc} />
      <TdocTabs tdoc={tdoc} tab={tab} onCover={onCover} onTab={onTab} />
    </div>
  </>
)

type NoTdocProps = {
  error: Error | null
  isMissing: boolean
  isFetching: boolean
  onRetry: () => void
}

/** Instead of a Tdoc: it is loading, doesn't exist, or couldn't be loaded. */
const NoTdoc = ({ error, isMissing, isFetching, onRetry }: NoTdocProps) => {
  if (!error) return <PageSkeleton />
  if (isMissing)
    return (
      <EmptyState
        title="Not found"
        why="This Tdoc does not exist, or you do not have access to it."
      />
    )
  return (
    <LoadFailed
      what="the Tdoc"
      error={error}
      variant="filled"
      loading={isFetching}
      onClick={onRetry}
    />
  )
}

const isEnd = (beside: Neighbors, way: Way) =>
  way === 'next'
    ? beside.next === undefined && !beside.hasPageAfter
    : beside.previous === undefined && !beside.hasPageBefore

/** The next Tdoc of the list; undefined after the last one. */
const describeNext = (
  queryClient: QueryClient,
  beside: Neighbors | undefined,
  open: () => void,
) => {
  if (!beside || isEnd(beside, 'next')) return undefined
  const tdoc = beside.next && tdocSeen(queryClient, beside.next)
  if (!tdoc) return { text: 'the next page', open }
  const { buyerLoanNumber, borrowerLastName } = tdoc
  const text = [buyerLoanNumber, borrowerLastName].filter(Boolean).join(' ')
  return { text, open }
}

const PdfPages = lazy(
  () => import('../../document/shared/pdf-view.tsx'),
  'PdfPages',
  <PageSkeleton />,
)

const PicturePages = lazy(
  () => import('../../document/shared/picture-view.tsx'),
  'PicturePages',
  <PageSkeleton />,
)

const imageAddress = (id: string, disposition: 'inline' | 'attachment') =>
  buildAddress(getTdocImage.path, { id }, { disposition })

const ImagePane = ({ tdoc: { id, imageFileName } }: { tdoc: Tdoc }) => {
  const isPdf = /\.pdf$/i.test(imageFileName)
  const pages = useQuery({ ...tdocImagePagesQuery(id), enabled: !isPdf })
  const renderFailure = (why: string) => (
    <EmptyState title="No preview" why={why}>
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
    <div className={classes.image}>
      {isPdf ? (
        <PdfPages
          address={imageAddress(id, 'inline')}
          renderFailure={renderFailure}
        />
      ) : (
        <PicturePages
          isInDrawer
          name={imageFileName}
          found={pages}
          addressOf={(page) =>
            buildAddress(getTdocImagePage.path, { id, page })
          }
          renderFailure={renderFailure}
        />
      )}
    </div>
  )
}

type StepButtonsProps = {
  beside: Neighbors
  isTotalCut: boolean
  onStep: (way: Way) => void
}

const steps = [
  {
    way: 'previous',
    label: 'Previous Tdoc',
    key: 'k',
    arrow: 'ArrowUp',
    sign: '↑',
    Icon: IconChevronUp,
  },
  {
    way: 'next',
    label: 'Next Tdoc',
    key: 'j',
    arrow: 'ArrowDown',
    sign: '↓',
    Icon: IconChevronDown,
  },
] as const

const StepButtons = ({ beside, isTotalCut, onStep }: StepButtonsProps) => {
  useHotkeys(steps.map(({ way, arrow }) => [`alt+${arrow}`, () => onStep(way)]))
  useKeys(
    steps.map(({ way, label, key }) => ({
      keys: key,
      label,
      run: () => onStep(way),
      isOff: isEnd(beside, way),
    })),
    { isInDrawer: true },
  )
  return (
    <Group gap={4} wrap="nowrap" flex="none" ms="auto">
      <Text
        span
        c="dimmed"
        size="sm"
        pe={4}
        role="status"
        style={{ whiteSpace: 'nowrap' }}
      >
        <VisuallyHidden>Tdoc </VisuallyHidden>
        {count(beside.place)} of {count(beside.total)}
        {isTotalCut && '+'}
      </Text>
      {steps.map(({ way, label, key, arrow, sign, Icon }) => (
        <ActionIcon
          key={way}
          variant="default"
          size={32}
          aria-label={label}
          title={`${label} (${key.toUpperCase()} or Alt ${sign})`}
          aria-keyshortcuts={`${key} Alt+${arrow}`}
          // Not `disabled`: the focus stays here at the end of the list.
          aria-disabled={isEnd(beside, way)}
          data-disabled={isEnd(beside, way) || undefined}
          onClick={() => onStep(way)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
