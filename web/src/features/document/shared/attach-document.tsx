import { Group, Select, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  findSupport,
  useSetFactors,
  useSupportingFiles,
} from '../../../records/document/queries.ts'
import { Hint } from '../../../ui/presets.ts'

type AttachDocumentProps = {
  slv: Pick<SlvDetail, 'id' | 'resubmitCount'>
  factor: string
  wanted: string | null
}

/** Chooses the file that supports a factor. */
export const AttachDocument = ({
  slv,
  factor,
  wanted,
}: AttachDocumentProps) => {
  const setFactors = useSetFactors(slv.id)
  const files = useSupportingFiles(slv).filter(({ availableActions }) =>
    availableActions.includes('set-factors'),
  )
  const attached = files.find((file) => findSupport(file, factor))
  const attach = async (documentId: string | null) => {
    if (attached)
      await setFactors.mutateAsync({
        file: attached,
        factor,
        isAttached: false,
      })
    const file = files.find(({ id }) => id === documentId)
    if (file) await setFactors.mutateAsync({ file, factor, isAttached: true })
  }
  if (files.length === 0)
    return (
      <Hint>
        Add {wanted ?? 'its document'} under Documents. Then choose it here.
      </Hint>
    )
  return (
    <Group gap={6} w="100%">
      <Select
        flex="0 1 20rem"
        size="xs"
        aria-label={`Document for ${factor}`}
        placeholder={`Choose ${wanted ?? 'its document'}`}
        clearable
        disabled={setFactors.isPending}
        data={files.map(({ id, name }) => ({ value: id, label: name }))}
        value={attached?.id ?? null}
        onChange={(documentId) => void attach(documentId)}
      />
      {attached && (
        <Text size="xs" c="dimmed">
          {findSupport(attached, factor)?.verifiedAt
            ? 'Verified'
            : 'Awaiting verification'}
        </Text>
      )}
    </Group>
  )
}
