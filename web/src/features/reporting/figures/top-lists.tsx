import { Button } from '@mantine/core'
import { definitions, notGivenLabel } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import type { Part } from '@portal/contract/reporting/target'
import { count, percent } from '../../../lib/format.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { ChartCard, ChartGrid, NothingHere } from './chart-card.tsx'
import { Behind, FigureName } from './figure.tsx'
import { FigureSection } from './figure-section.tsx'
import { oversOf } from './overs.ts'
import classes from './top-lists.module.css'

type TopKey = keyof Summary['top']

/** The four lists in spec.md's order; each item's part of the figures. */
const lists: readonly { key: TopKey; head: string; unit: string; partOf: (label: string) => Part }[] = [
  { key: 'topSellers', head: 'Seller', unit: 'requests', partOf: (seller) => ({ seller }) },
  { key: 'topPrograms', head: 'Program', unit: 'requests', partOf: (program) => ({ program }) },
  { key: 'topStates', head: 'State', unit: 'requests', partOf: (state) => ({ state }) },
  { key: 'topReasons', head: 'Reason', unit: 'variances', partOf: (reason) => ({ reason }) },
]

type TopListsProps = {
  summary: Summary
  days: string
  topLimit: 5 | 10
  onTopLimit?: ((topLimit: 5 | 10) => void) | undefined
}

/** Top Sellers, Programs, States and Reasons; 'Show More' goes from five to ten of each (spec.md §2). */
export const TopLists = ({ summary, days, topLimit, onTopLimit }: TopListsProps) => {
  const overs = oversOf(summary)
  const hasMore = lists.some(({ key }) => summary.top[key].labels > 5)
  return (
    <FigureSection
      id="top-lists"
      title={`Top ${topLimit}`}
      action={
        onTopLimit &&
        (hasMore || topLimit === 10) && (
          <Button size="compact-sm" variant="subtle" onClick={() => onTopLimit(topLimit === 5 ? 10 : 5)}>
            {topLimit === 5 ? 'Show More' : 'Show Less'}
          </Button>
        )
      }
    >
      <ChartGrid>
        {lists.map(({ key, head, unit, partOf }) => (
          <ChartCard
            key={key}
            span="quarter"
            title={<FigureName definition={definitions[key]} days={days} over={overs[key]} />}
          >
            {summary[key].length === 0 ? (
              <NothingHere>{`No ${head.toLowerCase()} is given.`}</NothingHere>
            ) : (
              <Bars
                isStacked
                caption={definitions[key].label}
                heads={[head, `Share and number of ${unit}`]}
                room={0}
                axis={axisTo(Math.max(...summary[key].map(({ value }) => value)))}
                bars={summary[key].map((item) => ({
                  key: item.label,
                  label: item.label,
                  value: item.value,
                  shown: (
                    <>
                      <small className={classes.before}>{count(item.count)}</small>
                      <Behind part={partOf(item.label)} of={item.label} over={item.count}>
                        {percent(item.value)}
                      </Behind>
                    </>
                  ),
                }))}
              />
            )}
            <Rest rest={summary.top[key]} shown={summary[key].length} />
          </ChartCard>
        ))}
      </ChartGrid>
    </FigureSection>
  )
}

/** What a list leaves out, so that its shares add up. */
const Rest = ({ rest: { labels, others, notGiven }, shown }: { rest: Summary['top'][TopKey]; shown: number }) => {
  const lines = [
    ...(others.count > 0
      ? [{ label: labels - shown === 1 ? '1 other' : `${count(labels - shown)} others`, ...others }]
      : []),
    ...(notGiven.count > 0 ? [{ label: notGivenLabel, ...notGiven }] : []),
  ]
  if (lines.length === 0) return null
  return (
    <dl className={classes.rest}>
      {lines.map((line) => (
        <div key={line.label}>
          <dt>{line.label}</dt>
          <dd>
            <small className={classes.before}>{count(line.count)}</small>
            {percent(line.value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
