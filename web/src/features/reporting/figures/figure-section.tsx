import { Box } from '@mantine/core'
import { definitions, type FigureKey } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import type { ComponentProps, ReactNode } from 'react'
import { FigureName } from './figure.tsx'
import classes from './figure-section.module.css'
import { daysText } from './figures-context.ts'
import { oversOf } from './over-text.ts'

/** The parts of the page. */
export const FiguresBody = (body: Omit<ComponentProps<'div'>, 'className'>) => (
  <div {...body} className={classes.body} />
)

type FigureSectionProps = Omit<ComponentProps<'section'>, 'id' | 'title' | 'className'> & {
  /** The id of its heading. */
  id: string
  title: string
  /** A text beside the heading. */
  about?: string
  action?: ReactNode
}

/** A part of the figures under its heading. */
export const FigureSection = ({ id, title, about, action, children, ...section }: FigureSectionProps) => (
  <section {...section} className={classes.section} aria-labelledby={id}>
    <div className={classes.head}>
      <h2 id={id}>{title}</h2>
      {about && <Note>{about}</Note>}
      {action}
    </div>
    {children}
  </section>
)

/** A sentence below figures. */
export const Note = ({ children }: { children: ReactNode }) => (
  <Box component="p" m={0} c="dimmed" fz="sm">
    {children}
  </Box>
)

/** The cards of a section. */
export const CardGrid = ({ children }: { children: ReactNode }) => <div className={classes.grid}>{children}</div>

/** The columns of a card in a wide grid. A 'late' one shares its row only where there is room for all twelve columns. */
export type Span = 'third' | 'quarter' | 'less' | 'more' | 'less-late' | 'more-late'

type FigureCardProps = { figure: FigureKey; summary: Summary; span: Span; actions?: ReactNode; children: ReactNode }

/** A chart under the name of its figure. */
export const FigureCard = ({ figure, summary, span, actions, children }: FigureCardProps) => (
  <section className={classes.card} data-span={span}>
    <div className={classes.cardHead}>
      <h3>
        <SummaryName figure={figure} summary={summary} />
      </h3>
      {actions}
    </div>
    {children}
  </section>
)

type SummaryNameProps = { figure: FigureKey; summary: Summary; label?: string }

/** The name of a figure of the summary. */
export const SummaryName = ({ figure, summary, label = definitions[figure].label }: SummaryNameProps) => (
  <FigureName
    definition={{ ...definitions[figure], label }}
    days={daysText(summary.days)}
    over={oversOf(summary)[figure]}
  />
)

/** A card as wide as the page. */
export const WideCard = ({ children }: { children: ReactNode }) => (
  <div className={classes.card} data-span="full">
    {children}
  </div>
)

/** The text of a chart without data. */
export const EmptyChart = ({ children }: { children: string }) => (
  <Box component="p" m={0} c="dimmed">
    {children}
  </Box>
)
