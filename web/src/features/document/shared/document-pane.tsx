import { ActionIcon, Button, Group, Text } from '@mantine/core'
import {
  documentTypes,
  type SlvDocument,
} from '@portal/contract/document/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconFiles,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { usePersistedState } from '../../../lib/state/persisted-state.ts'
import * as format from '../../../lib/text/format.ts'
import {
  DocumentFacts,
  previewLink,
} from '../../../records/document/document-name.tsx'
import {
  allDocumentsQuery,
  allFiles,
  useDocuments,
  useDownload,
} from '../../../records/document/queries.ts'
import { EmptyState, TryAgain } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { DocumentsLoading } from '../document-list.tsx'
import { FileStrip, findRequest, useNewFiles } from '../file-strip.tsx'
import { DocumentView, preloadViews } from '../preview/document-view.tsx'
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
  const step = (by: number) => {
    const next =
      documents[(place < 0 && by < 0 ? documents.length : place) + by]
    if (next) openFile(next.id)
  }
  const canStep = {
    previous: place > 0 || (place < 0 && documents.length > 0),
    next: place < documents.length - 1,
  }
  useDocumentKeys(canStep, step, () => focusPages(pane.current))
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
          <StepButton
            label="Previous document"
            shortcut="["
            isOff={!canStep.previous}
            onClick={() => step(-1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </StepButton>
          <Place place={place} total={documents.length} />
          <StepButton
            label="Next document"
            shortcut="]"
            isOff={!canStep.next}
            onClick={() => step(1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </StepButton>
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
          {documents[0] && (
            <Button variant="default" onClick={() => step(1)}>
              Show the first document
            </Button>
          )}
        </EmptyState>
      )}
    </section>
  )
}

const useDocumentKeys = (
  canStep: { previous: boolean; next: boolean },
  step: (by: number) => void,
  focus: () => void,
) =>
  useKeys(
    [
      {
        keys: '[',
        label: 'Previous document',
        run: () => step(-1),
        isOff: !canStep.previous,
      },
      {
        keys: ']',
        label: 'Next document',
        run: () => step(1),
        isOff: !canStep.next,
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

/**
 * The file that was open last, to open it again when this tab is shown again.
 */
const Opened = z
  .object({ slvId: z.string(), documentId: z.string().nullable() })
  .nullable()

/**
 * The open file; without one, the list of all files. A file may be deleted
 * while it is open.
 */
const useShownFile = (slvId: string, documents: readonly SlvDocument[]) => {
  const [opened, setOpened] = usePersistedState('open-document', Opened, null)
  const [last, setLast] = useState<SlvDocument | null>(null)
  const find = (wanted: string | null | undefined) =>
    documents.find(({ id }) => id === wanted)
  const own = opened?.slvId === slvId ? opened : null
  const isList = documents.length === 0 || own?.documentId === null
  const isDeleted =
    last !== null && !find(last.id) && (own?.documentId ?? last.id) === last.id
  const shown =
    isList || isDeleted ? undefined : (find(own?.documentId) ?? documents[0])
  if (shown && last?.id !== shown.id) setLast(shown)
  const openFile = (documentId: string) => setOpened({ slvId, documentId })
  const toggleList = () => {
    const back = find(last?.id) ?? documents[0]
    if (isList && back) openFile(back.id)
    else setOpened({ slvId, documentId: null })
  }
  return {
    shown,
    deletedName: isDeleted ? last.name : '',
    isList,
    openFile,
    toggleList,
  }
}

/** Focuses the part that the arrow keys scroll. */
const focusPages = (pane: HTMLElement | null) => {
  const target =
    pane?.querySelector<HTMLElement>('section[tabindex="0"]') ?? pane
  target?.focus()
}

type FileLineProps = {
  slv: SlvDetail
  document: SlvDocument
  children: ReactNode
}

/** What the file is, which request it answers, and what can be done with it. */
const FileLine = ({ slv, document, children }: FileLineProps) => {
  const download = useDownload(slv.id)
  const request = findRequest(slv, document)
  const { label, preview } = documentTypes[document.type]
  return (
    <div className={classes.file}>
      <div className={classes.about}>
        <h3 title={document.name}>{document.name}</h3>
        <div className={classes.under}>
          {request && (
            <>
              For <b>{request.name}</b>
              {request.askedAt && `, requested ${format.date(request.askedAt)}`}{' '}
              ·{' '}
            </>
          )}
          {document.resubmitCount < slv.resubmitCount &&
            `Round ${document.resubmitCount + 1} · `}
          {document.kind === 'UNDERWRITER' && 'Underwriter document · '}
          {label} · {format.fileSize(document.size)} · {document.uploadedByName}{' '}
          · {format.dateTime(document.uploadedAt)}
        </div>
        <DocumentFacts document={document} />
      </div>
      <Group gap={2} wrap="nowrap" flex="none">
        {children}
        <ActionIcon
          size={28}
          aria-label={`Download ${document.name}`}
          title="Download"
          loading={download.isPending}
          onClick={() => download.mutate(document.id)}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
        {preview && (
          <ActionIcon
            size={28}
            aria-label={`Open ${document.name} in new tab`}
            title="Open in new tab"
            renderRoot={(props) => (
              <Link {...props} {...previewLink(slv.id, document)} />
            )}
          >
            <IconExternalLink size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </div>
  )
}

type StepButtonProps = {
  label: string
  shortcut: string
  isOff: boolean
  onClick: () => void
  children: ReactNode
}

const StepButton = ({
  label,
  shortcut,
  isOff,
  onClick,
  children,
}: StepButtonProps) => (
  <ActionIcon
    size={28}
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={`${label} (${shortcut})`}
    disabled={isOff}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
)
