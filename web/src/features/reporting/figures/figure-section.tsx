import { Group, Skeleton, Stack } from '@mantine/core'
import {
  definitions,
  type FigureKey,
} from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import type { ComponentProps, ReactNode } from 'react'
import type { CustomStyle } from '../../../ui/charts/scale.ts'
import { Hint } from '../../../ui/presets.ts'
import { FigureName } from './figure.tsx'
import classes from './figure-section.module.css'
import { daysText, describeCoverage } from './figures-context.ts'
import kpis from './kpi-cards.module.css'

/** The parts of the page. */
export const FiguresBody = (body: Omit<ComponentProps<'div'>, 'className'>) => (
  <div {...body} className={classes.body} />
)

type FigureSectionProps = Omit<
  ComponentProps<'section'>,
  'id' | 'title' | 'className'
> & {
  /** The id of its heading. */
  id: string
  title: string
  /** A text beside the heading. */
  about?: string
  action?: ReactNode
}

/** A part of the figures under its heading. */
export const FigureSection = ({
  id,
  title,
  about,
  action,
  children,
  ...section
}: FigureSectionProps) => (
  <section {...section} className={classes.section} aria-labelledby={id}>
    <Group gap="0 var(--mantine-spacing-sm)" align="baseline">
      <h2 id={id}>{title}</h2>
      {about && <Hint>{about}</Hint>}
      {action}
    </Group>
    {children}
  </section>
)

/** The cards of a section. */
export const CardGrid = ({ children }: { children: ReactNode }) => (
  <div className={classes.grid}>{children}</div>
)

/** The columns of twelve that a card takes in a grid, and in a wide one. */
const spans: Record<Span, CustomStyle> = {
  third: { '--span': 4 },
  quarter: { '--span': 6, '--wide-span': 3 },
  less: { '--span': 5, '--wide-span': 4 },
  more: { '--span': 7, '--wide-span': 8 },
}
export type Span = 'third' | 'quarter' | 'less' | 'more'

type FigureCardProps = {
  figure: FigureKey
  summary: Summary
  span: Span
  actions?: ReactNode
  children: ReactNode
}

/** A chart under the name of its figure. */
export const FigureCard = ({
  figure,
  summary,
  span,
  actions,
  children,
}: FigureCardProps) => (
  <section className={classes.card} style={spans[span]} data-span={span}>
    <Group justify="space-between" mih="1.625rem">
      <h3>
        <SummaryName figure={figure} summary={summary} />
      </h3>
      {actions}
    </Group>
    {children}
  </section>
)

type SummaryNameProps = { figure: FigureKey; summary: Summary; label?: string }

/** The name of a figure of the summary. */
export const SummaryName = ({
  figure,
  summary,
  label = definitions[figure].label,
}: SummaryNameProps) => (
  <FigureName
    definition={{ ...definitions[figure], label }}
    days={daysText(summary.days)}
    over={describeCoverage(summary)[figure]}
  />
)

const skeletons = (count: number, height: number, span?: Span) =>
  [...Array(count).keys()].map((number) => (
    <Skeleton
      key={`${span} ${number}`}
      style={span && spans[span]}
      height={height}
      radius="md"
    />
  ))

/** The shape of the figures while they load: cards, charts, lists. */
export const FiguresSkeleton = () => (
  <FiguresBody role="status" aria-label="Loading the figures">
    <div className={kpis.cards}>{skeletons(10, 62)}</div>
    <Skeleton height={20} width="14rem" />
    <CardGrid>
      {skeletons(3, 120, 'third')}
      {skeletons(1, 320, 'less')}
      {skeletons(1, 320, 'more')}
    </CardGrid>
    <Skeleton height={20} width="6rem" />
    <CardGrid>{skeletons(4, 240, 'quarter')}</CardGrid>
  </FiguresBody>
)

/** The shape of the capacity table. */
export const CapacitySkeleton = () => (
  <Stack gap="sm" role="status" aria-label="Loading the table">
    {skeletons(8, 20)}
  </Stack>
)

/** The shape of a panel of filters. */
export const PanelSkeleton = () => (
  <Skeleton
    height={136}
    radius="md"
    role="status"
    aria-label="Loading the filters"
  />
)
