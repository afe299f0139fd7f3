import type { ReactNode } from 'react'
import classes from './chart-card.module.css'

/** How many of the page's columns a card takes where there is room for all twelve. */
export type Span = 'third' | 'quarter' | 'less' | 'more' | 'less-late' | 'more-late'

/** The cards of a section. */
export const ChartGrid = ({ children }: { children: ReactNode }) => <div className={classes.grid}>{children}</div>

type ChartCardProps = { title: ReactNode; span: Span; actions?: ReactNode; children: ReactNode }

/** A chart under its name. */
export const ChartCard = ({ title, span, actions, children }: ChartCardProps) => (
  <section className={classes.card} data-span={span}>
    <div className={classes.head}>
      <h3>{title}</h3>
      {actions}
    </div>
    {children}
  </section>
)

/** A card as wide as the page. */
export const WideCard = ({ children }: { children: ReactNode }) => (
  <div className={classes.card} data-span="full">
    {children}
  </div>
)

/** What a chart says that has nothing to draw. */
export const NothingHere = ({ children }: { children: string }) => <p className={classes.nothing}>{children}</p>
