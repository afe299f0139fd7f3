import { definitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvGroupLabels } from '@portal/contract/slv/status'
import { averageDays, count, percent } from '../../../lib/format.ts'
import { Bars, type Fill } from '../../../ui/charts/bars.tsx'
import { Legend } from '../../../ui/charts/legend.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { SplitBar } from '../../../ui/charts/split-bar.tsx'
import { ChartCard, ChartGrid } from './chart-card.tsx'
import { Behind, Beside, FigureName } from './figure.tsx'
import { FigureSection } from './figure-section.tsx'
import { byTypeText, layers } from './layers.ts'
import { oversOf } from './overs.ts'
import { RequestsOverTime } from './requests-over-time.tsx'

type BreakdownProps = { summary: Summary; days: string }

/** 'Pre vs. Post Breakdown' (spec.md §2): what was asked for before closing beside what was asked for after it. */
export const Breakdown = ({ summary, days }: BreakdownProps) => {
  const { statusGroups } = summary
  const overs = oversOf(summary)
  const types = typesOf(summary)
  const counts = axisTo(Math.max(...types.map(({ requests }) => requests)), { isWhole: true })
  const turnTimes = axisTo(Math.max(...types.map(({ turnTime }) => turnTime ?? 0)))
  const shares = axisTo(Math.max(...statusGroups.map(({ percentage }) => percentage)))

  return (
    <FigureSection id="breakdown" title="Pre vs. Post Breakdown" about="After post close launch">
      <ChartGrid>
        <ChartCard
          title={<FigureName definition={definitions.prePostPercentage} days={days} over={overs.prePostPercentage} />}
          span="third"
        >
          <SplitBar
            shares={types.map(({ type, label, fill, percentage, requests }) => ({
              key: type,
              label,
              fill,
              value: percentage,
              shown: (
                <Behind part={{ type }} of={label} over={requests}>
                  {percent(percentage)}
                </Behind>
              ),
            }))}
          />
        </ChartCard>
        <ChartCard
          title={<FigureName definition={definitions.prePostCount} days={days} over={overs.prePostCount} />}
          span="third"
        >
          <Bars
            caption="Number of requests by type"
            heads={['Type', 'Requests']}
            axis={counts}
            room={6}
            bars={types.map(({ type, label, fill, requests }) => ({
              key: type,
              label,
              fill,
              value: requests,
              shown: (
                <Behind part={{ type }} of={label} over={requests}>
                  {count(requests)}
                </Behind>
              ),
            }))}
          />
        </ChartCard>
        <ChartCard
          title={<FigureName definition={definitions.prePostTurnTime} days={days} over={overs.prePostTurnTime} />}
          span="third"
        >
          <Bars
            caption="Average turn time by type"
            heads={['Type', 'Turn time']}
            axis={turnTimes}
            room={9}
            bars={types.map(({ type, label, fill, turnTime, decided }) => ({
              key: type,
              label,
              fill,
              value: turnTime ?? 0,
              shown: (
                <Behind part={{ type, isDecided: true }} of={label} over={decided} units="requests">
                  {averageDays(turnTime)}
                </Behind>
              ),
            }))}
          />
        </ChartCard>
        <ChartCard
          title={<FigureName definition={definitions.statusGroups} days={days} over={overs.statusGroups} />}
          span="less"
        >
          <Legend layers={layers} />
          <Bars
            caption="Share of the requests by group of statuses, Pre-Close and Post-Close apart"
            heads={['Status', 'Share and number of requests']}
            axis={shares}
            room={11}
            bars={statusGroups.map(({ group, percentage, count: requests, ...byType }) => ({
              key: group,
              label: slvGroupLabels[group],
              value: percentage,
              parts: { of: layers.map(({ key, fill }) => ({ fill, value: byType[key] })), told: byTypeText(byType) },
              shown: (
                <>
                  <Behind part={{ group }} of={slvGroupLabels[group]} over={requests}>
                    {percent(percentage)}
                  </Behind>
                  {requests > 0 && <Beside>{count(requests)}</Beside>}
                </>
              ),
            }))}
          />
        </ChartCard>
        <RequestsOverTime summary={summary} days={days} />
      </ChartGrid>
    </FigureSection>
  )
}

const typesOf = ({ prePostBreakdown: { pre, post }, avgPreTurnTime, avgPostTurnTime, over }: Summary) => [
  {
    type: 'PRE' as const,
    label: slvTypeLabels.PRE,
    fill: 'first' satisfies Fill as Fill,
    requests: pre.count,
    percentage: pre.percentage,
    turnTime: avgPreTurnTime,
    decided: over.avgPreTurnTime,
  },
  {
    type: 'POST' as const,
    label: slvTypeLabels.POST,
    fill: 'second' satisfies Fill as Fill,
    requests: post.count,
    percentage: post.percentage,
    turnTime: avgPostTurnTime,
    decided: over.avgPostTurnTime,
  },
]
