import type { CSSProperties, ReactNode } from 'react'
import { Unseen } from '../unseen.tsx'
import classes from './bars.module.css'
import { type Axis, partOf } from './scale.ts'

/** Fills of the charts; they keep apart in grey too. */
export type Fill = 'first' | 'second'

export type Bar = {
  key: string
  label: string
  value: number
  /** The value as it is read: a text, or a link that holds one. */
  shown: ReactNode
  fill?: Fill
  /** What the value is made of, drawn in its bar instead of one fill; `told` says it in words. */
  parts?: { of: readonly { fill: Fill; value: number }[]; told: string }
}

type BarsProps = {
  /** What the table is of; screen readers hear it. */
  caption: string
  /** The heads of its two columns, for the same. */
  heads: readonly [label: string, value: string]
  bars: readonly Bar[]
  axis: Axis
  /** With it the axis is drawn under the bars, its marks written so. */
  mark?: (value: number) => string
  /** Characters of the longest value, so that no bar runs into one. */
  room: number
  /** Each label over its bar, for narrow cards and long names. */
  isStacked?: boolean
}

type Custom = CSSProperties & Record<`--${string}`, string | number>

/** Bars beside each other's values: a table whose values are drawn as well, so nobody needs another one. */
export const Bars = ({ caption, heads, bars, axis, mark, room, isStacked = false }: BarsProps) => {
  const style: Custom = { '--room': `${room + 1}ch` }
  // Without marks nobody reads a round end: the longest bar takes all the room that there is.
  const scale = mark ? axis : { ...axis, top: Math.max(...bars.map(({ value }) => value)) || 1 }
  return (
    <div className={classes.chart} data-stacked={isStacked || undefined} style={style}>
      <table className={classes.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, label, value, shown, fill = 'first', parts }) => {
            const part: Custom = { '--part': partOf(value, scale) }
            return (
              <tr key={key}>
                <th scope="row" title={label}>
                  {label}
                </th>
                <td>
                  {mark && <Marks axis={axis} />}
                  <span className={classes.measure} style={part} title={parts?.told}>
                    <span
                      className={classes.bar}
                      {...(!parts && { 'data-fill': fill })}
                      data-none={value <= 0 || undefined}
                      aria-hidden
                    >
                      {parts?.of
                        .filter(({ value }) => value > 0)
                        .map(({ fill, value }) => (
                          <span key={fill} data-fill={fill} style={{ flexGrow: value }} />
                        ))}
                    </span>
                    <span className={classes.shown}>{shown}</span>
                    {parts && <Unseen>{parts.told}</Unseen>}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
        {mark && (
          <tfoot aria-hidden>
            <tr>
              <td />
              <td>
                <Marks axis={axis} mark={mark} />
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** Thin lines at the marks of the axis, behind a bar; with `mark` the marks are written. */
const Marks = ({ axis, mark }: { axis: Axis; mark?: (value: number) => string }) => (
  <span className={mark ? classes.axis : classes.grid} aria-hidden>
    {axis.ticks.map((tick) => {
      const at: Custom = { '--part': partOf(tick, axis) }
      return (
        <span key={tick} style={at}>
          {mark?.(tick)}
        </span>
      )
    })}
  </span>
)
