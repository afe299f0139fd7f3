import { Group, Stack, Text } from '@mantine/core'
import type { DocumentType } from '@portal/contract/document/model'
import { endSentence } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useFlush } from '../../lib/autosave/pending-writes.tsx'
import * as format from '../../lib/text/format.ts'
import classes from '../../records/document/document.module.css'
import {
  DocumentIcon,
  DocumentName,
} from '../../records/document/document-name.tsx'
import { isActive, uploadsTo } from '../../records/document/uploader.ts'
import { pendingTarget, uploaderFor } from '../../records/document/uploads.ts'
import { Hint } from '../../ui/presets.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { UploadArea } from './upload-area.tsx'

const missingText = (missing: SlvDetail['pendingDocuments'], count: number) =>
  endSentence(
    `${missing.length} of ${count} still missing: ${missing.map(({ name }) => name).join('; ')}`,
  )

type RequestingSlv = Pick<
  SlvDetail,
  'id' | 'status' | 'pendingDocuments' | 'availableActions' | 'documents'
>

/**
 * The requested documents of an SLV: which are missing, and for the seller
 * where to upload them.
 */
export const RequestedDocuments = ({ slv }: { slv: RequestingSlv }) => {
  const { pendingDocuments: requested } = slv
  const missing = requested.filter(({ receivedAt }) => receivedAt === null)
  const mayBring = slv.availableActions.includes('upload-pending-documents')
  return (
    <div>
      <Text role="status" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {missing.length === 0
          ? completeText(slv)
          : missingText(missing, requested.length)}
        {mayBring &&
          missing.length > 0 &&
          ' The request goes back to the underwriter when the last one is uploaded.'}
      </Text>
      <ul className={classes.list} aria-label="Requested documents">
        {requested.map((document) => (
          <RequestedDocument
            key={document.id}
            slv={slv}
            asked={document}
            mayBring={mayBring}
            others={missing
              .filter(({ id }) => id !== document.id)
              .map(({ id }) => id)}
          />
        ))}
      </ul>
    </div>
  )
}

const completeText = ({ status }: RequestingSlv) =>
  status === 'DOCUMENTS_RECEIVED'
    ? 'All documents are uploaded. The request is back with the underwriter.'
    : 'All documents are uploaded.'

type PendingDocument = SlvDetail['pendingDocuments'][number]

type RequestedDocumentProps = {
  slv: Pick<SlvDetail, 'id' | 'documents'>
  asked: PendingDocument
  mayBring: boolean
  /** The ids of the other requested documents that are still missing. */
  others: readonly string[]
}

/**
 * One requested document: a note, an example, its files or a place to upload
 * one.
 */
const RequestedDocument = ({
  slv,
  asked,
  mayBring,
  others,
}: RequestedDocumentProps) => {
  const { id, name, note, receivedAt, example } = asked
  const files = slv.documents.filter(
    ({ pendingDocumentId }) => pendingDocumentId === id,
  )
  return (
    <Stack
      component="li"
      gap={6}
      py="sm"
      style={{ overflowWrap: 'anywhere' }}
      aria-label={name}
    >
      <Group justify="space-between" gap="0.125rem var(--mantine-spacing-sm)">
        <strong style={{ fontWeight: 500 }}>{name}</strong>
        {receivedAt ? (
          <StatusBadge
            color="green"
            label={`Received ${format.dateTime(receivedAt)}`}
          />
        ) : (
          <StatusBadge color="orange" label="Missing" />
        )}
      </Group>
      {note && <Hint style={{ whiteSpace: 'pre-wrap' }}>{note}</Hint>}
      {example && <FileLine slvId={slv.id} label="Example:" file={example} />}
      {files.map((file) => (
        <FileLine key={file.id} slvId={slv.id} file={file} />
      ))}
      {mayBring && (
        <PendingUploadArea slvId={slv.id} asked={asked} others={others} />
      )}
    </Stack>
  )
}

type FileLineProps = {
  slvId: string
  label?: string
  file: { id: string; name: string; type: DocumentType }
}

const FileLine = ({ slvId, label, file }: FileLineProps) => (
  <Group
    component="p"
    className={classes.file ?? ''}
    align="flex-start"
    gap="0.375rem"
    wrap="nowrap"
    fz="sm"
  >
    {label && <span>{label}</span>}
    <DocumentIcon type={file.type} size={16} />
    <DocumentName slvId={slvId} document={file} />
  </Group>
)

type PendingUploadProps = {
  slvId: string
  asked: PendingDocument
  others: readonly string[]
}

/**
 * Uploads files for a requested document. The upload of the last missing
 * document hands the request back to the underwriter: typed text is saved
 * before it, and further files go to the request's other documents.
 */
const PendingUploadArea = ({ slvId, asked, others }: PendingUploadProps) => {
  const flush = useFlush()
  const uploader = uploaderFor(slvId)
  const target = pendingTarget(asked.id)
  const isUploading = (id: string) =>
    uploadsTo(uploader.get(), pendingTarget(id)).some(isActive)
  const add = async ([first, ...more]: readonly File[]) => {
    if (!first) return
    const isLast = asked.receivedAt === null && others.every(isUploading)
    if (isLast) {
      await flush()
      if (more.length > 0) uploader.add('SELLER', more)
    }
    uploader.add(target, isLast ? [first] : [first, ...more])
  }
  return (
    <UploadArea
      id={slvId}
      target={target}
      label={asked.receivedAt ? 'Add another file' : 'Add file'}
      what={asked.name}
      onFiles={add}
      hint="or drop the file here"
      isSmall
    />
  )
}
