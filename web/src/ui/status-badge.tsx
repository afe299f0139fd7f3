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

/** A status as a word and a color. `title` is its tooltip. */
export const StatusBadge = ({ label, color, title = label }: { label: string; color: StatusColor; title?: string }) => {
  const shade = (index: number) => `var(--mantine-color-${color}-${index})`
  const style: BadgeStyle = {
    '--badge-1': shade(1),
    '--badge-4': shade(4),
    '--badge-7': shade(7),
    '--badge-9': shade(9),
  }
  return (
    <span className={classes.badge} style={style} title={title}>
      <span className={classes.word}>{label}</span>
    </span>
  )
}
