import { Anchor, Group, Radio, Stack, Text, Title } from '@mantine/core'
import type { Loan } from '@portal/contract/loan/model'
import { PostCloseReason, postCloseReasons, slvTypeLabels } from '@portal/contract/slv/model'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { date } from '../../../lib/text/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useBranding } from '../../auth/queries.ts'
import { type LoanFinder, slvsOfLoanQuery, useOpenDraft } from '../../loan/queries.ts'
import { LoanLookup, useLoanLookup } from '../../loan/shared/loan-lookup.tsx'
import { useCreatePostClose } from '../queries.ts'
import { SlvStatusBadge } from '../shared/slv-status.tsx'

export const NewRequestDialog = ({ finder, onClose }: { finder: LoanFinder; onClose: () => void }) => {
  const { name: brandName } = useBranding()
  const router = useRouter()
  const openDraft = useOpenDraft(finder, brandName)
  return (
    <LoanDialog
      finder={finder}
      title={finder === 'SELLER' ? 'New request' : 'Open a draft for a seller'}
      submitLabel="Open draft"
      onClose={onClose}
      onSubmit={async ({ loanNumber }) => {
        const { id } = await openDraft.mutateAsync(loanNumber)
        await router.navigate({ to: '/slv/review-request/$proxyLoanId', params: { proxyLoanId: id } })
      }}
    />
  )
}

export const PostCloseDialog = ({ onClose }: { onClose: () => void }) => {
  const router = useRouter()
  const [postCloseReason, setReason] = useState<(typeof postCloseReasons)[number] | null>(null)
  const createPostClose = useCreatePostClose()
  return (
    <LoanDialog
      finder="UNDERWRITER"
      title="Create Post Close SLV"
      submitLabel="Create Post Close SLV"
      isReady={postCloseReason !== null}
      onClose={onClose}
      onSubmit={async ({ loanNumber }) => {
        if (!postCloseReason) return
        const { id } = await createPostClose.mutateAsync({ loan: loanNumber, postCloseReason })
        await router.navigate({ to: '/slv/post-close-request/$proxyLoanId', params: { proxyLoanId: id } })
      }}
    >
      <Radio.Group
        label="Reason"
        value={postCloseReason}
        onChange={(value) => setReason(PostCloseReason.parse(value))}
        required
      >
        <Stack gap="xs" pt="xs">
          {postCloseReasons.map((reason) => (
            <Radio key={reason} value={reason} label={reason} />
          ))}
        </Stack>
      </Radio.Group>
    </LoanDialog>
  )
}

type LoanDialogProps = {
  finder: LoanFinder
  title: string
  submitLabel: string
  isReady?: boolean
  onClose: () => void
  onSubmit: (loan: Loan) => Promise<unknown>
  children?: ReactNode
}

const LoanDialog = ({ finder, isReady = true, onSubmit, children, ...dialog }: LoanDialogProps) => {
  const { name: brandName } = useBranding()
  const lookup = useLoanLookup(finder, brandName)
  const { loan } = lookup
  return (
    <FormDialog
      {...dialog}
      size="lg"
      isSubmitDisabled={!loan || !isReady}
      onSubmit={async () => loan && onSubmit(loan)}
    >
      <LoanLookup brandName={brandName} lookup={lookup} />
      {loan && finder === 'UNDERWRITER' && <SlvsOfLoan loan={loan} onOpen={dialog.onClose} />}
      {children}
    </FormDialog>
  )
}

const SlvsOfLoan = ({ loan, onOpen }: { loan: Loan; onOpen: () => void }) => {
  const { data, isPending, isError } = useQuery(slvsOfLoanQuery(loan.loanNumber))
  if (isPending) return <Text c="dimmed">Loading the SLVs of this loan…</Text>
  if (isError) return <Text c="dimmed">Couldn’t load the SLVs of this loan.</Text>
  if (data.length === 0) return <Text c="dimmed">This loan has no SLV yet.</Text>
  return (
    <section aria-label="SLVs of this loan">
      <Title order={3} mb="xs">
        {data.length === 1 ? 'This loan already has an SLV' : `This loan already has ${data.length} SLVs`}
      </Title>
      <Stack component="ul" gap="xs" p={0} mah="10rem" style={{ overflow: 'auto' }}>
        {data.map(({ id, type, status, date: sent, underwriterName }) => (
          <Group key={id} component="li" gap="xs">
            <Anchor
              inherit
              fw={500}
              renderRoot={(props) => (
                <Link {...props} to="/slv/review-request/$proxyLoanId" params={{ proxyLoanId: id }} onClick={onOpen} />
              )}
            >
              {slvTypeLabels[type]} {sent ? `of ${date(sent)}` : 'not sent'}
            </Anchor>
            <SlvStatusBadge status={status} />
            {underwriterName && (
              <Text span c="dimmed">
                {underwriterName}
              </Text>
            )}
          </Group>
        ))}
      </Stack>
    </section>
  )
}
