import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type {
  ImportedField,
  ImportedLoan,
} from '@portal/contract/slv/import-api'
import { Link } from '@tanstack/react-router'
import { useBranding } from '../../../records/auth/queries.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { CellNote, SmallTable } from '../../../ui/small-table.tsx'
import {
  describeSource,
  fieldOutcomeLabels,
  loanTitle,
  outcomeLabels,
  valueText,
} from './import-text.ts'

type ImportReportProps = {
  loans: readonly ImportedLoan[]
  /** Called when a draft is opened. */
  onOpen: () => void
}

/** The result for each loan in a file, and for each of its fields. */
export const ImportReport = ({ loans, onOpen }: ImportReportProps) => (
  <ScrollRegion
    label="Import report"
    style={{ overflow: 'auto', maxHeight: '50vh' }}
  >
    <Stack gap="md">
      {loans.map((loan) => (
        <LoanReport key={loan.rowNumber ?? 0} loan={loan} onOpen={onOpen} />
      ))}
    </Stack>
  </ScrollRegion>
)

const LoanReport = ({
  loan,
  onOpen,
}: {
  loan: ImportedLoan
  onOpen: () => void
}) => {
  const { outcome, slvId, reason, fields } = loan
  return (
    <section aria-label={loanTitle(loan)}>
      <Group gap="xs" mb="xs">
        <Title order={3} size="sm">
          {loanTitle(loan)}
        </Title>
        <Text
          span
          fw={500}
          {...(outcome === 'REJECTED' && { c: 'var(--mantine-color-error)' })}
        >
          {outcomeLabels[outcome]}
        </Text>
        {slvId && (
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link
                {...props}
                to="/slv/review-request/$proxyLoanId"
                params={{ proxyLoanId: slvId }}
                onClick={onOpen}
              />
            )}
          >
            {outcome === 'CREATED' || outcome === 'UPDATED'
              ? 'Open draft'
              : 'Open request'}
          </Anchor>
        )}
      </Group>
      {reason && <Text mb="xs">{reason}</Text>}
      {fields.length > 0 && (
        <SmallTable heads={['Field', 'Result']}>
          {fields.map((field) => (
            <FieldRow
              key={`${field.source} ${field.outcome} ${field.reason}`}
              field={field}
            />
          ))}
        </SmallTable>
      )}
    </section>
  )
}

const FieldRow = ({ field }: { field: ImportedField }) => {
  const { name: brandName } = useBranding()
  const { label, element } = describeSource(field, brandName)
  return (
    <tr>
      <th scope="row">
        {label}
        {element && <CellNote>{element}</CellNote>}
      </th>
      <td>
        {[fieldOutcomeLabels[field.outcome], valueText(field)]
          .filter(Boolean)
          .join(' · ')}
        {field.reason && <CellNote>{field.reason}</CellNote>}
      </td>
    </tr>
  )
}
