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

/** What happened under one heading: a day. */
export type TimelineGroup = { label: string; items: readonly TimelineItem[] }

/** What happened, one under the other, in the order given; each group under its heading. */
export const Timeline = ({ label, groups }: { label: string; groups: readonly TimelineGroup[] }) => (
  <section aria-label={label}>
    {groups.map((group) => (
      <section key={group.label} aria-label={group.label}>
        <h3 className={classes.day}>{group.label}</h3>
        <ol className={classes.timeline}>
          {group.items.map(({ key, title, who, at, when, body }) => (
            <li key={key} className={classes.item}>
              <div className={classes.head}>{title}</div>
              <div className={classes.under}>
                {who} · <time dateTime={at}>{when}</time>
              </div>
              {body && <div className={classes.body}>{body}</div>}
            </li>
          ))}
        </ol>
      </section>
    ))}
  </section>
)
