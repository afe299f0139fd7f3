import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './columns.module.css'
import { type Layer, Legend } from './legend.tsx'
import { type Axis, type CustomStyle, partOf, pickEvenly } from './scale.ts'

type Column = {
  key: string
  /** The label: 'Mar'. `under` is below it where it changes: '2026'. */
  short: string
  under: string
  /** The tooltip. */
  text: string
  /** A value for each layer. */
  values: readonly number[]
}

type ColumnsProps = {
  /** The layers of each column, from the bottom up. */
  layers: readonly Layer[]
  columns: readonly Column[]
  axis: Axis
  mark: (value: number) => string
  /** Shows all labels and totals however narrow it is: paper has no tooltips. */
  isWhole?: boolean
  /** Draws the link of a column, for the mouse only: the table has the same links. */
  link?: (column: Column, className: string, content: ReactNode) => ReactNode
}

/** The most labels in a wide chart. */
const mostLabels = 18

/** The most totals that fit above their columns. */
const mostTotals = 24

/** Stacked columns over time, hidden from screen readers: the page also has them as a table. */
export const Columns = ({ layers, columns, axis, mark, isWhole = false, link }: ColumnsProps) => {
  const width = 100 / Math.max(columns.length, 1)
  const percent = (value: number) => `${value * 100}%`
  return (
    <div className={classes.chart} data-whole={isWhole || undefined} aria-hidden>
      <Legend layers={layers} />
      <div className={classes.plot}>
        <div className={classes.marks}>
          {axis.ticks.map((tick) => {
            const at: CustomStyle = { '--part': partOf(tick, axis) }
            return (
              <span key={tick} style={at}>
                {mark(tick)}
              </span>
            )
          })}
        </div>
        <div className={classes.field}>
          <svg width="100%" height="100%">
            <title>{layers.map(({ label }) => label).join(', ')}</title>
            {axis.ticks.map((tick) => (
              <line
                key={tick}
                stroke={tick === 0 ? 'var(--portal-control-line)' : 'var(--portal-line)'}
                shapeRendering="crispEdges"
                x1="0"
                x2="100%"
                y1={percent(1 - partOf(tick, axis))}
                y2={percent(1 - partOf(tick, axis))}
              />
            ))}
            {columns.map(({ key, values }, index) =>
              layers.map((layer, place) => {
                const below = values.slice(0, place).reduce((sum, value) => sum + value, 0)
                const value = values[place] ?? 0
                if (value <= 0) return null
                return (
                  <rect
                    key={`${key} ${layer.key}`}
                    data-fill={layer.fill}
                    fill="var(--portal-fill)"
                    stroke={layer.fill === 'second' ? 'var(--portal-surface)' : undefined}
                    x={`${(index + 0.18) * width}%`}
                    width={`${0.64 * width}%`}
                    y={percent(1 - partOf(below + value, axis))}
                    height={percent(partOf(value, axis))}
                  />
                )
              }),
            )}
          </svg>
          <div className={classes.hits}>
            {columns.map((column) => {
              const total = column.values.reduce((sum, value) => sum + value, 0)
              const at: CustomStyle = { '--part': partOf(total, axis) }
              const content = (isWhole || columns.length <= mostTotals) && total > 0 && (
                <span className={classes.total} style={at}>
                  {mark(total)}
                </span>
              )
              const hit = classes.hit ?? ''
              return (
                <Tooltip key={column.key} label={column.text}>
                  {link && total > 0 ? link(column, hit, content) : <span className={hit}>{content}</span>}
                </Tooltip>
              )
            })}
          </div>
        </div>
        <div className={classes.labels}>
          {labelsOf(columns, isWhole).map(({ key, short, under, isOnNarrow, isUnder, isUnderOnNarrow }) => (
            <span key={key} data-narrow={isOnNarrow || undefined}>
              {short && (
                <span>
                  {short}
                  {isUnder && <small>{under}</small>}
                  {!isUnder && isUnderOnNarrow && <small className={classes.onNarrow}>{under}</small>}
                </span>
              )}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Which columns are labeled, in wide and in narrow charts; the year is shown where it changes. */
const labelsOf = (columns: readonly Column[], isWhole: boolean) => {
  const wide = pickEvenly(columns, isWhole ? columns.length : mostLabels)
  const narrow = pickEvenly(wide, Math.ceil(mostLabels / 2))
  const changes = (among: readonly Column[], column: Column) => {
    const index = among.indexOf(column)
    return index >= 0 && among[index - 1]?.under !== column.under
  }
  return columns.map((column) => ({
    ...column,
    short: wide.includes(column) ? column.short : '',
    isOnNarrow: narrow.includes(column),
    isUnder: changes(wide, column),
    isUnderOnNarrow: changes(narrow, column),
  }))
}
