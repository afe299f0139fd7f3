import { useRouter } from '@tanstack/react-router'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useBranding } from '../../auth/queries.ts'
import { LoanLookup } from '../../loan/loan-lookup.tsx'
import { type LoanFinder, useOpenDraft } from '../../loan/queries.ts'
import { useLoanLookup } from '../../loan/use-loan-lookup.ts'
import { SlvsOfLoan } from './slvs-of-loan.tsx'

type NewRequestDialogProps = { finder: LoanFinder; onClose: () => void }

/** Opens a draft for a loan: the number is looked up while it is typed, the rest of the form comes from LoanDock. */
export const NewRequestDialog = ({ finder, onClose }: NewRequestDialogProps) => {
  const { name: brandName } = useBranding()
  const router = useRouter()
  const { number, type, askNow, lookup } = useLoanLookup(finder, brandName)
  const openDraft = useOpenDraft(finder, brandName)
  const loan = lookup.kind === 'FOUND' ? lookup.loan : null

  return (
    <FormDialog
      title={finder === 'SELLER' ? 'New request' : 'Open a draft for a seller'}
      size="lg"
      isOpen
      onClose={onClose}
      submitLabel="Open draft"
      isSubmitDisabled={loan === null}
      onSubmit={async () => {
        if (!loan) return
        const { id } = await openDraft.mutateAsync(loan.loanNumber)
        await router.navigate({ to: '/slv/review-request/$proxyLoanId', params: { proxyLoanId: id } })
      }}
    >
      <LoanLookup brandName={brandName} number={number} lookup={lookup} onType={type} onAskNow={askNow}>
        {loan && finder === 'UNDERWRITER' && <SlvsOfLoan loan={loan} onOpen={onClose} />}
      </LoanLookup>
    </FormDialog>
  )
}
