import { useMediaQuery } from '@mantine/hooks'
import { definitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { cents, percent } from '../../../lib/text/format.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { Hint } from '../../../ui/presets.ts'
import { CountedLink } from './figure.tsx'
import { CardGrid, FigureCard, FigureSection } from './figure-section.tsx'

/** A mark of the loan-amount axis: '$0.5M' (spec.md §9). */
const inMillions = (dollars: number) => `$${Number((dollars / 1_000_000).toFixed(3))}M`

/** 'Average Loan Amount By Program' and 'Occupancy Distribution' (spec.md §2). */
export const LoanCharts = ({ summary }: { summary: Summary }) => {
  const { loanAmountByProgram: programs, occupancyDistribution: occupancies } = summary
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <FigureSection id="loans" title="Loans">
      <CardGrid>
        <FigureCard figure="loanAmountByProgram" summary={summary} span="more">
          {programs.length === 0 ? (
            <Hint>No request has a program and a loan amount.</Hint>
          ) : (
            <Bars
              caption={definitions.loanAmountByProgram.label}
              heads={['Program', 'Average loan amount, and over how many requests']}
              axis={axisTo(Math.max(...programs.map(({ value }) => value)))}
              isStacked={isNarrow}
              mark={inMillions}
              room={18}
              bars={programs.map(({ label, value, count }) => ({
                label,
                value,
                shown: (
                  <CountedLink part={{ program: label, has: 'loanAmount' }} of={label} over={count}>
                    {cents(value)}
                  </CountedLink>
                ),
              }))}
            />
          )}
        </FigureCard>
        <FigureCard figure="occupancyDistribution" summary={summary} span="less">
          <Bars
            caption={definitions.occupancyDistribution.label}
            heads={['Occupancy', 'Share and number of requests']}
            axis={axisTo(Math.max(...occupancies.map(({ value }) => value)))}
            room={11}
            bars={occupancies.map(({ label, value, count }) => ({
              label,
              value,
              shown: (
                <CountedLink part={{ occupancy: label }} of={label} over={count}>
                  {percent(value)}
                </CountedLink>
              ),
            }))}
          />
        </FigureCard>
      </CardGrid>
    </FigureSection>
  )
}
