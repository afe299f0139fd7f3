import { Button, Group } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  letterQuery,
  usePrintReport,
} from '../../../records/reporting/queries.ts'
import { CancelableReport } from '../download-report-button.tsx'

type DecisionLetterProps = { slv: Pick<SlvDetail, 'id' | 'decisionDate'> }

/** Saves the letter of a decision, and shows its code. */
export const DecisionLetter = ({ slv }: DecisionLetterProps) => {
  const { data: letter } = useQuery(letterQuery(slv))
  const report = usePrintReport()
  return (
    <Group gap="xs">
      <CancelableReport {...report}>
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
          onClick={() =>
            report.start({ proxyLoanId: slv.id, audience: 'SELLER' })
          }
        >
          Letter (PDF)
        </Button>
      </CancelableReport>
      {letter && (
        <Button
          variant="subtle"
          title="See what anyone who has the letter can verify"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/verify/$code"
              params={{ code: letter.code }}
            />
          )}
        >
          Letter {letter.code}
        </Button>
      )}
    </Group>
  )
}
