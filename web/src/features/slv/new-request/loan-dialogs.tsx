import {
  Anchor,
  Checkbox,
  Group,
  Radio,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { isPurchased, type Loan } from '@portal/contract/loan/model'
import {
  PostCloseReason,
  postCloseReasons,
  slvTypeLabels,
} from '@portal/contract/slv/model'
import { isSellerDraft, type SlvStatus } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { date } from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import {
  isOpenPreClose,
  type LoanFinder,
  openSlvOfSellerQuery,
  slvsOfLoanQuery,
  useOpenDraft,
} from '../../../records/loan/queries.ts'
import { useCreatePostClose } from '../../../records/slv/queries.ts'
import { SlvStatusBadge } from '../../../records/slv/slv-status.tsx'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { LoanLookup, useLoanLookup } from '../../loan/shared/loan-lookup.tsx'
import { Warning } from '../warning.tsx'

type OpenSlv = { id: string; status: SlvStatus; date: string | null }

/**
 * The open pre-close SLV of a loan; null if there is none, undefined while it
 * is being looked up.
 */
const useOpenSlv = (
  finder: LoanFinder,
  loan: Loan | null,
): OpenSlv | null | undefined => {
  const tableMode = useProfile().permissions.myCompanyView
    ? 'MY_COMPANY'
    : 'MY_OWN'
  const number = loan?.loanNumber ?? ''
  const forSeller = useQuery({
    ...openSlvOfSellerQuery(number, tableMode),
    enabled: loan !== null && finder === 'SELLER',
  })
  const forStaff = useQuery({
    ...slvsOfLoanQuery(number),
    enabled: loan !== null && finder === 'UNDERWRITER',
  })
  if (finder === 'SELLER') return forSeller.isError ? null : forSeller.data
  return forStaff.isError
    ? null
    : forStaff.data && (forStaff.data.find(isOpenPreClose) ?? null)
}

export const NewRequestDialog = ({
  finder,
  onClose,
}: {
  finder: LoanFinder
  onClose: () => void
}) => {
  const { name: brandName } = useBranding()
  const router = useRouter()
  const openDraft = useOpenDraft(finder, brandName)
  const lookup = useLoanLookup(finder, brandName)
  const openSlv = useOpenSlv(finder, lookup.loan)
  const [confirmedLoan, setConfirmedLoan] = useState<string | null>(null)
  const { loan } = lookup
  const isQuestionable = loan !== null && !openSlv && isPurchased(loan)
  const isConfirmed = loan !== null && confirmedLoan === loan.loanNumber

  return (
    <LoanDialog
      finder={finder}
      lookup={lookup}
      title={finder === 'SELLER' ? 'New request' : 'Open a draft for a seller'}
      submitLabel={
        openSlv && !isSellerDraft(openSlv.status)
          ? 'Open request'
          : 'Open draft'
      }
      isReady={openSlv !== undefined && (!isQuestionable || isConfirmed)}
      onClose={onClose}
      onSubmit={async ({ loanNumber }) => {
        const { id } = openSlv ?? (await openDraft.mutateAsync(loanNumber))
        await router.navigate({
          to: '/slv/review-request/$proxyLoanId',
          params: { proxyLoanId: id },
        })
      }}
    >
      {loan && openSlv && finder === 'SELLER' && <OpenSlvNote slv={openSlv} />}
      {isQuestionable && (
        <Warning>
          <p>
            LoanDock lists this loan as purchased. New requests are for loans
            that haven’t been purchased yet (Pre-Close).
          </p>
          <Checkbox
            mt="xs"
            label="Request a Pre-Close variance anyway"
            checked={isConfirmed}
            onChange={(event) =>
              setConfirmedLoan(
                event.currentTarget.checked ? loan.loanNumber : null,
              )
            }
          />
        </Warning>
      )}
    </LoanDialog>
  )
}

const OpenSlvNote = ({ slv: { status, date: sentAt } }: { slv: OpenSlv }) => (
  <Group gap="xs" role="status">
    <span>
      {isSellerDraft(status)
        ? 'This loan already has a draft.'
        : `This loan already has an open request${sentAt ? `, sent ${date(sentAt)}` : ''}.`}
    </span>
    <SlvStatusBadge status={status} />
  </Group>
)

export const PostCloseDialog = ({ onClose }: { onClose: () => void }) => {
  const router = useRouter()
  const [postCloseReason, setReason] = useState<
    (typeof postCloseReasons)[number] | null
  >(null)
  const createPostClose = useCreatePostClose()
  const { name: brandName } = useBranding()
  const lookup = useLoanLookup('UNDERWRITER', brandName)
  return (
    <LoanDialog
      finder="UNDERWRITER"
      lookup={lookup}
      title="Create Post Close SLV"
      submitLabel="Create Post Close SLV"
      isReady={postCloseReason !== null}
      onClose={onClose}
      onSubmit={async ({ loanNumber }) => {
        if (!postCloseReason) return
        const { id } = await createPostClose.mutateAsync({
          loan: loanNumber,
          postCloseReason,
        })
        await router.navigate({
          to: '/slv/post-close-request/$proxyLoanId',
          params: { proxyLoanId: id },
        })
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
  lookup: ReturnType<typeof useLoanLookup>
  title: string
  submitLabel: string
  isReady?: boolean
  onClose: () => void
  onSubmit: (loan: Loan) => Promise<unknown>
  children?: ReactNode
}

const LoanDialog = ({
  finder,
  lookup,
  isReady = true,
  onSubmit,
  children,
  ...dialog
}: LoanDialogProps) => {
  const { name: brandName } = useBranding()
  const { companyName } = useProfile()
  const { loan } = lookup
  return (
    <FormDialog
      {...dialog}
      size="lg"
      isSubmitDisabled={!loan || !isReady}
      onSubmit={async () => loan && onSubmit(loan)}
    >
      <LoanLookup
        brandName={brandName}
        companyName={finder === 'SELLER' ? companyName : null}
        lookup={lookup}
      />
      {loan && finder === 'UNDERWRITER' && (
        <SlvsOfLoan loan={loan} onOpen={dialog.onClose} />
      )}
      {children}
    </FormDialog>
  )
}

const SlvsOfLoan = ({ loan, onOpen }: { loan: Loan; onOpen: () => void }) => {
  const { data, isPending, isError } = useQuery(
    slvsOfLoanQuery(loan.loanNumber),
  )
  if (isPending) return <Text c="dimmed">Loading the SLVs of this loan…</Text>
  if (isError)
    return <Text c="dimmed">Couldn’t load the SLVs of this loan.</Text>
  if (data.length === 0)
    return <Text c="dimmed">This loan has no SLV yet.</Text>
  return (
    <section aria-label="SLVs of this loan">
      <Title order={3} mb="xs">
        {data.length === 1
          ? 'This loan already has an SLV'
          : `This loan already has ${data.length} SLVs`}
      </Title>
      <Stack
        component="ul"
        gap="xs"
        p={0}
        mah="10rem"
        style={{ overflow: 'auto' }}
      >
        {data.map(({ id, type, status, date: sent, underwriterName }) => (
          <Group key={id} component="li" gap="xs">
            <Anchor
              inherit
              fw={500}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/slv/review-request/$proxyLoanId"
                  params={{ proxyLoanId: id }}
                  onClick={onOpen}
                />
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
