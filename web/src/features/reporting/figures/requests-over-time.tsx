import { Button } from '@mantine/core'
import { definitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvTypeLabels, slvTypes } from '@portal/contract/slv/model'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { count } from '../../../lib/format.ts'
import { Columns } from '../../../ui/charts/columns.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Unseen } from '../../../ui/unseen.tsx'
import { readListSearch } from '../../slv/list/list-search.ts'
import { ChartCard } from './chart-card.tsx'
import { Behind, FigureName } from './figure.tsx'
import table from './figures-table.module.css'
import { byTypeText, layers } from './layers.ts'
import { inParts, monthLabel, shortMonth } from './months.ts'
import { oversOf } from './overs.ts'
import classes from './requests-over-time.module.css'
import { useScene } from './scene.ts'

type OverTimeProps = { summary: Summary; days: string }
type Month = Summary['requestsOverTime'][number]

/** So many months stand beside each other on paper with their names and numbers. */
const mostOnPaper = 16

/** Requests by month, as columns or as a table of the same. Whoever hears the paper instead of seeing it hears each month. */
export const RequestsOverTime = ({ summary, days }: OverTimeProps) => {
  const { requestsOverTime: months } = summary
  const { isPaper, leadTo } = useScene()
  const [isTable, setIsTable] = useState(false)
  const another = isTable ? 'Show as chart' : 'Show as table'
  const most = Math.max(0, ...months.map(({ PRE, POST }) => PRE + POST))
  return (
    <ChartCard
      title={
        <FigureName definition={definitions.requestsOverTime} days={days} over={oversOf(summary).requestsOverTime} />
      }
      span="more"
      actions={
        !isPaper && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${another}: ${definitions.requestsOverTime.label}`}
            onClick={() => setIsTable(!isTable)}
          >
            {another}
          </Button>
        )
      }
    >
      {isPaper && <Unseen>{months.map(toldOf).join('. ')}</Unseen>}
      {isTable ? (
        <MonthTable months={months} />
      ) : (
        inParts(months, isPaper ? mostOnPaper : months.length).map((part) => (
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
              told: toldOf(month),
              values: slvTypes.map((type) => month[type]),
            }))}
            link={({ key }, className, content) => {
              const behind = leadTo({ month: key })
              if (!behind) return <span className={className}>{content}</span>
              return (
                <Link
                  className={className}
                  to={behind.path}
                  search={readListSearch(behind.search)}
                  // The table has the same links, for the keyboard too.
                  tabIndex={-1}
                >
                  {content}
                </Link>
              )
            }}
          />
        ))
      )}
    </ChartCard>
  )
}

const toldOf = (month: Month) => `${monthLabel(month.date)}: ${byTypeText(month)}`

/** The newest month first: that is the one that is asked for. */
const MonthTable = ({ months }: { months: readonly Month[] }) => (
  <ScrollRegion label="Requests by month" className={classes.months}>
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {slvTypes.map((type) => (
            <th key={type} scope="col">
              {slvTypeLabels[type]}
            </th>
          ))}
          <th scope="col">All</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => (
          <tr key={month.date}>
            <th scope="row">{monthLabel(month.date)}</th>
            {slvTypes.map((type) => (
              <td key={type}>
                <Behind
                  part={{ month: month.date, type }}
                  of={`${monthLabel(month.date)}, ${slvTypeLabels[type]}`}
                  over={month[type]}
                >
                  {count(month[type])}
                </Behind>
              </td>
            ))}
            <td>
              <Behind part={{ month: month.date }} of={monthLabel(month.date)} over={month.PRE + month.POST}>
                {count(month.PRE + month.POST)}
              </Behind>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)
