import { Button, Group } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconCheck } from '@tabler/icons-react'
import { DocumentName } from '../../../records/document/document-name.tsx'
import {
  findSupport,
  useSupportingFiles,
  useVerifyFactor,
} from '../../../records/document/queries.ts'

type FactorDocumentsProps = {
  slv: Pick<SlvDetail, 'id' | 'resubmitCount'>
  factor: string
}

/**
 * The files attached to a factor, each with its state, and a button for people
 * who may verify them.
 */
export const FactorDocuments = ({ slv, factor }: FactorDocumentsProps) => {
  const verify = useVerifyFactor(slv.id)
  const files = useSupportingFiles(slv).filter((file) =>
    findSupport(file, factor),
  )
  return files.map((file) => {
    const isVerified = Boolean(findSupport(file, factor)?.verifiedAt)
    const verb = isVerified ? 'Remove verification of' : 'Verify'
    return (
      <Group key={file.id} component="span" gap={6} fz="sm">
        <DocumentName slvId={slv.id} document={file} />
        <span>{isVerified ? 'verified' : 'awaiting verification'}</span>
        {file.availableActions.includes('verify-factor') && (
          <Button
            variant="default"
            size="compact-xs"
            leftSection={!isVerified && <IconCheck size={12} aria-hidden />}
            loading={verify.isPending}
            aria-label={`${verb} ${file.name} for ${factor}`}
            onClick={() =>
              verify.mutate({
                documentId: file.id,
                factor,
                isVerified: !isVerified,
              })
            }
          >
            {isVerified ? 'Remove verification' : 'Verify'}
          </Button>
        )}
      </Group>
    )
  })
}
