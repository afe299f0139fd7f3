import type { Operator } from '@portal/contract/guideline/model'
import {
  type DistanceSide,
  distanceSide,
  distanceText,
  inUnit,
} from '@portal/contract/guideline/texts'
import classes from './distance-bar.module.css'

type Measure = { operator: Operator; distance: number; unit: string | null }

/**
 * '5 points short', '3.75 over' or '1.25 inside', in the color of its side of
 * the limit.
 */
export const Distance = ({ operator, distance, unit }: Measure) => (
  <span className={sideClass[distanceSide({ operator, distance })]}>
    {distanceText({ operator, distance, unit })}
  </span>
)

const sideClass: Record<DistanceSide, string> = {
  MISSES: classes.miss ?? '',
  AT_LIMIT: classes.neutral ?? '',
  MEETS: classes.met ?? '',
}

type DistanceBarProps = Omit<Measure, 'distance'> & {
  limit: number
  actual: number | null
  distance: number | null
}

/**
 * A figure and its limit on a scale. Decorative: the text above it has the
 * figures.
 */
export const DistanceBar = ({
  operator,
  limit,
  actual,
  distance,
  unit,
}: DistanceBarProps) => {
  if (actual === null || distance === null) return null
  const margin = Math.max(Math.abs(distance), Math.abs(limit) * 0.1)
  const from = Math.min(limit, actual)
  const to = Math.max(limit, actual)
  // Amounts have no negative side.
  const start = Math.max(
    from - margin,
    from >= 0 ? 0 : Number.NEGATIVE_INFINITY,
  )
  const length = to + margin - start
  const place = (value: number) => `${((value - start) / length) * 100}%`
  return (
    <div aria-hidden>
      <div className={classes.bar}>
        <span
          className={`${classes.gap} ${sideClass[distanceSide({ operator, distance })]}`}
          style={{
            insetInlineStart: place(from),
            width: `${((to - from) / length) * 100}%`,
          }}
        />
        <span
          className={classes.mark}
          style={{ insetInlineStart: place(limit) }}
        />
      </div>
      <div className={classes.scale}>
        <span>{inUnit(roundTick(start), unit)}</span>
        <span
          className={classes.tick}
          style={{ insetInlineStart: place(limit) }}
        >
          {inUnit(limit, unit)}
        </span>
        <span>{inUnit(roundTick(start + length), unit)}</span>
      </div>
    </div>
  )
}

/** The ends of the scale need at most three digits. */
const roundTick = (value: number): number =>
  value === 0 ? 0 : Number(value.toPrecision(3))
