import { Group } from '@mantine/core'
import { branded } from '@portal/contract/lib/brand'

import { progressOf } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  type TdocColumn,
  tdocColumnLabels,
  tdocColumns,
} from '@portal/contract/tdoc/list-query'
import * as model from '@portal/contract/tdoc/model'
import { date, dateTime, day, days, none, text } from '../../lib/text/format.ts'
import {
  type Column,
  type ColumnPreset,
  type ListLayout,
  withFirst,
} from '../../ui/data-table/columns.ts'
import { RowClock } from '../sla/shared/row-clock.tsx'
import { SlaChip, type SlaChipProps } from '../sla/shared/sla-chip.tsx'
import {
  DescriptionIcon,
  OriginalLink,
  TdocField,
  TdocStatusBadge,
} from './cells.tsx'

type Options = {
  brandName: string
  refused: ReadonlyMap<string, string>
  isNarrow: boolean
}

type Cell = Omit<Column<Tdoc>, 'key' | 'label' | 'isSortable'>

const progressText = ({
  reviewCategories,
}: Pick<Tdoc, 'reviewCategories'>): string => {
  const { completed, total } = progressOf(reviewCategories)
  return `${completed} of ${total}`
}

const person = (
  tdoc: Tdoc,
  kind: 'underwriter' | 'reviewer',
  value: Tdoc['assignedUnderwriter'],
) => (
  <TdocField tdoc={tdoc} kind={kind} text={value?.name ?? 'Unassigned'}>
    {text(value?.name)}
  </TdocField>
)

/**
 * The signed days (spec.md §5) are beside the due date only while there is
 * time.
 */
const TdocClock = ({ of, sla }: Pick<SlaChipProps, 'of' | 'sla'>) => {
  if (sla.dueState !== 'OK') return <RowClock of={of} sla={sla} />
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <RowClock of={of} sla={sla} />
      <SlaChip of={of} sla={sla} isInTable />
    </Group>
  )
}

/** The columns in the spec's order (spec.md §2), after the description icon. */
const cells: Record<TdocColumn, Cell> = {
  slaDays: {
    width: 224,
    render: ({ id, sla }) =>
      sla ? <TdocClock of={{ tdocId: id }} sla={sla} /> : none,
  },
  turnTime: {
    width: 92,
    align: 'end',
    render: ({ turnTime }) => days(turnTime),
  },
  progressTracking: {
    width: 148,
    render: (tdoc) => (
      <TdocField
        tdoc={tdoc}
        kind="progress"
        text={model.progressTrackingLabels[tdoc.progressTracking]}
      />
    ),
  },
  type: {
    width: 116,
    render: (tdoc) => (
      <OriginalLink tdoc={tdoc} text={model.tdocTypeLabels[tdoc.type]} />
    ),
  },
  buyerLoanNumber: {
    width: 168,
    staysInSight: true,
    render: ({ buyerLoanNumber }) => buyerLoanNumber,
  },
  imageFileName: { width: 230, render: ({ imageFileName }) => imageFileName },
  assignedUnderwriter: {
    width: 176,
    render: (tdoc) => person(tdoc, 'underwriter', tdoc.assignedUnderwriter),
  },
  reviewUnderwriter: {
    width: 176,
    render: (tdoc) => person(tdoc, 'reviewer', tdoc.reviewUnderwriter),
  },
  sellerName: { width: 150, render: ({ sellerName }) => text(sellerName) },
  corrId: { width: 88, render: ({ corrId }) => text(corrId) },
  borrowerLastName: {
    width: 162,
    render: (tdoc) => text(tdoc.borrowerLastName),
  },
  productCode: { width: 138, render: ({ productCode }) => text(productCode) },
  currentLDStatus: { width: 188, render: (tdoc) => text(tdoc.currentLDStatus) },
  tdocReceivedDate: {
    width: 190,
    render: ({ tdocReceivedDate }) => dateTime(tdocReceivedDate),
  },
  sftpTransmittalDate: {
    width: 206,
    render: ({ sftpTransmittalDate }) => dateTime(sftpTransmittalDate),
  },
  status: {
    width: 158,
    render: (tdoc) => (
      <TdocField
        tdoc={tdoc}
        kind="status"
        text={model.tdocStatusLabels[tdoc.status]}
      >
        <TdocStatusBadge status={tdoc.status} />
      </TdocField>
    ),
  },
  tprResponse: {
    width: 124,
    render: ({ tprResponse }) =>
      tprResponse ? model.tprResponseLabels[tprResponse] : none,
  },
  tprTDocResponseDate: {
    width: 156,
    render: (tdoc) => date(tdoc.tprTDocResponseDate),
  },
  tprEstimatedDateOfReview: {
    width: 218,
    render: (tdoc) => day(tdoc.tprEstimatedDateOfReview),
  },
  dueOutOfReview: { width: 148, render: (tdoc) => day(tdoc.dueOutOfReview) },
  reviewCategories: { width: 200, render: progressText },
  isReviewComplete: {
    width: 174,
    render: ({ isReviewComplete }) => (isReviewComplete ? 'Yes' : 'No'),
  },
  completedDate: {
    width: 152,
    render: ({ completedDate }) => date(completedDate),
  },
  createdByUserFullName: {
    width: 140,
    render: (tdoc) => text(tdoc.createdByUserFullName),
  },
  completedBy: { width: 140, render: ({ completedBy }) => text(completedBy) },
  jumboVendorName: {
    width: 150,
    render: ({ jumboVendorName }) => text(jumboVendorName),
  },
}

/** The spec's columns in its order, and those for one kind of work. */
export const tdocPresets: readonly (ColumnPreset & {
  columns: readonly TdocColumn[]
})[] = [
  { label: 'All columns', columns: tdocColumns },
  {
    label: 'Intake',
    columns: [
      'slaDays',
      'buyerLoanNumber',
      'imageFileName',
      'type',
      'sellerName',
      'borrowerLastName',
      'progressTracking',
      'assignedUnderwriter',
      'status',
      'tdocReceivedDate',
      'sftpTransmittalDate',
    ] as const,
  },
  {
    label: 'Review',
    columns: [
      'slaDays',
      'buyerLoanNumber',
      'imageFileName',
      'borrowerLastName',
      'status',
      'progressTracking',
      'assignedUnderwriter',
      'reviewUnderwriter',
      'reviewCategories',
      'tprResponse',
      'dueOutOfReview',
    ] as const,
  },
  {
    label: 'Vendor',
    columns: [
      'slaDays',
      'buyerLoanNumber',
      'imageFileName',
      'jumboVendorName',
      'status',
      'tprResponse',
      'tprTDocResponseDate',
      'tprEstimatedDateOfReview',
      'reviewCategories',
      'tdocReceivedDate',
    ] as const,
  },
]

/**
 * What reviewers see first: what is due, and their response. It fits a screen
 * of 1440 pixels; the rest can be shown.
 */
export const reviewerLayout: ListLayout = {
  columns: [
    'slaDays',
    'buyerLoanNumber',
    'imageFileName',
    'borrowerLastName',
    'status',
    'tprResponse',
  ],
  density: 'COMFORTABLE',
}

const firstOnPhones = [
  'description',
  'buyerLoanNumber',
  'status',
  'slaDays',
  'imageFileName',
  'assignedUnderwriter',
]
const narrowWidths: Record<string, number> = {
  buyerLoanNumber: 92,
  status: 134,
  slaDays: 210,
}

export const tdocColumnsFor = ({
  brandName,
  refused,
  isNarrow,
}: Options): Column<Tdoc>[] => {
  const description: Column<Tdoc> = {
    key: 'description',
    label: 'Description',
    width: isNarrow ? 40 : 104,
    isLabelHidden: isNarrow,
    isSticky: true,
    render: (tdoc) => (
      <DescriptionIcon tdoc={tdoc} why={refused.get(tdoc.id)} />
    ),
  }
  const rest = tdocColumns.map((key) => ({
    ...cells[key],
    key,
    label: branded(tdocColumnLabels[key], brandName),
    isSortable: true,
    ...(isNarrow && key in narrowWidths && { width: narrowWidths[key] }),
  }))
  const all = [description, ...rest]
  return isNarrow ? withFirst(all, firstOnPhones) : all
}
