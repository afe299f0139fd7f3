import type { CSSProperties, ReactNode } from 'react'
import { Tip } from '../tip.tsx'
import classes from './columns.module.css'
import { type Layer, Legend } from './legend.tsx'
import { type Axis, partOf, standing } from './scale.ts'

export type ColumnOf = {
  key: string
  /** Under the column, where there is room: 'Mar'. `under` stands below it where it changes: '2026'. */
  short: string
  under: string
  /** All of it in words, for whoever points at it. */
  told: string
  /** A value for each layer. */
  values: readonly number[]
}

type ColumnsProps = {
  /** What a column is stacked of, from the bottom up. */
  layers: readonly Layer[]
  columns: readonly ColumnOf[]
  axis: Axis
  mark: (value: number) => string
  /** Every label and every total stands, however narrow: nobody points at paper. */
  isWhole?: boolean
  /** What a column leads to; a shortcut for the pointer, the table has the same. */
  link?: (column: ColumnOf, className: string, content: ReactNode) => ReactNode
}

/** As many labels as stand beside each other in a wide chart. */
const mostLabels = 18

/** As many totals as stand over their columns without touching. */
const mostTotals = 24

type Custom = CSSProperties & Record<`--${string}`, string | number>

/** Stacked columns over time. It is drawn for the eye alone: whoever draws it puts a table of the same beside it. */
export const Columns = ({ layers, columns, axis, mark, isWhole = false, link }: ColumnsProps) => {
  const width = 100 / Math.max(columns.length, 1)
  const percent = (value: number) => `${value * 100}%`
  return (
    <div className={classes.chart} data-whole={isWhole || undefined} aria-hidden>
      <Legend layers={layers} />
      <div className={classes.plot}>
        <div className={classes.marks}>
          {axis.ticks.map((tick) => {
            const at: Custom = { '--part': partOf(tick, axis) }
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
                className={tick === 0 ? classes.ground : classes.line}
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
              const at: Custom = { '--part': partOf(total, axis) }
              const content = (isWhole || columns.length <= mostTotals) && total > 0 && (
                <span className={classes.total} style={at}>
                  {mark(total)}
                </span>
              )
              const hit = classes.hit ?? ''
              return (
                <Tip key={column.key} label={column.told}>
                  {link && total > 0 ? link(column, hit, content) : <span className={hit}>{content}</span>}
                </Tip>
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

/** As many labels as there is room for: on narrow charts every other of them. The year stands where it is another one. */
const labelsOf = (columns: readonly ColumnOf[], isWhole: boolean) => {
  const stands = standing(columns.length, isWhole ? columns.length : mostLabels)
  const shown = columns.filter((_, index) => stands(index))
  const isNarrow = standing(shown.length, Math.ceil(mostLabels / 2))
  const narrow = shown.filter((_, index) => isNarrow(index))
  const changes = (among: readonly ColumnOf[], column: ColumnOf) => {
    const index = among.indexOf(column)
    return index >= 0 && among[index - 1]?.under !== column.under
  }
  return columns.map((column) => ({
    ...column,
    short: shown.includes(column) ? column.short : '',
    isOnNarrow: narrow.includes(column),
    isUnder: changes(shown, column),
    isUnderOnNarrow: changes(narrow, column),
  }))
}
