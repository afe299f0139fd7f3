import { Skeleton } from '@mantine/core'
import { ChartGrid } from './chart-card.tsx'
import { FiguresBody } from './figure-section.tsx'
import classes from './figures-skeleton.module.css'
import panels from './filter-panels.module.css'
import kpis from './kpi-cards.module.css'

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The shape of the figures while they are read: cards, charts, lists. */
export const FiguresSkeleton = () => (
  <FiguresBody role="status" aria-label="Loading the figures">
    <div className={kpis.cards}>
      {many(10).map((index) => (
        <Skeleton key={index} height={62} radius="md" />
      ))}
    </div>
    <Skeleton height={20} width="14rem" />
    <ChartGrid>
      {many(3).map((index) => (
        <Shape key={index} span="third" height={120} />
      ))}
      <Shape span="less" height={320} />
      <Shape span="more" height={320} />
    </ChartGrid>
    <Skeleton height={20} width="6rem" />
    <ChartGrid>
      {many(4).map((index) => (
        <Shape key={index} span="quarter" height={240} />
      ))}
    </ChartGrid>
  </FiguresBody>
)

const Shape = ({ span, height }: { span: string; height: number }) => (
  <div data-span={span}>
    <Skeleton height={height} radius="md" />
  </div>
)

/** The shape of the capacity table. */
export const CapacitySkeleton = () => (
  <div className={classes.lines} role="status" aria-label="Loading the table">
    {many(8).map((index) => (
      <Skeleton key={index} height={20} />
    ))}
  </div>
)

/** The shape of a panel of filters. */
export const PanelSkeleton = ({ fields }: { fields: number }) => (
  <div className={panels.panel}>
    <div className={classes.fields} role="status" aria-label="Loading the filters">
      {many(fields).map((index) => (
        <Skeleton key={index} height={52} radius="md" />
      ))}
    </div>
  </div>
)
