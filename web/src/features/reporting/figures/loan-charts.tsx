import { useMediaQuery } from '@mantine/hooks'
import { definitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { cents, count, percent } from '../../../lib/format.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { ChartCard, ChartGrid, NothingHere } from './chart-card.tsx'
import { Behind, Beside, FigureName } from './figure.tsx'
import { FigureSection } from './figure-section.tsx'
import { oversOf } from './overs.ts'

type LoanChartsProps = { summary: Summary; days: string }

/** A mark of the loan-amount axis: '$0.5M' (spec.md §9). */
const inMillions = (dollars: number) => `$${Number((dollars / 1_000_000).toFixed(3))}M`

/** 'Average Loan Amount By Program' and 'Occupancy Distribution' (spec.md §2). */
export const LoanCharts = ({ summary, days }: LoanChartsProps) => {
  const { loanAmountByProgram: programs, occupancyDistribution: occupancies } = summary
  const overs = oversOf(summary)
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <FigureSection id="loans" title="Loans">
      <ChartGrid>
        <ChartCard
          span="more-late"
          title={
            <FigureName definition={definitions.loanAmountByProgram} days={days} over={overs.loanAmountByProgram} />
          }
        >
          {programs.length === 0 ? (
            <NothingHere>No request has a program and a loan amount.</NothingHere>
          ) : (
            <Bars
              caption={definitions.loanAmountByProgram.label}
              heads={['Program', 'Average loan amount, and over how many requests']}
              axis={axisTo(Math.max(...programs.map(({ value }) => value)))}
              isStacked={isNarrow}
              mark={inMillions}
              room={18}
              bars={programs.map(({ label, value, count: requests }) => ({
                key: label,
                label,
                value,
                shown: (
                  <>
                    <Behind part={{ program: label, has: 'loanAmount' }} of={label} over={requests}>
                      {cents(value)}
                    </Behind>
                    <Beside>{count(requests)}</Beside>
                  </>
                ),
              }))}
            />
          )}
        </ChartCard>
        <ChartCard
          span="less-late"
          title={
            <FigureName definition={definitions.occupancyDistribution} days={days} over={overs.occupancyDistribution} />
          }
        >
          <Bars
            caption={definitions.occupancyDistribution.label}
            heads={['Occupancy', 'Share and number of requests']}
            axis={axisTo(Math.max(...occupancies.map(({ value }) => value)))}
            room={11}
            bars={occupancies.map(({ label, value, count: requests }) => ({
              key: label,
              label,
              value,
              shown: (
                <>
                  <Behind part={{ occupancy: label }} of={label} over={requests}>
                    {percent(value)}
                  </Behind>
                  {requests > 0 && <Beside>{count(requests)}</Beside>}
                </>
              ),
            }))}
          />
        </ChartCard>
      </ChartGrid>
    </FigureSection>
  )
}
