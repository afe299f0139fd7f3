import { Button } from '@mantine/core'
import type { Hold, RetentionChange } from '@portal/contract/retention/model'
import { retentionActionLabels } from '@portal/contract/retention/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { usePage } from '../../lib/list-address.ts'
import * as format from '../../lib/text/format.ts'
import {
  holdsQuery,
  retentionChangesQuery,
  retentionQuery,
  useLiftHold,
} from '../../records/retention/queries.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { LoadFailed } from '../../ui/message.tsx'
import { Section } from '../../ui/outline.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { Hint, SecondaryButton, TinyButton } from '../../ui/presets.ts'
import { SmallTable } from '../../ui/small-table.tsx'

const HoldDialog = lazy(() => import('./hold-dialog.tsx'), 'HoldDialog')
const EraseDialog = lazy(() => import('./erase-dialog.tsx'), 'EraseDialog')

const toSubject = ({
  loanNumber,
  companyName,
}: {
  loanNumber: string | null
  companyName: string | null
}) => (loanNumber ? `Loan ${loanNumber}` : (companyName ?? ''))

/** '2 SLVs, 1 Tdoc' */
const coverText = ({ slvs, tdocs }: Hold) =>
  [
    `${format.count(slvs)} ${slvs === 1 ? 'SLV' : 'SLVs'}`,
    `${format.count(tdocs)} ${tdocs === 1 ? 'Tdoc' : 'Tdocs'}`,
  ].join(', ')

const actionText = ({ action, isTdoc }: Row) =>
  action === 'erase'
    ? `Erased ${isTdoc ? 'a Tdoc' : 'an SLV'}`
    : retentionActionLabels[action]

type Row = Omit<RetentionChange, 'id'> & { id: string }
const columns: Column<Row>[] = [
  {
    key: 'at',
    label: 'When',
    width: 176,
    render: ({ at }) => format.dateTime(at),
  },
  { key: 'action', label: 'Action', width: 180, render: actionText },
  { key: 'subject', label: 'Loan or Seller', width: 200, render: toSubject },
  {
    key: 'reason',
    label: 'Reason',
    width: 320,
    render: ({ reason }) => <span title={reason}>{reason}</span>,
  },
  {
    key: 'actor',
    label: 'By',
    width: 180,
    render: ({ actorName }) => actorName ?? 'Retention',
  },
]

const yearsText = (years: number | null | undefined) => {
  if (years === undefined) return ''
  if (years === null) return 'Records are kept indefinitely.'
  return `Borrower data in closed SLVs and Tdocs is erased ${years === 1 ? 'a year' : `${years} years`} after their last change, unless they’re on legal hold.`
}

const withTextIds = <Answer extends { items: RetentionChange[] }>(
  answer: Answer,
) => ({
  ...answer,
  items: answer.items.map((row) => ({ ...row, id: String(row.id) })),
})

/**
 * Settings > Records: legal holds, erasure of borrower data, and their history.
 */
export const RecordsPage = () => {
  const { page, onPage } = usePage()
  const [dialog, setDialog] = useState<'hold' | 'erase' | null>(null)
  const { data: retention } = useQuery(retentionQuery)
  const changes = useQuery({
    ...retentionChangesQuery(page),
    select: withTextIds,
  })
  const close = () => setDialog(null)
  return (
    <Page>
      <PageHeader
        title="Records"
        under={yearsText(retention?.years)}
        actions={
          <>
            <SecondaryButton
              aria-haspopup="dialog"
              onClick={() => setDialog('erase')}
            >
              Erase borrower data…
            </SecondaryButton>
            <Button aria-haspopup="dialog" onClick={() => setDialog('hold')}>
              Place a legal hold
            </Button>
          </>
        }
      />
      <Section id="holds" title="Legal holds">
        <Holds />
      </Section>
      <Section id="history" title="History">
        <PagedTable
          noun={['entry', 'entries']}
          storageKey="retention"
          columns={columns}
          rowLabel={(row) => `${row.action} ${toSubject(row)}`}
          query={changes}
          onPage={onPage}
          empty={{
            title: 'No entries yet',
            why: 'Legal holds and erasures appear here.',
          }}
        />
      </Section>
      {dialog === 'hold' && <HoldDialog onClose={close} />}
      {dialog === 'erase' && <EraseDialog onClose={close} />}
    </Page>
  )
}

const Holds = () => {
  const { data, error, refetch } = useQuery(holdsQuery)
  const [lifted, setLifted] = useState<Hold | null>(null)
  const { mutateAsync: lift } = useLiftHold()
  if (error && !data)
    return <LoadFailed what="the legal holds" error={error} onClick={refetch} />
  const inEffect = data?.filter(({ liftedAt }) => liftedAt === null) ?? []
  return (
    <>
      <Hint>
        Data on legal hold can’t be erased manually, and isn’t erased when its
        retention period ends.
      </Hint>
      {data && inEffect.length === 0 && <Hint>Nothing is on legal hold.</Hint>}
      {inEffect.length > 0 && (
        <SmallTable
          region="Legal holds in effect"
          heads={[
            'Loan or seller',
            'Covers',
            'Reason',
            'Since',
            'Set by',
            'Action',
          ]}
        >
          {inEffect.map((hold) => (
            <tr key={hold.id}>
              <th scope="row">{toSubject(hold)}</th>
              <td>{coverText(hold)}</td>
              <td>{hold.reason}</td>
              <td>{format.dateTime(hold.setAt)}</td>
              <td>{hold.setBy}</td>
              <td>
                <TinyButton
                  aria-haspopup="dialog"
                  aria-label={`Lift the hold on ${toSubject(hold)}`}
                  onClick={() => setLifted(hold)}
                >
                  Lift…
                </TinyButton>
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
      {lifted && (
        <ConfirmDialog
          title={`Lift the hold on ${toSubject(lifted)}?`}
          text="Its data can then be erased manually, and is erased when its retention period ends."
          confirmLabel="Lift the hold"
          onClose={() => setLifted(null)}
          onConfirm={() => lift(lifted.id)}
        />
      )}
    </>
  )
}
