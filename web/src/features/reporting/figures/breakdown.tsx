import { Button } from '@mantine/core'
import { definitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import {
  type SlvType,
  slvTypeLabels,
  slvTypes,
} from '@portal/contract/slv/model'
import { slvGroupLabels } from '@portal/contract/slv/status'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { averageDays, count, percent } from '../../../lib/text/format.ts'
import { readListSearch } from '../../../records/slv/list-filter.ts'
import { Bars, type Fill } from '../../../ui/charts/bars.tsx'
import { Columns } from '../../../ui/charts/columns.tsx'
import { Legend, SplitBar } from '../../../ui/charts/legend.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { inParts, monthLabel, shortMonth } from './capacity/months.ts'
import { CountedLink, FigureLink } from './figure.tsx'
import { CardGrid, FigureCard, FigureSection } from './figure-section.tsx'
import { useFigures } from './figures-context.ts'
import table from './figures-table.module.css'

type Month = Summary['requestsOverTime'][number]

const fills: Record<SlvType, Fill> = { PRE: 'first', POST: 'second' }

/**
 * Pre-close and post-close requests, with their fills in all charts of the
 * page.
 */
const layers = slvTypes.map((key) => ({
  key,
  label: slvTypeLabels[key],
  fill: fills[key],
}))

/** '120 Pre-Close, 37 Post-Close' */
const byTypeText = (counts: Record<SlvType, number>) =>
  slvTypes
    .map((type) => `${count(counts[type])} ${slvTypeLabels[type]}`)
    .join(', ')

/** The most months in one row of columns on paper. */
const maxOnPaper = 16

/**
 * Requests by month, as columns or as a table. On paper, screen readers get a
 * text of each month instead.
 */
const RequestsOverTime = ({ summary }: { summary: Summary }) => {
  const { requestsOverTime: months } = summary
  const { isPaper, linkTo } = useFigures()
  const [isTable, setIsTable] = useState(false)
  const switchLabel = isTable ? 'Show as chart' : 'Show as table'
  const most = Math.max(0, ...months.map(({ PRE, POST }) => PRE + POST))
  return (
    <FigureCard
      figure="requestsOverTime"
      summary={summary}
      span="more"
      actions={
        !isPaper && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${switchLabel}: ${definitions.requestsOverTime.label}`}
            onClick={() => setIsTable(!isTable)}
          >
            {switchLabel}
          </Button>
        )
      }
    >
      {isPaper && (
        <VisuallyHidden>{months.map(monthText).join('. ')}</VisuallyHidden>
      )}
      {isTable ? (
        <MonthTable months={months} />
      ) : (
        inParts(months, isPaper ? maxOnPaper : months.length).map((part) => (
          <Columns
            key={part[0]?.date}
            layers={layers}
            axis={axisTo(most, { isWhole: true })}
            mark={count}
            isWhole={isPaper}
            columns={part.map((month) => ({
              key: month.date,
              short: shortMonth(month.date),
              under: month.date.slice(0, 4),
              text: monthText(month),
              values: slvTypes.map((type) => month[type]),
            }))}
            link={({ key }, className, content) => {
              const link = linkTo({ month: key })
              if (!link) return <span className={className}>{content}</span>
              return (
                <Link
                  className={className}
                  to={link.path}
                  search={readListSearch(link.search)}
                  // The table has the same links for the keyboard.
                  tabIndex={-1}
                >
                  {content}
                </Link>
              )
            }}
          />
        ))
      )}
    </FigureCard>
  )
}

const monthText = (month: Month) =>
  `${monthLabel(month.date)}: ${byTypeText(month)}`

const columns: readonly { type?: SlvType; label: string }[] = [
  ...slvTypes.map((type) => ({ type, label: slvTypeLabels[type] })),
  { label: 'All' },
]

/** Newest month first. */
const MonthTable = ({ months }: { months: readonly Month[] }) => (
  <ScrollRegion
    label="Requests by month"
    style={{ maxHeight: '16rem', overflow: 'auto' }}
  >
    <table className={table.table}>
      <thead>
        <tr>
          {['Month', ...columns.map(({ label }) => label)].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => {
          const name = monthLabel(month.date)
          return (
            <tr key={month.date}>
              <th scope="row">{name}</th>
              {columns.map(({ type, label }) => {
                const requests = type ? month[type] : month.PRE + month.POST
                return (
                  <td key={label}>
                    <FigureLink
                      part={{ month: month.date, ...(type && { type }) }}
                      of={type ? `${name}, ${label}` : name}
                      over={requests}
                    >
                      {count(requests)}
                    </FigureLink>
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  </ScrollRegion>
)

const StatusGroups = ({ summary }: { summary: Summary }) => {
  const { statusGroups } = summary
  const bars = statusGroups.map(
    ({ group, percentage, count: requests, ...byType }) => ({
      label: slvGroupLabels[group],
      value: percentage,
      parts: {
        of: layers.map(({ key, fill }) => ({ fill, value: byType[key] })),
        text: byTypeText(byType),
      },
      shown: (
        <CountedLink
          part={{ group }}
          of={slvGroupLabels[group]}
          over={requests}
        >
          {percent(percentage)}
        </CountedLink>
      ),
    }),
  )
  return (
    <FigureCard figure="statusGroups" summary={summary} span="less">
      <Legend layers={layers} />
      <Bars
        caption="Share of requests by status group, Pre-Close and Post-Close"
        heads={['Status', 'Share and number of requests']}
        axis={axisTo(
          Math.max(...statusGroups.map(({ percentage }) => percentage)),
        )}
        room={11}
        bars={bars}
      />
    </FigureCard>
  )
}

/**
 * 'Pre vs. Post Breakdown' (spec.md §2): pre-close requests compared with
 * post-close requests.
 */
export const Breakdown = ({ summary }: { summary: Summary }) => {
  const { prePostBreakdown, avgPreTurnTime, avgPostTurnTime, over } = summary
  const turnTimes = { PRE: avgPreTurnTime, POST: avgPostTurnTime }
  const decided = { PRE: over.avgPreTurnTime, POST: over.avgPostTurnTime }
  const requests = { PRE: prePostBreakdown.pre, POST: prePostBreakdown.post }
  const requestsByType = (
    unit: 'count' | 'percentage',
    format: (value: number) => string,
  ) =>
    layers.map((layer) => ({
      ...layer,
      value: requests[layer.key][unit],
      shown: (
        <FigureLink
          part={{ type: layer.key }}
          of={layer.label}
          over={requests[layer.key].count}
        >
          {format(requests[layer.key][unit])}
        </FigureLink>
      ),
    }))

  return (
    <FigureSection
      id="breakdown"
      title="Pre vs. Post Breakdown"
      about="After post close launch"
    >
      <CardGrid>
        <FigureCard figure="prePostPercentage" summary={summary} span="third">
          <SplitBar shares={requestsByType('percentage', percent)} />
        </FigureCard>
        <FigureCard figure="prePostCount" summary={summary} span="third">
          <Bars
            caption="Number of requests by type"
            heads={['Type', 'Requests']}
            axis={axisTo(Math.max(requests.PRE.count, requests.POST.count), {
              isWhole: true,
            })}
            room={6}
            bars={requestsByType('count', count)}
          />
        </FigureCard>
        <FigureCard figure="prePostTurnTime" summary={summary} span="third">
          <Bars
            caption="Average turn time by type"
            heads={['Type', 'Turn time']}
            axis={axisTo(Math.max(avgPreTurnTime ?? 0, avgPostTurnTime ?? 0))}
            room={9}
            bars={layers.map((layer) => ({
              ...layer,
              value: turnTimes[layer.key] ?? 0,
              shown: (
                <FigureLink
                  part={{ type: layer.key, isDecided: true }}
                  of={layer.label}
                  over={decided[layer.key]}
                  units="requests"
                >
                  {averageDays(turnTimes[layer.key])}
                </FigureLink>
              ),
            }))}
          />
        </FigureCard>
        <StatusGroups summary={summary} />
        <RequestsOverTime summary={summary} />
      </CardGrid>
    </FigureSection>
  )
}
