import { Skeleton, Stack } from '@mantine/core'
import { CardGrid, FiguresBody, type Span, spans } from './figure-section.tsx'
import kpis from './kpi-cards.module.css'

const skeletons = (count: number, height: number, span?: Span) =>
  [...Array(count).keys()].map((number) => (
    <Skeleton key={`${span} ${number}`} style={span && spans[span]} height={height} radius="md" />
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
export const PanelSkeleton = () => <Skeleton height={136} radius="md" role="status" aria-label="Loading the filters" />
