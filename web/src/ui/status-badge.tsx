import type { CSSProperties } from 'react'
import classes from './status-badge.module.css'

export type StatusColor =
  | 'gray'
  | 'blue'
  | 'indigo'
  | 'violet'
  | 'cyan'
  | 'teal'
  | 'green'
  | 'yellow'
  | 'orange'
  | 'red'

type BadgeStyle = CSSProperties & Record<`--badge-${number}`, string>

/** A status as a dot and a word. `title` is its tooltip. */
export const StatusBadge = ({
  label,
  color,
  title = label,
}: {
  label: string
  color: StatusColor
  title?: string
}) => {
  const shade = (index: number) => `var(--mantine-color-${color}-${index})`
  const style: BadgeStyle = { '--badge-4': shade(4), '--badge-7': shade(7) }
  return (
    <span className={classes.badge} style={style} title={title}>
      <span className={classes.word}>{label}</span>
    </span>
  )
}
