import { Button } from '@mantine/core'
import { definitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { type SlvType, slvTypeLabels, slvTypes } from '@portal/contract/slv/model'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { count } from '../../../lib/text/format.ts'
import type { Fill } from '../../../ui/charts/bars.tsx'
import { Columns } from '../../../ui/charts/columns.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Unseen } from '../../../ui/unseen.tsx'
import { readListSearch } from '../../slv/shared/list-filter.ts'
import { inParts, monthLabel, shortMonth } from './capacity/months.ts'
import { FigureLink } from './figure.tsx'
import { FigureCard } from './figure-section.tsx'
import { useFigures } from './figures-context.ts'
import table from './figures-table.module.css'

type Month = Summary['requestsOverTime'][number]

const fills: Record<SlvType, Fill> = { PRE: 'first', POST: 'second' }

/** Pre-close and post-close requests, with their fills in all charts of the page. */
export const layers = slvTypes.map((key) => ({ key, label: slvTypeLabels[key], fill: fills[key] }))

/** '120 Pre-Close, 37 Post-Close' */
export const byTypeText = (counts: Record<SlvType, number>) =>
  slvTypes.map((type) => `${count(counts[type])} ${slvTypeLabels[type]}`).join(', ')

/** The most months in one row of columns on paper. */
const mostOnPaper = 16

/** Requests by month, as columns or as a table. On paper, screen readers get a text of each month instead. */
export const RequestsOverTime = ({ summary }: { summary: Summary }) => {
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
      {isPaper && <Unseen>{months.map(monthText).join('. ')}</Unseen>}
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

const monthText = (month: Month) => `${monthLabel(month.date)}: ${byTypeText(month)}`

const columns: readonly { type?: SlvType; label: string }[] = [
  ...slvTypes.map((type) => ({ type, label: slvTypeLabels[type] })),
  { label: 'All' },
]

/** Newest month first. */
const MonthTable = ({ months }: { months: readonly Month[] }) => (
  <ScrollRegion label="Requests by month" style={{ maxHeight: '16rem', overflow: 'auto' }}>
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
