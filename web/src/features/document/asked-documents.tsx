import { Group, Stack, Text } from '@mantine/core'
import type { DocumentType } from '@portal/contract/document/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react'
import { useFlush } from '../../lib/autosave/pending-writes.tsx'
import * as format from '../../lib/text/format.ts'
import { Hint } from '../../ui/presets.ts'
import classes from './document.module.css'
import { DocumentIcon, DocumentName } from './shared/document-name.tsx'
import { UploadArea } from './upload-area.tsx'
import { isActive, uploadsTo } from './uploader.ts'
import { pendingTarget, uploaderFor } from './uploads.ts'

type AskedSlv = Pick<SlvDetail, 'id' | 'status' | 'pendingDocuments' | 'availableActions' | 'documents'>

export const AskedDocuments = ({ slv }: { slv: AskedSlv }) => {
  const { pendingDocuments: requested } = slv
  if (requested.length === 0)
    return (
      <Text c="dimmed" mb="sm">
        The underwriter did not request any documents.
      </Text>
    )
  const missing = requested.filter(({ receivedAt }) => receivedAt === null)
  const mayBring = slv.availableActions.includes('upload-pending-documents')
  return (
    <div>
      <Text
        role="status"
        mb="sm"
        c={missing.length === 0 ? 'light-dark(#17602f, #a6e3b8)' : 'dimmed'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {missing.length === 0
          ? completeText(slv)
          : `${missing.length} of ${requested.length} still missing: ${missing.map(({ name }) => name).join('; ')}.`}
        {mayBring && missing.length > 0 && ' The request goes back to the underwriter when the last one is uploaded.'}
      </Text>
      <Stack component="ul" gap="sm" p={0} aria-label="Requested documents" style={{ listStyle: 'none' }}>
        {requested.map((document) => (
          <AskedDocument
            key={document.id}
            slv={slv}
            asked={document}
            mayBring={mayBring}
            others={missing.filter(({ id }) => id !== document.id).map(({ id }) => id)}
          />
        ))}
      </Stack>
    </div>
  )
}

const completeText = ({ status }: AskedSlv) =>
  status === 'DOCUMENTS_RECEIVED'
    ? 'All documents are uploaded. The request is back with the underwriter.'
    : 'All documents are uploaded.'

type PendingDocument = SlvDetail['pendingDocuments'][number]

type AskedDocumentProps = {
  slv: Pick<SlvDetail, 'id' | 'documents'>
  asked: PendingDocument
  mayBring: boolean
  /** The ids of the other requested documents that are still missing. */
  others: readonly string[]
}

/** One requested document: a note, an example, its files or a place to upload one. */
const AskedDocument = ({ slv, asked, mayBring, others }: AskedDocumentProps) => {
  const { id, name, note, receivedAt, example } = asked
  const files = slv.documents.filter(({ pendingDocumentId }) => pendingDocumentId === id)
  return (
    <Stack
      component="li"
      gap="xs"
      px="md"
      py="sm"
      bd="1px solid var(--portal-line)"
      bdrs="md"
      style={{ overflowWrap: 'anywhere' }}
      aria-label={name}
    >
      <Group justify="space-between" gap="0.125rem var(--mantine-spacing-sm)">
        <strong style={{ fontWeight: 600 }}>{name}</strong>
        <Group
          component="span"
          display="inline-flex"
          gap="0.25rem"
          wrap="nowrap"
          fz="sm"
          c={receivedAt ? 'light-dark(#17602f, #a6e3b8)' : 'light-dark(#8a5200, #f0b85c)'}
        >
          {receivedAt ? <IconCircleCheck size={16} aria-hidden /> : <IconClockHour4 size={16} aria-hidden />}
          {receivedAt ? `Received ${format.dateTime(receivedAt)}` : 'Missing'}
        </Group>
      </Group>
      {note && <Hint style={{ whiteSpace: 'pre-wrap' }}>{note}</Hint>}
      {example && <FileLine slvId={slv.id} label="Example:" file={example} />}
      {files.map((file) => (
        <FileLine key={file.id} slvId={slv.id} file={file} />
      ))}
      {mayBring && <PendingUploadArea slvId={slv.id} asked={asked} others={others} />}
    </Stack>
  )
}

type FileLineProps = { slvId: string; label?: string; file: { id: string; name: string; type: DocumentType } }

const FileLine = ({ slvId, label, file }: FileLineProps) => (
  <Group component="p" className={classes.file ?? ''} align="flex-start" gap="0.375rem" wrap="nowrap" fz="sm">
    {label && <span>{label}</span>}
    <DocumentIcon type={file.type} size={16} />
    <DocumentName slvId={slvId} document={file} />
  </Group>
)

type PendingUploadProps = { slvId: string; asked: PendingDocument; others: readonly string[] }

/**
 * Uploads files for a requested document. The upload of the last missing document hands the request back to the
 * underwriter: typed text is saved before it, and further files go to the request's other documents.
 */
const PendingUploadArea = ({ slvId, asked, others }: PendingUploadProps) => {
  const flush = useFlush()
  const uploader = uploaderFor(slvId)
  const target = pendingTarget(asked.id)
  const isUploading = (id: string) => uploadsTo(uploader.get(), pendingTarget(id)).some(isActive)
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
