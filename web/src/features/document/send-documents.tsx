import { Button, Paper, Stack, Text } from '@mantine/core'
import { isMissing, listUnsent } from '@portal/contract/document/texts'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useId } from 'react'
import { useFlush } from '../../lib/autosave/pending-writes.tsx'
import { getReason } from '../../lib/call-error.ts'
import { useBranding } from '../../records/auth/queries.ts'
import { useIsUploading } from '../../records/document/uploads.ts'
import { useMove } from '../../records/slv/queries.ts'

type SendingSlv = Pick<
  SlvDetail,
  'id' | 'underwriterName' | 'pendingDocuments' | 'documents'
>

/** Says what is sent and to whom, and sends it. */
export const SendDocuments = ({ slv }: { slv: SendingSlv }) => {
  const { name: brand } = useBranding()
  const flush = useFlush()
  const isUploading = useIsUploading(slv.id)
  const { mutateAsync, isPending, error } = useMove(
    slv.id,
    'send-pending-documents',
  )
  const textId = useId()
  const missing = slv.pendingDocuments.filter(isMissing).length
  const send = async () => {
    try {
      await flush()
      await mutateAsync({})
    } catch {
      // The field that couldn't be saved, or the text below, shows why.
    }
  }
  return (
    <Paper withBorder p="md" mt="xs">
      <Stack gap="xs" align="flex-start">
        <Text id={textId}>
          {missing > 0
            ? waitingText(missing)
            : sendingText(slv, slv.underwriterName ?? brand)}
        </Text>
        <Button
          aria-describedby={textId}
          loading={isPending}
          disabled={missing > 0 || isUploading}
          onClick={() => void send()}
        >
          Send to the underwriter
        </Button>
        {isUploading && <Text c="dimmed">Files are still uploading.</Text>}
        {error && (
          <Text role="alert" c="red">
            {getReason(error) ?? 'The documents weren’t sent. Try again.'}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

const waitingText = (missing: number) =>
  missing === 1
    ? 'Answer one more document, then send everything together.'
    : `Answer ${missing} more documents, then send everything together.`

const count = (number: number, one: string, many: string) =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]

/** 'Anna Lindqvist gets 2 new files and 1 answer.' */
function sendingText(
  { pendingDocuments, documents }: SendingSlv,
  recipient: string,
): string {
  const unsent = listUnsent(pendingDocuments)
  const ids = new Set(unsent.map(({ id }) => id))
  const files = documents.filter(
    ({ pendingDocumentId }) => pendingDocumentId && ids.has(pendingDocumentId),
  )
  const answers = unsent.map(({ answer }) => answer?.kind)
  const parts = [
    ...count(files.length, 'new file', 'new files'),
    ...count(
      answers.filter((kind) => kind === 'ALREADY_SENT').length,
      'document that you already sent',
      'documents that you already sent',
    ),
    ...count(
      answers.filter((kind) => kind === 'CANNOT').length,
      'reason why you can’t provide a document',
      'reasons why you can’t provide a document',
    ),
  ]
  return `${recipient} gets ${new Intl.ListFormat('en').format(parts)}.`
}
