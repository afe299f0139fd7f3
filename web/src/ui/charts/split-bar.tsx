import type { CSSProperties, ReactNode } from 'react'
import type { Fill } from './bars.tsx'
import classes from './split-bar.module.css'
import { Swatch } from './swatch.tsx'

export type Share = { key: string; label: string; value: number; shown: ReactNode; fill: Fill }

type Custom = CSSProperties & Record<`--${string}`, string | number>

/** One bar that is the whole, cut into its parts; each part's name and value stand in the list under it. */
export const SplitBar = ({ shares }: { shares: readonly Share[] }) => {
  const whole = shares.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={classes.chart}>
      <div className={classes.bar} aria-hidden>
        {shares
          .filter(({ value }) => value > 0)
          .map(({ key, value, fill }) => {
            const part: Custom = { '--part': value / whole }
            return <span key={key} data-fill={fill} style={part} />
          })}
      </div>
      <dl className={classes.shares}>
        {shares.map(({ key, label, shown, fill }) => (
          <div key={key}>
            <dt>
              <Swatch fill={fill} />
              {label}
            </dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
