import { ActionIcon, Button, Text } from '@mantine/core'
import type { SlvDocument } from '@portal/contract/document/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  IconChevronLeft,
  IconChevronRight,
  IconFiles,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import {
  allDocumentsQuery,
  allFiles,
  useDocuments,
} from '../../../records/document/queries.ts'
import { EmptyState, TryAgain } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { DocumentsLoading } from '../documents-loading.tsx'
import { FileLine } from '../file-line.tsx'
import { FileStrip, useNewFiles } from '../file-strip.tsx'
import { DocumentView, preloadViews } from '../preview/document-view.tsx'
import { useShownFile } from '../use-shown-file.ts'
import classes from './document-pane.module.css'

const DocumentsPanel = lazy(
  () => import('./documents-panel.tsx'),
  'DocumentsPanel',
  <ListSkeleton label="Loading documents" p="md" />,
)

/**
 * The files of an SLV beside the request: one at a time, with all of them in a
 * list for uploads and earlier rounds. Its height is `--document-pane`.
 */
export const DocumentPane = ({
  slv,
  takesFocus,
}: {
  slv: SlvDetail
  takesFocus: boolean
}) => {
  const query = useDocuments(slv.id, true)
  const hasEarlier = slv.resubmitCount > 0
  const all = useQuery({
    ...allDocumentsQuery(slv.id),
    enabled: hasEarlier,
    meta: { quiet: true },
  })
  if (!query.data || (hasEarlier && all.isPending))
    return <DocumentsLoading query={query} />
  const { documents, underwriterDocuments = [] } = query.data
  const earlier = all.data
    ? allFiles(all.data).filter(
        (file) => file.resubmitCount < slv.resubmitCount,
      )
    : []
  const files = [
    ...byUpload(documents),
    ...byUpload(underwriterDocuments),
    ...byRound(earlier),
  ]
  return (
    <>
      {all.error && !all.data && (
        <Hint role="alert">
          Couldn’t load the files of earlier rounds.{' '}
          <TryAgain size="compact-sm" onClick={all.refetch} />
        </Hint>
      )}
      <Pane slv={slv} takesFocus={takesFocus} documents={files} />
    </>
  )
}

const byUpload = (documents: readonly SlvDocument[]) =>
  documents.toSorted((one, other) =>
    one.uploadedAt.localeCompare(other.uploadedAt),
  )

/** The files of the latest round first. */
const byRound = (documents: readonly SlvDocument[]) =>
  byUpload(documents).toSorted(
    (one, other) => other.resubmitCount - one.resubmitCount,
  )

type PaneProps = {
  slv: SlvDetail
  takesFocus: boolean
  documents: readonly SlvDocument[]
}

const Pane = ({ slv, takesFocus, documents }: PaneProps) => {
  const pane = useRef<HTMLElement>(null)
  const { shown, deletedName, isList, openFile, toggleList } = useShownFile(
    slv.id,
    documents,
  )
  const { isNew, markSeen } = useNewFiles()
  const place = shown ? documents.indexOf(shown) : -1
  // Without a file shown, the last is the previous one, and the first the next.
  const previous = place < 0 ? documents.at(-1) : documents[place - 1]
  const next = documents[place + 1]
  const openPrevious = previous && (() => openFile(previous.id))
  const openNext = next && (() => openFile(next.id))
  useDocumentKeys(openPrevious, openNext, () => focusPages(pane.current))
  useEffect(() => {
    if (takesFocus) focusPages(pane.current)
  }, [takesFocus])
  useEffect(() => preloadViews(documents), [documents])
  const shownId = shown?.id
  useEffect(() => {
    if (shownId) markSeen(shownId)
  })
  return (
    <section
      ref={pane}
      className={classes.pane}
      tabIndex={-1}
      aria-label="Documents"
    >
      {documents.length > 0 && (
        <div className={classes.head}>
          <FileStrip
            slv={slv}
            documents={documents}
            shownId={shownId}
            isNew={isNew}
            onOpen={openFile}
            onAsk={() => !isList && toggleList()}
          />
          <AllDocumentsButton isPressed={isList} onClick={toggleList} />
        </div>
      )}
      {shown && (
        <FileLine slv={slv} document={shown}>
          <Steps
            place={place}
            total={documents.length}
            openPrevious={openPrevious}
            openNext={openNext}
          />
        </FileLine>
      )}
      {shown && (
        <section className={classes.view} aria-label={shown.name}>
          <DocumentView
            key={shown.id}
            previewed={{ slvId: slv.id, document: shown }}
          />
        </section>
      )}
      {isList && (
        <ScrollRegion className={classes.list} label="All documents">
          <DocumentsPanel slv={slv} />
        </ScrollRegion>
      )}
      {!shown && !isList && (
        <EmptyState title="This file was deleted" why={deletedName}>
          {openNext && (
            <Button variant="default" onClick={openNext}>
              Show the first document
            </Button>
          )}
        </EmptyState>
      )}
    </section>
  )
}

type Open = (() => void) | undefined

const useDocumentKeys = (previous: Open, next: Open, focus: () => void) =>
  useKeys(
    [
      {
        keys: '[',
        label: 'Previous document',
        run: () => previous?.(),
        isOff: !previous,
      },
      {
        keys: ']',
        label: 'Next document',
        run: () => next?.(),
        isOff: !next,
      },
      { keys: 'o', label: 'Go to the documents', run: focus },
    ],
    { group: 'Documents' },
  )

type AllDocumentsButtonProps = { isPressed: boolean; onClick: () => void }

const AllDocumentsButton = ({
  isPressed,
  onClick,
}: AllDocumentsButtonProps) => (
  <Button
    variant={isPressed ? 'light' : 'subtle'}
    color="gray"
    size="compact-sm"
    flex="none"
    aria-label="All documents"
    aria-pressed={isPressed}
    title="All documents, with uploads and earlier rounds"
    onClick={onClick}
  >
    <IconFiles size={16} aria-hidden />
    <span className={classes.word}>All documents</span>
  </Button>
)

type StepsProps = PlaceProps & { openPrevious: Open; openNext: Open }

/** The place of the shown file, and the buttons for the ones beside it. */
const Steps = ({ place, total, openPrevious, openNext }: StepsProps) => (
  <>
    <StepButton label="Previous document" shortcut="[" onClick={openPrevious}>
      <IconChevronLeft size={16} aria-hidden />
    </StepButton>
    <Place place={place} total={total} />
    <StepButton label="Next document" shortcut="]" onClick={openNext}>
      <IconChevronRight size={16} aria-hidden />
    </StepButton>
  </>
)

type PlaceProps = { place: number; total: number }

const Place = ({ place, total }: PlaceProps) => (
  <Text
    span
    c="dimmed"
    size="sm"
    style={{ whiteSpace: 'nowrap' }}
    aria-label="Document"
  >
    {place + 1} of {total}
  </Text>
)

/** Focuses the part that the arrow keys scroll. */
const focusPages = (pane: HTMLElement | null) => {
  const target =
    pane?.querySelector<HTMLElement>('section[tabindex="0"]') ?? pane
  target?.focus()
}

type StepButtonProps = {
  label: string
  shortcut: string
  onClick: Open
  children: ReactNode
}

const StepButton = ({
  label,
  shortcut,
  onClick,
  children,
}: StepButtonProps) => (
  <ActionIcon
    size={28}
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={`${label} (${shortcut})`}
    disabled={!onClick}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
)
