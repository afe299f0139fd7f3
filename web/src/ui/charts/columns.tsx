import { Stack, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './columns.module.css'
import { type Layer, Legend } from './legend.tsx'
import { type Axis, pickEvenly, toShare } from './scale.ts'

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
  /**
   * Shows all labels and totals however narrow it is: paper has no tooltips.
   */
  isWhole?: boolean
  /**
   * Draws the link of a column, for the mouse only: the table has the same
   * links.
   */
  link?: (column: Column, className: string, content: ReactNode) => ReactNode
}

/** A chart of fewer pixels has half as many labels, and no totals. */
const narrow = 544

/** The most labels in a wide chart. */
const maxLabels = 18

/** The most totals that fit above their columns. */
const maxTotals = 24

/**
 * Stacked columns over time, hidden from screen readers: the page also has them
 * as a table.
 */
export const Columns = ({
  layers,
  columns,
  axis,
  mark,
  isWhole = false,
  link,
}: ColumnsProps) => {
  const { ref, width } = useElementSize()
  const isNarrow = width > 0 && width < narrow
  const labelsThatFit = isNarrow ? maxLabels / 2 : maxLabels
  const labeled = pickEvenly(columns, isWhole ? columns.length : labelsThatFit)
  const hasTotals = isWhole || (!isNarrow && columns.length <= maxTotals)
  const height = (value: number) => `${toShare(value, axis) * 100}%`
  return (
    <Stack ref={ref} gap="0.5rem" aria-hidden>
      <Legend layers={layers} />
      <div className={classes.plot}>
        <div className={classes.marks}>
          {axis.ticks.map((tick) => (
            <span key={tick}>{mark(tick)}</span>
          ))}
        </div>
        <div className={classes.field}>
          <div className={`${classes.marks} ${classes.lines}`}>
            {axis.ticks.map((tick) => (
              <span key={tick} />
            ))}
          </div>
          <div className={classes.columns}>
            {columns.map((column) => {
              const total = column.values.reduce((sum, value) => sum + value, 0)
              const place = labeled.indexOf(column)
              const content = (
                <>
                  {layers.map(({ key, fill }, index) => {
                    const value = column.values[index] ?? 0
                    return (
                      value > 0 && (
                        <span
                          key={key}
                          className={classes.part}
                          data-fill={fill}
                          style={{ height: height(value) }}
                        />
                      )
                    )
                  })}
                  {hasTotals && total > 0 && (
                    <span className={classes.total}>{mark(total)}</span>
                  )}
                  {place >= 0 && (
                    <span className={classes.label}>
                      {column.short}
                      <br />
                      {labeled[place - 1]?.under !== column.under &&
                        column.under}
                    </span>
                  )}
                </>
              )
              const className = classes.column ?? ''
              return (
                <Tooltip key={column.key} label={column.text}>
                  {link && total > 0 ? (
                    link(column, className, content)
                  ) : (
                    <span className={className}>{content}</span>
                  )}
                </Tooltip>
              )
            })}
          </div>
        </div>
      </div>
    </Stack>
  )
}
