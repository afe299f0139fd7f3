import classes from './distance-bar.module.css'

type DistanceBarProps = { limit: number; actual: number | null; distance: number | null }

/** Where a figure is beside its limit. A decoration: the text above it has the figures. */
export const DistanceBar = ({ limit, actual, distance }: DistanceBarProps) => {
  if (actual === null || distance === null) return null
  const room = Math.max(Math.abs(distance), Math.abs(limit) * 0.1)
  const [from, to] = [Math.min(limit, actual), Math.max(limit, actual)]
  const length = to - from + 2 * room
  const place = (value: number) => `${((value - from + room) / length) * 100}%`
  return (
    <div className={classes.bar} aria-hidden>
      <span
        className={classes.gap}
        style={{ insetInlineStart: place(from), width: `${((to - from) / length) * 100}%` }}
      />
      <span className={classes.mark} style={{ insetInlineStart: place(limit) }} />
    </div>
  )
}
