import { definitions, type FigureKey } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import type { Part } from '@portal/contract/reporting/target'
import type { LoanValue } from '@portal/contract/slv/list-query'
import type { CSSProperties } from 'react'
import { averageDays, cents, count, decimals, money, percent } from '../../../lib/format.ts'
import { Behind, FigureName } from './figure.tsx'
import classes from './kpi-cards.module.css'
import { oversOf } from './overs.ts'

type KpiProps = { summary: Summary; days: string }

/** One figure of a card. */
type Kpi = { key: FigureKey; shown: string; over: number; part?: Part }

/** Those that have a value. */
const having = (has: LoanValue): { part: Part } => ({ part: { has } })

/** The cards at the head of the page (spec.md §2), in its order; 'Avg. DTI / DSCR' holds two figures. */
const kpisOf = ({ over, ...summary }: Summary): Kpi[][] => {
  const requests = summary.totalRequests
  return [
    [{ key: 'totalRequests', shown: count(requests), over: requests }],
    [
      {
        key: 'avgTurnTime',
        shown: averageDays(summary.avgTurnTime),
        over: over.avgTurnTime,
        part: { isDecided: true },
      },
    ],
    [{ key: 'totalSlvs', shown: count(summary.totalSlvs), over: requests }],
    [{ key: 'avgSlvsByRequest', shown: decimals(summary.avgSlvsByRequest), over: over.avgSlvsByRequest }],
    [
      {
        key: 'totalVolume',
        shown: money(Math.round(summary.totalVolume)),
        over: over.totalVolume,
        ...having('loanAmount'),
      },
    ],
    [{ key: 'avgLoanAmount', shown: cents(summary.avgLoanAmount), over: over.avgLoanAmount, ...having('loanAmount') }],
    [
      {
        key: 'avgCreditScore',
        shown: decimals(summary.avgCreditScore),
        over: over.avgCreditScore,
        ...having('creditScore'),
      },
    ],
    [{ key: 'avgLtv', shown: percent(summary.avgLtv), over: over.avgLtv, ...having('ltv') }],
    [
      { key: 'avgDti', shown: percent(summary.avgDti), over: over.avgDti, ...having('dti') },
      { key: 'avgDscr', shown: decimals(summary.avgDscr), over: over.avgDscr, ...having('dscr') },
    ],
    [
      {
        key: 'avgPostCloseReserves',
        shown: cents(summary.avgPostCloseReserves),
        over: over.avgPostCloseReserves,
        ...having('reserves'),
      },
    ],
  ]
}

const lengthOf = (figures: readonly Kpi[]) =>
  figures.reduce((sum, { shown }) => sum + shown.length, 3 * (figures.length - 1))

/** How long the longest value is: all have letters of one size. */
const lettersOf = (cards: readonly Kpi[][]): CSSProperties & Record<'--letters', number> => ({
  '--letters': Math.max(...cards.map(lengthOf)),
})

/** The figures at the head of the page. */
export const KpiCards = ({ summary, days }: KpiProps) => {
  const overs = oversOf(summary)
  const cards = kpisOf(summary)
  return (
    <section aria-label="Key figures">
      <dl className={classes.cards} style={lettersOf(cards)}>
        {cards.map((figures) => (
          <div key={figures[0]?.key} className={classes.card}>
            <dt>
              {figures.map(({ key }, index) => (
                <span key={key}>
                  {index > 0 && ' / '}
                  <FigureName
                    definition={index > 0 ? { ...definitions[key], label: 'DSCR' } : definitions[key]}
                    days={days}
                    over={overs[key]}
                  />
                </span>
              ))}
            </dt>
            <dd>
              {figures.map(({ key, shown, over, part = {} }, index) => (
                <span key={key}>
                  {index > 0 && <span className={classes.slash}> / </span>}
                  <Behind part={part} of={definitions[key].label} over={over}>
                    {shown}
                  </Behind>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
