import { Radio, Stack } from '@mantine/core'
import { PostCloseReason, postCloseReasons } from '@portal/contract/slv/model'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useBranding } from '../../auth/queries.ts'
import { LoanLookup } from '../../loan/loan-lookup.tsx'
import { useLoanLookup } from '../../loan/use-loan-lookup.ts'
import { useCreatePostClose } from '../queries.ts'
import { SlvsOfLoan } from './slvs-of-loan.tsx'

/** Creates a post-close SLV for one of the buyer's loans; it is its creator's to review. */
export const PostCloseDialog = ({ onClose }: { onClose: () => void }) => {
  const { name: brandName } = useBranding()
  const router = useRouter()
  const { number, type, askNow, lookup } = useLoanLookup('UNDERWRITER', brandName)
  const [reason, setReason] = useState<(typeof postCloseReasons)[number] | null>(null)
  const createPostClose = useCreatePostClose()
  const loan = lookup.kind === 'FOUND' ? lookup.loan : null

  return (
    <FormDialog
      title="Create Post Close SLV"
      size="lg"
      isOpen
      onClose={onClose}
      submitLabel="Create Post Close SLV"
      isSubmitDisabled={loan === null || reason === null}
      onSubmit={async () => {
        if (!loan || !reason) return
        const { id } = await createPostClose.mutateAsync({ loan: loan.loanNumber, postCloseReason: reason })
        await router.navigate({ to: '/slv/post-close-request/$proxyLoanId', params: { proxyLoanId: id } })
      }}
    >
      <LoanLookup brandName={brandName} number={number} lookup={lookup} onType={type} onAskNow={askNow}>
        {loan && <SlvsOfLoan loan={loan} onOpen={onClose} />}
      </LoanLookup>
      <Radio.Group label="Reason" value={reason} onChange={(value) => setReason(PostCloseReason.parse(value))} required>
        <Stack gap="xs" pt="xs">
          {postCloseReasons.map((each) => (
            <Radio key={each} value={each} label={each} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
