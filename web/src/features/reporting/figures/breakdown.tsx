import { definitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvGroupLabels } from '@portal/contract/slv/status'
import { averageDays, count, percent } from '../../../lib/format.ts'
import { Bars, type Fill } from '../../../ui/charts/bars.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { SplitBar } from '../../../ui/charts/split-bar.tsx'
import { ChartCard } from './chart-card.tsx'
import { Behind, FigureName } from './figure.tsx'
import classes from './figures.module.css'
import { RequestsOverTime } from './requests-over-time.tsx'

type BreakdownProps = { summary: Summary; days: string }

/** 'Pre vs. Post Breakdown' (spec.md §2): what was asked for before closing beside what was asked for after it. */
export const Breakdown = ({ summary, days }: BreakdownProps) => {
  const { totalRequests, statusGroups } = summary
  const types = typesOf(summary)
  const counts = axisTo(Math.max(...types.map(({ requests }) => requests)), { isWhole: true })
  const turnTimes = axisTo(Math.max(...types.map(({ turnTime }) => turnTime ?? 0)))
  const shares = axisTo(Math.max(...statusGroups.map(({ percentage }) => percentage)))
  const all = { days, over: totalRequests }

  return (
    <section className={classes.section} aria-labelledby="breakdown">
      <div className={classes.sectionHead}>
        <h2 id="breakdown">Pre vs. Post Breakdown</h2>
        <p>After post close launch</p>
      </div>
      <div className={classes.grid}>
        <ChartCard title={<FigureName definition={definitions.prePostPercentage} {...all} />} span="third">
          <SplitBar
            shares={types.map(({ type, label, fill, percentage }) => ({
              key: type,
              label,
              fill,
              value: percentage,
              shown: (
                <Behind part={{ type }} of={label}>
                  {percent(percentage)}
                </Behind>
              ),
            }))}
          />
        </ChartCard>
        <ChartCard title={<FigureName definition={definitions.prePostCount} {...all} />} span="third">
          <Bars
            caption="Number of requests by type"
            heads={['Type', 'Requests']}
            axis={counts}
            room={7}
            bars={types.map(({ type, label, fill, requests }) => ({
              key: type,
              label,
              fill,
              value: requests,
              shown: (
                <Behind part={{ type }} of={label}>
                  {count(requests)}
                </Behind>
              ),
            }))}
          />
        </ChartCard>
        <ChartCard
          title={
            <FigureName
              definition={definitions.prePostTurnTime}
              days={days}
              over={summary.over.avgPreTurnTime + summary.over.avgPostTurnTime}
            />
          }
          span="third"
        >
          <Bars
            caption="Average turn time by type"
            heads={['Type', 'Turn time']}
            axis={turnTimes}
            room={11}
            bars={types.map(({ type, label, fill, turnTime }) => ({
              key: type,
              label,
              fill,
              value: turnTime ?? 0,
              shown: (
                <Behind part={{ type, isDecided: true }} of={label}>
                  {averageDays(turnTime)}
                </Behind>
              ),
            }))}
          />
        </ChartCard>
        <ChartCard title={<FigureName definition={definitions.statusGroups} {...all} />} span="less">
          <Bars
            caption="Share of the requests by group of statuses"
            heads={['Status', 'Share and number of requests']}
            axis={shares}
            room={13}
            bars={statusGroups.map(({ group, percentage, count: requests }) => ({
              key: group,
              label: slvGroupLabels[group],
              value: percentage,
              shown: (
                <>
                  <Behind part={{ group }} of={slvGroupLabels[group]}>
                    {percent(percentage)}
                  </Behind>
                  <small className={classes.beside}>{count(requests)}</small>
                </>
              ),
            }))}
          />
        </ChartCard>
        <RequestsOverTime summary={summary} days={days} />
      </div>
    </section>
  )
}

const typesOf = ({ prePostBreakdown: { pre, post }, avgPreTurnTime, avgPostTurnTime }: Summary) => [
  {
    type: 'PRE' as const,
    label: slvTypeLabels.PRE,
    fill: 'first' satisfies Fill as Fill,
    requests: pre.count,
    percentage: pre.percentage,
    turnTime: avgPreTurnTime,
  },
  {
    type: 'POST' as const,
    label: slvTypeLabels.POST,
    fill: 'second' satisfies Fill as Fill,
    requests: post.count,
    percentage: post.percentage,
    turnTime: avgPostTurnTime,
  },
]
