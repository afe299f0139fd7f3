import { Group, Stack, Text } from '@mantine/core'
import { branded } from '@portal/contract/lib/brand'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import * as model from '@portal/contract/tdoc/model'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { dueText } from '../../../lib/text/due.ts'
import {
  date,
  dateTime,
  day,
  days,
  none,
  text,
} from '../../../lib/text/format.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import { canSet, changeLabel } from '../../../records/tdoc/change.ts'
import { tdocActivityQuery } from '../../../records/tdoc/queries.ts'
import { Due } from '../../../ui/due.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Hint } from '../../../ui/presets.ts'
import { SlaChip } from '../../sla/shared/sla-chip.tsx'
import {
  EscalationLinks,
  OriginalLink,
  TdocField,
  TdocStatusBadge,
} from '../cells.tsx'
import classes from '../tdoc.module.css'

/**
 * What this person may set, with its keys, below the status and the due date.
 */
export const TdocFields = ({ tdoc }: { tdoc: Tdoc }) => {
  const { assignedUnderwriter, reviewUnderwriter, progressTracking } = tdoc
  const fields = [
    {
      kind: 'underwriter',
      key: 'a',
      text: assignedUnderwriter?.name ?? 'Unassigned',
    },
    {
      kind: 'reviewer',
      key: 'r',
      text: reviewUnderwriter?.name ?? 'Unassigned',
    },
    {
      kind: 'progress',
      key: 'p',
      text: model.progressTrackingLabels[progressTracking],
    },
  ] as const
  const group = useRef<HTMLDivElement>(null)
  useKeys(
    fields.map(({ kind, key }) => ({
      keys: key,
      label: `Set ${changeLabel(kind).toLowerCase()}`,
      run: () =>
        group.current
          ?.querySelector<HTMLElement>(`[data-key="${key}"]`)
          ?.click(),
      isOff: !canSet(tdoc, kind),
    })),
    { isInDrawer: true },
  )
  return (
    <Stack
      role="region"
      gap="sm"
      aria-label="Status and assignment"
      ref={group}
    >
      <Group gap="sm">
        <TdocStatusBadge status={tdoc.status} />
        {tdoc.sla && <TdocClock id={tdoc.id} sla={tdoc.sla} />}
        {isWithReviewer(tdoc) && <ReturnedNote tdoc={tdoc} />}
      </Group>
      <div className={classes.fields}>
        {fields.map(({ kind, key, text }) => (
          <div key={kind}>
            <Text size="xs" c="dimmed">
              {changeLabel(kind)}
            </Text>
            <TdocField tdoc={tdoc} kind={kind} text={text} shortcut={key} />
          </div>
        ))}
      </div>
    </Stack>
  )
}

/**
 * One clock: the signed days are beside the due date only while there is time.
 */
const TdocClock = ({
  id,
  sla,
}: {
  id: string
  sla: NonNullable<Tdoc['sla']>
}) => {
  const subject = { tdocId: id }
  if (sla.dueState !== 'OK')
    return <SlaChip subject={subject} sla={sla} words={dueText(sla)} />
  return (
    <>
      <Due sla={sla} />
      <SlaChip subject={subject} sla={sla} />
    </>
  )
}

const isWithReviewer = ({ status, sla }: Pick<Tdoc, 'status' | 'sla'>) =>
  status === 'NEW' && sla !== null && !sla.running

const ReturnedNote = ({
  tdoc: { id, sla, isReviewComplete, availableActions },
}: {
  tdoc: Tdoc
}) => {
  const { data } = useInfiniteQuery({
    ...tdocActivityQuery(id),
    meta: { quiet: true },
  })
  const last = data?.pages
    .flatMap(({ items }) => items)
    .find(({ action }) => action === 'return')
  const wasComplete = last?.changes.some(
    ({ field, before }) => field === 'status' && before === 'COMPLETE',
  )
  const who = last?.actorName ? ` by ${last.actorName}` : ''
  const when = last ? `, ${dateTime(last.at)}` : ''
  return (
    <Hint flex="0 0 100%">
      {wasComplete ? 'Reopened' : 'Returned to new'}
      {who}
      {when}. The SLA clock is paused until the reviewer responds
      {sla && sla.days > 0
        ? `; it stopped at ${days(sla.days)} overdue.`
        : ', so it has no due date.'}
      {isReviewComplete &&
        availableActions.includes('complete') &&
        ' Completed category reviews are kept. To have one reviewed again, undo it.'}
    </Hint>
  )
}

export const TdocFacts = ({ tdoc }: { tdoc: Tdoc }) => {
  const { name } = useBranding()
  return (
    <div className={classes.facts}>
      <Facts
        facts={[
          {
            label: branded('{buyer} Loan Number', name),
            value: tdoc.buyerLoanNumber,
          },
          { label: 'Type', value: model.tdocTypeLabels[tdoc.type] },
          ...(tdoc.originalTdocId
            ? [
                {
                  label: 'Escalated from',
                  value: (
                    <OriginalLink
                      tdoc={tdoc}
                      text="The original"
                      isField={false}
                    />
                  ),
                },
              ]
            : []),
          ...(tdoc.escalations.length > 0
            ? [
                {
                  label: 'Escalations',
                  value: <EscalationLinks escalations={tdoc.escalations} />,
                },
              ]
            : []),
          { label: 'Seller', value: text(tdoc.sellerName) },
          { label: 'Borrower', value: text(tdoc.borrowerLastName) },
          { label: 'Product', value: text(tdoc.productCode) },
          { label: 'Received', value: dateTime(tdoc.tdocReceivedDate) },
          { label: 'Vendor', value: text(tdoc.jumboVendorName) },
          {
            label: 'TPR response',
            value: tdoc.tprResponse
              ? `${model.tprResponseLabels[tdoc.tprResponse]}, ${date(tdoc.tprTDocResponseDate)}`
              : none,
          },
          {
            label: 'TPR estimated date',
            value: day(tdoc.tprEstimatedDateOfReview),
          },
          ...(tdoc.completedDate
            ? [
                {
                  label: 'Completed',
                  value: `${date(tdoc.completedDate)}, ${text(tdoc.completedBy)}`,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
