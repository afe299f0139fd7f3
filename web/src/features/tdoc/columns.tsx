import { Group } from '@mantine/core'
import { branded } from '@portal/contract/lib/brand'
import { isAlignedAtEnd } from '@portal/contract/lib/list-column'
import { countProgress } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  nextStepLabel,
  type TdocColumn,
  tdocColumnRow,
  tdocColumns,
} from '@portal/contract/tdoc/columns'
import * as model from '@portal/contract/tdoc/model'
import type { Role } from '@portal/contract/user/model'
import { cellText } from '../../lib/text/cell-text.ts'
import { days, none, text } from '../../lib/text/format.ts'
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
  NextStep,
  OriginalLink,
  TdocField,
  TdocStatusBadge,
} from './cells.tsx'

type Options = {
  brandName: string
  refused: ReadonlyMap<string, string>
  isNarrow: boolean
  role: Role
}

const progressText = ({
  reviewCategories,
}: Pick<Tdoc, 'reviewCategories'>): string => {
  const { completed, total } = countProgress(reviewCategories)
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
const TdocClock = ({ subject, sla }: Pick<SlaChipProps, 'subject' | 'sla'>) => {
  if (sla.dueState !== 'OK') return <RowClock subject={subject} sla={sla} />
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <RowClock subject={subject} sla={sla} />
      <SlaChip subject={subject} sla={sla} isInTable />
    </Group>
  )
}

/** Cells that are more than the text of their field. */
const ownCells: Partial<Record<TdocColumn, Column<Tdoc>['render']>> = {
  slaDays: ({ id, sla }) =>
    sla ? <TdocClock subject={{ tdocId: id }} sla={sla} /> : none,
  turnTime: ({ turnTime }) => days(turnTime),
  progressTracking: (tdoc) => (
    <TdocField
      tdoc={tdoc}
      kind="progress"
      text={model.progressTrackingLabels[tdoc.progressTracking]}
    />
  ),
  type: (tdoc) => (
    <OriginalLink tdoc={tdoc} text={model.tdocTypeLabels[tdoc.type]} />
  ),
  assignedUnderwriter: (tdoc) =>
    person(tdoc, 'underwriter', tdoc.assignedUnderwriter),
  reviewUnderwriter: (tdoc) => person(tdoc, 'reviewer', tdoc.reviewUnderwriter),
  status: (tdoc) => (
    <TdocField
      tdoc={tdoc}
      kind="status"
      text={model.tdocStatusLabels[tdoc.status]}
    >
      <TdocStatusBadge status={tdoc.status} />
    </TdocField>
  ),
  reviewCategories: progressText,
  isReviewComplete: ({ isReviewComplete }) => (isReviewComplete ? 'Yes' : 'No'),
}

const plainCell = (column: TdocColumn, tdoc: Tdoc): string => {
  const value = tdoc[column]
  if (typeof value !== 'string') return none
  return cellText(tdocColumnRow(column), value)
}

const toColumn = (
  key: TdocColumn,
  { brandName, isNarrow }: Options,
): Column<Tdoc> => {
  const { label, kind, width } = tdocColumnRow(key)
  return {
    key,
    label: branded(label, brandName),
    width: (isNarrow ? narrowWidths[key] : undefined) ?? width,
    align: isAlignedAtEnd(kind) ? 'end' : 'start',
    isSortable: true,
    staysInSight: key === 'buyerLoanNumber',
    render: ownCells[key] ?? ((tdoc) => plainCell(key, tdoc)),
  }
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
 * What reviewers see first: the next step, and their response. It fits a screen
 * of 1440 pixels; the rest can be shown.
 */
export const reviewerLayout: ListLayout = {
  columns: [
    'needsYou',
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
  'needsYou',
  'status',
  'slaDays',
  'imageFileName',
  'assignedUnderwriter',
]
const narrowWidths: Partial<Record<TdocColumn, number>> = {
  buyerLoanNumber: 92,
  status: 134,
  slaDays: 210,
}

export const tdocColumnsFor = (options: Options): Column<Tdoc>[] => {
  const { brandName, refused, isNarrow, role } = options
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
  const nextStep: Column<Tdoc> = {
    key: 'needsYou',
    label: nextStepLabel,
    width: isNarrow ? 188 : 224,
    isSortable: true,
    render: (tdoc) => <NextStep tdoc={tdoc} brandName={brandName} />,
  }
  const all = [
    description,
    ...(role === 'TPR' ? [nextStep] : []),
    ...tdocColumns.map((key) => toColumn(key, options)),
  ]
  return isNarrow ? withFirst(all, firstOnPhones) : all
}
