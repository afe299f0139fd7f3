import { Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { AskedDocument } from './asked-document.tsx'

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
      <Stack component="ul" gap="sm" m={0} p={0} aria-label="Documents asked for" style={{ listStyle: 'none' }}>
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
