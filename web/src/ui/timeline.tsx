import type { ReactNode } from 'react'
import classes from './timeline.module.css'

/** One thing that happened. `at` is for machines (ISO), `when` for people. */
export type TimelineItem = {
  key: string
  title: ReactNode
  who: string
  at: string
  when: string
  body?: ReactNode
}

/** What happened, one under the other, in the order given. */
export const Timeline = ({ label, items }: { label: string; items: readonly TimelineItem[] }) => (
  <ol className={classes.timeline} aria-label={label}>
    {items.map(({ key, title, who, at, when, body }) => (
      <li key={key} className={classes.item}>
        <div className={classes.head}>{title}</div>
        <div className={classes.under}>
          {who} · <time dateTime={at}>{when}</time>
        </div>
        {body && <div className={classes.body}>{body}</div>}
      </li>
    ))}
  </ol>
)
