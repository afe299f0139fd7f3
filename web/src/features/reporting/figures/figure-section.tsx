import type { ComponentProps, ReactNode } from 'react'
import classes from './figure-section.module.css'

type FigureSectionProps = Omit<ComponentProps<'section'>, 'id' | 'title' | 'className'> & {
  /** Of its heading. */
  id: string
  title: string
  /** What stands beside the heading. */
  about?: string
  action?: ReactNode
}

/** A part of the figures under its heading. */
export const FigureSection = ({ id, title, about, action, children, ...section }: FigureSectionProps) => (
  <section {...section} className={classes.section} aria-labelledby={id}>
    <div className={classes.head}>
      <h2 id={id}>{title}</h2>
      {about && <p>{about}</p>}
      {action}
    </div>
    {children}
  </section>
)

/** A sentence below figures. */
export const Note = ({ children }: { children: ReactNode }) => <p className={classes.note}>{children}</p>

type FiguresBodyProps = Omit<ComponentProps<'div'>, 'className'>

/** What holds the sections of the page. */
export const FiguresBody = (body: FiguresBodyProps) => <div {...body} className={classes.body} />
