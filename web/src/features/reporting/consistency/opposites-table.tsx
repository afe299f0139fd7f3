import { Anchor } from '@mantine/core'
import type {
  ComparedCase,
  OppositeOutcomes,
} from '@portal/contract/reporting/consistency'
import { describeBand } from '@portal/contract/slv-request/like-cases'
import { Link } from '@tanstack/react-router'
import { bps, day, text } from '../../../lib/text/format.ts'
import { Hint } from '../../../ui/presets.ts'
import { CellNote, SmallTable } from '../../../ui/small-table.tsx'
import { RuleCount } from './rule-count.tsx'

const heads = [
  'Similar requests',
  'Approved',
  'Most recent approval',
  'Denied',
  'Most recent denial',
]

type OppositesTableProps = { opposites: readonly OppositeOutcomes[] }

/** Like requests with opposite outcomes, an approval beside a denial. */
export const OppositesTable = ({ opposites }: OppositesTableProps) => {
  if (opposites.length === 0)
    return <Hint>No similar requests have opposite outcomes.</Hint>
  return (
    <SmallTable region="Table of opposite outcomes" heads={heads}>
      {opposites.map((pair) => {
        const band = { from: pair.from, to: pair.to }
        return (
          <tr key={`${pair.program} ${describeBand(pair)}`}>
            <th scope="row">
              {describeBand(pair)}
              <CellNote>{pair.program}</CellNote>
            </th>
            <td>
              <RuleCount
                rule={pair}
                band={band}
                of="Approved"
                status="APPROVED"
                value={pair.approved}
              />
            </td>
            <CaseCell slv={pair.approvedCase} />
            <td>
              <RuleCount
                rule={pair}
                band={band}
                of="Denied"
                status="DECLINED"
                value={pair.declined}
              />
            </td>
            <CaseCell slv={pair.declinedCase} />
          </tr>
        )
      })}
    </SmallTable>
  )
}

const CaseCell = ({ slv }: { slv: ComparedCase }) => (
  <td style={{ minWidth: '14rem' }}>
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link
          {...props}
          to="/slv/department/review-request/$proxyLoanId"
          params={{ proxyLoanId: slv.id }}
        />
      )}
    >
      {`Loan ${text(slv.loanNumber)}`}
    </Anchor>
    <div>{slv.summary}</div>
    <CellNote>
      {slv.priceAdjustment === null
        ? day(slv.decidedOn)
        : `${day(slv.decidedOn)}, ${bps(slv.priceAdjustment)}`}
    </CellNote>
  </td>
)
