import { Box, Button, Flex, Text } from '@mantine/core'
import {
  definitions,
  notGivenLabel,
} from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import type { Part } from '@portal/contract/reporting/target'
import { useIsNarrow } from '../../../lib/state/use-is-narrow.ts'
import {
  averageDays,
  cents,
  count,
  decimals,
  percent,
  roundMoney,
} from '../../../lib/text/format.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { Hint } from '../../../ui/presets.ts'
import { Breakdown } from './breakdown.tsx'
import { CountedLink, FigureLink } from './figure.tsx'
import {
  CardGrid,
  FigureCard,
  FigureSection,
  SummaryName,
} from './figure-section.tsx'
import classes from './kpi-cards.module.css'

type FiguresProps = {
  summary: Summary
  topLimit: 5 | 10
  onTopLimit?: (topLimit: 5 | 10) => void
}

/** All figures except the capacity table, on the screen and on paper. */
export const Figures = ({ summary, topLimit, onTopLimit }: FiguresProps) => (
  <>
    <KpiCards summary={summary} />
    <Breakdown summary={summary} />
    <TopLists summary={summary} topLimit={topLimit} onTopLimit={onTopLimit} />
    <LoanCharts summary={summary} />
  </>
)

type KpiKey =
  | 'totalRequests'
  | 'totalSlvs'
  | Exclude<keyof Summary['over'], 'avgPreTurnTime' | 'avgPostTurnTime'>
type Format = (value: number | null) => string
type Kpi = { key: KpiKey; format: Format; exact?: Format; part?: Part }

/**
 * The cards of the page in the order of spec.md §2; 'Avg. DTI / DSCR' has two
 * figures.
 */
const cards: readonly (readonly Kpi[])[] = [
  [{ key: 'totalRequests', format: count }],
  [{ key: 'avgTurnTime', format: averageDays, part: { isDecided: true } }],
  [{ key: 'totalSlvs', format: count }],
  [{ key: 'avgSlvsByRequest', format: decimals }],
  [
    {
      key: 'totalVolume',
      format: roundMoney,
      exact: cents,
      part: { has: 'loanAmount' },
    },
  ],
  [
    {
      key: 'avgLoanAmount',
      format: roundMoney,
      exact: cents,
      part: { has: 'loanAmount' },
    },
  ],
  [
    {
      key: 'avgCreditScore',
      format: count,
      exact: decimals,
      part: { has: 'creditScore' },
    },
  ],
  [{ key: 'avgLtv', format: percent, part: { has: 'ltv' } }],
  [
    { key: 'avgDti', format: percent, part: { has: 'dti' } },
    { key: 'avgDscr', format: decimals, part: { has: 'dscr' } },
  ],
  [
    {
      key: 'avgPostCloseReserves',
      format: roundMoney,
      exact: cents,
      part: { has: 'reserves' },
    },
  ],
]

/** The key figures at the top of the page. */
const KpiCards = ({ summary }: { summary: Summary }) => {
  const coverageTexts = {
    totalRequests: summary.totalRequests,
    totalSlvs: summary.totalRequests,
    ...summary.over,
  }
  return (
    <section aria-label="Key metrics">
      <dl className={classes.cards}>
        {cards.map((kpis) => (
          <div key={kpis[0]?.key} className={classes.card}>
            <Box component="dt" c="dimmed" fz="xs">
              {kpis.map(({ key }, index) => (
                <span key={key}>
                  {index > 0 && ' / '}
                  <SummaryName
                    figure={key}
                    summary={summary}
                    {...(index > 0 && { label: 'DSCR' })}
                  />
                </span>
              ))}
            </Box>
            <dd>
              {kpis.map(({ key, format, exact, part = {} }, index) => (
                <span key={key}>
                  {index > 0 && (
                    <Text span inherit c="dimmed" fw={400}>
                      {' '}
                      /{' '}
                    </Text>
                  )}
                  <FigureLink
                    part={part}
                    of={definitions[key].label}
                    over={coverageTexts[key]}
                    exact={exact?.(summary[key])}
                  >
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

/** A mark of the loan-amount axis: '$0.5M' (spec.md §9). */
const inMillions = (dollars: number) =>
  `$${Number((dollars / 1_000_000).toFixed(3))}M`

/**
 * 'Average Loan Amount By Program' and 'Occupancy Distribution' (spec.md §2).
 */
const LoanCharts = ({ summary }: { summary: Summary }) => {
  const { loanAmountByProgram: programs, occupancyDistribution: occupancies } =
    summary
  const isNarrow = useIsNarrow()
  return (
    <FigureSection id="loans" title="Loans">
      <CardGrid>
        <FigureCard figure="loanAmountByProgram" summary={summary} span="more">
          {programs.length === 0 ? (
            <Hint>No requests have a program and a loan amount.</Hint>
          ) : (
            <Bars
              caption={definitions.loanAmountByProgram.label}
              heads={['Program', 'Average loan amount and number of requests']}
              axis={axisTo(Math.max(...programs.map(({ value }) => value)))}
              isStacked={isNarrow}
              mark={inMillions}
              room={18}
              bars={programs.map(({ label, value, count }) => ({
                label,
                value,
                shown: (
                  <CountedLink
                    part={{ program: label, has: 'loanAmount' }}
                    of={label}
                    over={count}
                    exact={cents(value)}
                  >
                    {roundMoney(value)}
                  </CountedLink>
                ),
              }))}
            />
          )}
        </FigureCard>
        <FigureCard
          figure="occupancyDistribution"
          summary={summary}
          span="less"
        >
          <Bars
            caption={definitions.occupancyDistribution.label}
            heads={['Occupancy', 'Share and number of requests']}
            axis={axisTo(Math.max(...occupancies.map(({ value }) => value)))}
            room={11}
            bars={occupancies.map(({ label, value, count }) => ({
              label,
              value,
              shown: (
                <CountedLink
                  part={{ occupancy: label }}
                  of={label}
                  over={count}
                >
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

type TopKey = keyof Summary['top']

/** The four lists in spec.md's order, and how an item narrows the figures. */
const lists: readonly {
  key: TopKey
  head: string
  unit: string
  partOf: (label: string) => Part
}[] = [
  {
    key: 'topSellers',
    head: 'Seller',
    unit: 'requests',
    partOf: (seller) => ({ seller }),
  },
  {
    key: 'topPrograms',
    head: 'Program',
    unit: 'requests',
    partOf: (program) => ({ program }),
  },
  {
    key: 'topStates',
    head: 'State',
    unit: 'requests',
    partOf: (state) => ({ state }),
  },
  {
    key: 'topReasons',
    head: 'Reason',
    unit: 'variances',
    partOf: (reason) => ({ reason }),
  },
]

type TopListsProps = {
  summary: Summary
  topLimit: 5 | 10
  onTopLimit?: ((topLimit: 5 | 10) => void) | undefined
}

/**
 * Top Sellers, Programs, States and Reasons; 'Show More' goes from five to ten
 * of each (spec.md §2).
 */
const TopLists = ({ summary, topLimit, onTopLimit }: TopListsProps) => {
  const hasMore = lists.some(({ key }) => summary.top[key].labels > 5)
  return (
    <FigureSection
      id="top-lists"
      title={`Top ${topLimit}`}
      action={
        onTopLimit &&
        (hasMore || topLimit === 10) && (
          <Button
            size="compact-sm"
            variant="subtle"
            ms="auto"
            onClick={() => onTopLimit(topLimit === 5 ? 10 : 5)}
          >
            {topLimit === 5 ? 'Show More' : 'Show Less'}
          </Button>
        )
      }
    >
      <CardGrid>
        {lists.map(({ key, head, unit, partOf }) => (
          <FigureCard key={key} figure={key} summary={summary} span="quarter">
            {summary[key].length === 0 ? (
              <Hint>{`No requests have a ${head.toLowerCase()}.`}</Hint>
            ) : (
              <Bars
                isStacked
                caption={definitions[key].label}
                heads={[head, `Share and number of ${unit}`]}
                room={0}
                axis={axisTo(
                  Math.max(...summary[key].map(({ value }) => value)),
                )}
                bars={summary[key].map(({ label, value, count: over }) => ({
                  label,
                  value,
                  shown: (
                    <>
                      <Count of={over} />
                      <FigureLink part={partOf(label)} of={label} over={over}>
                        {percent(value)}
                      </FigureLink>
                    </>
                  ),
                }))}
              />
            )}
            <Rest rest={summary.top[key]} shown={summary[key].length} />
          </FigureCard>
        ))}
      </CardGrid>
    </FigureSection>
  )
}

/** What a list leaves out, so that its shares add up. */
const Rest = ({
  rest: { labels, others, notGiven },
  shown,
}: {
  rest: Summary['top'][TopKey]
  shown: number
}) => {
  const hidden = labels - shown
  const lines = [
    { label: hidden === 1 ? '1 other' : `${count(hidden)} others`, ...others },
    { label: notGivenLabel, ...notGiven },
  ].filter((line) => line.count > 0)
  if (lines.length === 0) return null
  return (
    <Box component="dl" mt="auto" pt="0.25rem" c="dimmed" fz="sm">
      {lines.map((line) => (
        <Flex key={line.label} justify="space-between">
          <dt>{line.label}</dt>
          <dd>
            <Count of={line.count} />
            {percent(line.value)}
          </dd>
        </Flex>
      ))}
    </Box>
  )
}

const Count = ({ of }: { of: number }) => (
  <Box component="small" me="0.5rem" c="dimmed" fz="xs">
    {count(of)}
  </Box>
)
