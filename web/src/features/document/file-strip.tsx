import type { SlvDocument } from '@portal/contract/document/model'
import { isMissing } from '@portal/contract/document/texts'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type ReactNode, useEffect, useRef } from 'react'
import { z } from 'zod'
import { usePersistedState } from '../../lib/state/persisted-state.ts'
import * as format from '../../lib/text/format.ts'
import { DocumentIcon } from '../../records/document/document-name.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import classes from './file-strip.module.css'

type Slv = Pick<SlvDetail, 'pendingDocuments' | 'resubmitCount'>

/** The requested document that a file answers. */
export const findRequest = (
  { pendingDocuments }: Pick<Slv, 'pendingDocuments'>,
  { pendingDocumentId }: SlvDocument,
) => pendingDocuments.find(({ id }) => id === pendingDocumentId)

const maxSeen = 1000

/** The files that this person hasn't opened yet in this browser. */
export const useNewFiles = () => {
  const [seen, setSeen] = usePersistedState(
    'seen-documents',
    z.array(z.string()),
    [],
  )
  return {
    isNew: (id: string) => !seen.includes(id),
    markSeen: (id: string) => {
      if (!seen.includes(id)) setSeen([id, ...seen].slice(0, maxSeen))
    },
  }
}

type FileStripProps = {
  slv: Slv
  documents: readonly SlvDocument[]
  shownId: string | undefined
  isNew: (documentId: string) => boolean
  onOpen: (documentId: string) => void
  /** A requested document without a file was chosen. */
  onAsk: () => void
}

/** The files of an SLV, and the requested documents that are missing. */
export const FileStrip = ({
  slv,
  documents,
  shownId,
  isNew,
  onOpen,
  onAsk,
}: FileStripProps) => {
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = strip.current
    const chip = list?.querySelector<HTMLElement>('[aria-current]')
    if (!shownId || !list || !chip) return
    const least = chip.offsetLeft + chip.offsetWidth - list.clientWidth
    list.scrollLeft = Math.min(
      chip.offsetLeft,
      Math.max(list.scrollLeft, least),
    )
  }, [shownId])
  return (
    <ul ref={strip} className={classes.strip} aria-label="Files">
      {documents.map((document) => {
        const { id, name } = document
        const request = findRequest(slv, document)
        return (
          <Chip
            key={id}
            title={request ? `${name}, for: ${request.name}` : name}
            isCurrent={id === shownId}
            onClick={() => onOpen(id)}
          >
            {isNew(id) && (
              <span className={classes.new}>
                <VisuallyHidden>New: </VisuallyHidden>
              </span>
            )}
            <DocumentIcon type={document.type} size={14} />
            <span className={classes.name}>{name}</span>
            {request && <small>{requestedText(request) || request.name}</small>}
            {document.resubmitCount < slv.resubmitCount && (
              <small>round {document.resubmitCount + 1}</small>
            )}
          </Chip>
        )
      })}
      {slv.pendingDocuments.filter(isMissing).map((request) => (
        <Chip
          key={request.id}
          title={`${request.name}: missing`}
          isMissing
          onClick={onAsk}
        >
          <span className={classes.name}>{request.name}</span>
          <small>
            {['missing', requestedText(request)].filter(Boolean).join(', ')}
          </small>
        </Chip>
      ))}
    </ul>
  )
}

/** 'requested 11/18'. Older ended rounds have no date. */
const requestedText = ({ askedAt }: SlvDetail['pendingDocuments'][number]) =>
  askedAt ? `requested ${format.date(askedAt).slice(0, 5)}` : ''

type ChipProps = {
  title: string
  isCurrent?: boolean
  isMissing?: boolean
  onClick: () => void
  children: ReactNode
}

const Chip = ({
  title,
  isCurrent = false,
  isMissing = false,
  onClick,
  children,
}: ChipProps) => (
  <li>
    <button
      type="button"
      className={classes.chip}
      title={title}
      aria-current={isCurrent || undefined}
      data-missing={isMissing || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  </li>
)
