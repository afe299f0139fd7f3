import { Box, Text } from '@mantine/core'
import { definitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import type { Part } from '@portal/contract/reporting/target'
import { averageDays, cents, count, decimals, money, percent } from '../../../lib/text/format.ts'
import { FigureLink } from './figure.tsx'
import { SummaryName } from './figure-section.tsx'
import classes from './kpi-cards.module.css'

type KpiKey = 'totalRequests' | 'totalSlvs' | Exclude<keyof Summary['over'], 'avgPreTurnTime' | 'avgPostTurnTime'>
type Kpi = { key: KpiKey; format: (value: number | null) => string; part?: Part }

/** The cards of the page in the order of spec.md §2; 'Avg. DTI / DSCR' has two figures. */
const cards: readonly (readonly Kpi[])[] = [
  [{ key: 'totalRequests', format: count }],
  [{ key: 'avgTurnTime', format: averageDays, part: { isDecided: true } }],
  [{ key: 'totalSlvs', format: count }],
  [{ key: 'avgSlvsByRequest', format: decimals }],
  [{ key: 'totalVolume', format: (volume) => money(Math.round(volume ?? 0)), part: { has: 'loanAmount' } }],
  [{ key: 'avgLoanAmount', format: cents, part: { has: 'loanAmount' } }],
  [{ key: 'avgCreditScore', format: decimals, part: { has: 'creditScore' } }],
  [{ key: 'avgLtv', format: percent, part: { has: 'ltv' } }],
  [
    { key: 'avgDti', format: percent, part: { has: 'dti' } },
    { key: 'avgDscr', format: decimals, part: { has: 'dscr' } },
  ],
  [{ key: 'avgPostCloseReserves', format: cents, part: { has: 'reserves' } }],
]

/** The key figures at the top of the page. */
export const KpiCards = ({ summary }: { summary: Summary }) => {
  const overs = { totalRequests: summary.totalRequests, totalSlvs: summary.totalRequests, ...summary.over }
  return (
    <section aria-label="Key figures">
      <dl className={classes.cards}>
        {cards.map((kpis) => (
          <div key={kpis[0]?.key} className={classes.card}>
            <Box component="dt" c="dimmed" fz="xs">
              {kpis.map(({ key }, index) => (
                <span key={key}>
                  {index > 0 && ' / '}
                  <SummaryName figure={key} summary={summary} {...(index > 0 && { label: 'DSCR' })} />
                </span>
              ))}
            </Box>
            <dd>
              {kpis.map(({ key, format, part = {} }, index) => (
                <span key={key}>
                  {index > 0 && (
                    <Text span inherit c="dimmed" fw={400}>
                      {' '}
                      /{' '}
                    </Text>
                  )}
                  <FigureLink part={part} of={definitions[key].label} over={overs[key]}>
                    {format(summary[key])}
                  </FigureLink>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
