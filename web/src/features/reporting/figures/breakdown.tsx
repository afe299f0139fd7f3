import type { Summary } from '@portal/contract/reporting/summary'
import { slvGroupLabels } from '@portal/contract/slv/status'
import { averageDays, count, percent } from '../../../lib/text/format.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { Legend, SplitBar } from '../../../ui/charts/legend.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { CountedLink, FigureLink } from './figure.tsx'
import { CardGrid, FigureCard, FigureSection } from './figure-section.tsx'
import { byTypeText, layers, RequestsOverTime } from './requests-over-time.tsx'

/** 'Pre vs. Post Breakdown' (spec.md §2): pre-close requests compared with post-close requests. */
export const Breakdown = ({ summary }: { summary: Summary }) => {
  const { statusGroups, prePostBreakdown, avgPreTurnTime, avgPostTurnTime, over } = summary
  const turnTimes = { PRE: avgPreTurnTime, POST: avgPostTurnTime }
  const decided = { PRE: over.avgPreTurnTime, POST: over.avgPostTurnTime }
  const requests = { PRE: prePostBreakdown.pre, POST: prePostBreakdown.post }
  const requestsByType = (unit: 'count' | 'percentage', format: (value: number) => string) =>
    layers.map((layer) => ({
      ...layer,
      value: requests[layer.key][unit],
      shown: (
        <FigureLink part={{ type: layer.key }} of={layer.label} over={requests[layer.key].count}>
          {format(requests[layer.key][unit])}
        </FigureLink>
      ),
    }))

  return (
    <FigureSection id="breakdown" title="Pre vs. Post Breakdown" about="After post close launch">
      <CardGrid>
        <FigureCard figure="prePostPercentage" summary={summary} span="third">
          <SplitBar shares={requestsByType('percentage', percent)} />
        </FigureCard>
        <FigureCard figure="prePostCount" summary={summary} span="third">
          <Bars
            caption="Number of requests by type"
            heads={['Type', 'Requests']}
            axis={axisTo(Math.max(requests.PRE.count, requests.POST.count), { isWhole: true })}
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
        <FigureCard figure="statusGroups" summary={summary} span="less">
          <Legend layers={layers} />
          <Bars
            caption="Share of the requests by group of statuses, Pre-Close and Post-Close apart"
            heads={['Status', 'Share and number of requests']}
            axis={axisTo(Math.max(...statusGroups.map(({ percentage }) => percentage)))}
            room={11}
            bars={statusGroups.map(({ group, percentage, count: requests, ...byType }) => ({
              label: slvGroupLabels[group],
              value: percentage,
              parts: { of: layers.map(({ key, fill }) => ({ fill, value: byType[key] })), text: byTypeText(byType) },
              shown: (
                <CountedLink part={{ group }} of={slvGroupLabels[group]} over={requests}>
                  {percent(percentage)}
                </CountedLink>
              ),
            }))}
          />
        </FigureCard>
        <RequestsOverTime summary={summary} />
      </CardGrid>
    </FigureSection>
  )
}
