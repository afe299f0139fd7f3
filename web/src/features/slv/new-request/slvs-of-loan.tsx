import type { Loan } from '@portal/contract/loan/model'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { date } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { slvsOfLoanQuery } from '../../loan/queries.ts'
import { statusColors } from '../status-colors.ts'
import classes from './slvs-of-loan.module.css'

/** The SLVs that a loan has already, so that nobody opens a second by mistake. Each is a link to it. */
export const SlvsOfLoan = ({ loan, onOpen }: { loan: Loan; onOpen: () => void }) => {
  const { data, isPending, isError } = useQuery(slvsOfLoanQuery(loan.loanNumber))
  if (isPending) return <p className={classes.calm}>Reading the SLVs of this loan…</p>
  if (isError) return <p className={classes.calm}>The SLVs of this loan could not be read.</p>
  if (data.length === 0) return <p className={classes.calm}>This loan has no SLV yet.</p>

  return (
    <section className={classes.slvs} aria-label="SLVs of this loan">
      <h3>{data.length === 1 ? 'This loan has an SLV already' : `This loan has ${data.length} SLVs already`}</h3>
      <ul>
        {data.map(({ id, type, status, date: sent, underwriterName }) => (
          <li key={id}>
            <Link to="/slv/review-request/$proxyLoanId" params={{ proxyLoanId: id }} onClick={onOpen}>
              {slvTypeLabels[type]} {sent ? `of ${date(sent)}` : 'not sent'}
            </Link>
            <StatusBadge label={slvStatusLabels[status]} color={statusColors[status]} />
            {underwriterName && <span className={classes.calm}>{underwriterName}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
