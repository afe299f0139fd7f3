import type { ReactNode } from 'react'
import hidden from '../visually-hidden.module.css'
import { VisuallyHidden } from '../visually-hidden.tsx'
import classes from './bars.module.css'
import { type Axis, type CustomStyle, toShare } from './scale.ts'

/** Fills of the charts, which also differ in grayscale. */
export type Fill = 'first' | 'second'

type Bar = {
  /** Unique among the bars. */
  label: string
  value: number
  /** The value as text, or as a link. */
  shown: ReactNode
  fill?: Fill
  /** The parts of a stacked bar, and a text of them. */
  parts?: { of: readonly { fill: Fill; value: number }[]; text: string }
}

type BarsProps = {
  /** The table's caption and column headers, for screen readers. */
  caption: string
  heads: readonly [label: string, value: string]
  bars: readonly Bar[]
  axis: Axis
  /** Formats the marks of the axis; without it, no axis is drawn. */
  mark?: (value: number) => string
  /** The length of the longest value, for which each bar leaves room. */
  room: number
  /** Draws each bar below its label and value. */
  isStacked?: boolean
}

const partStyle = (value: number, axis: Axis): CustomStyle => ({
  '--part': toShare(value, axis),
})

/** A bar chart that is also its accessible table. */
export const Bars = ({
  caption,
  heads,
  bars,
  axis,
  mark,
  room,
  isStacked = false,
}: BarsProps) => {
  const style: CustomStyle = { '--room': `${room + 1}ch` }
  // Without an axis, the longest bar takes all the room.
  const scale = mark
    ? axis
    : { ...axis, top: Math.max(...bars.map(({ value }) => value)) || 1 }
  return (
    <div
      className={classes.chart}
      data-stacked={isStacked || undefined}
      style={style}
    >
      <table className={classes.table}>
        <caption className={hidden.unseen}>{caption}</caption>
        <thead className={hidden.unseen}>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value, shown, fill = 'first', parts }) => (
            <tr key={label}>
              <th scope="row" title={label}>
                {label}
              </th>
              <td className={classes.value} title={parts?.text}>
                {value > 0 && (
                  <span
                    className={classes.bar}
                    style={partStyle(value, scale)}
                    aria-hidden
                  >
                    {(parts?.of ?? [{ fill, value }]).map((part) => (
                      <span
                        key={part.fill}
                        data-fill={part.fill}
                        style={{ flex: part.value }}
                      />
                    ))}
                  </span>
                )}
                <span>{shown}</span>
                {parts && <VisuallyHidden>{parts.text}</VisuallyHidden>}
              </td>
            </tr>
          ))}
        </tbody>
        {mark && (
          <tfoot aria-hidden>
            <tr>
              <td className={classes.axis} colSpan={2}>
                {axis.ticks.map((tick) => (
                  <span key={tick} style={partStyle(tick, axis)}>
                    {mark(tick)}
                  </span>
                ))}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
