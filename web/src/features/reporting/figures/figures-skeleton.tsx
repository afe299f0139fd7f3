import { Skeleton } from '@mantine/core'
import classes from './figures.module.css'

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The shape of the figures while they are read: cards, charts, lists. */
export const FiguresSkeleton = () => (
  <div className={classes.body} role="status" aria-label="Loading the figures">
    <div className={classes.kpis}>
      {many(10).map((index) => (
        <Skeleton key={index} height={62} radius="md" />
      ))}
    </div>
    <Skeleton height={20} width="14rem" />
    <div className={classes.grid}>
      {many(3).map((index) => (
        <Shape key={index} span="third" height={120} />
      ))}
      <Shape span="less" height={320} />
      <Shape span="more" height={320} />
    </div>
    <Skeleton height={20} width="6rem" />
    <div className={classes.grid}>
      {many(4).map((index) => (
        <Shape key={index} span="quarter" height={240} />
      ))}
    </div>
  </div>
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
  <div className={classes.panel}>
    <div className={classes.fields} role="status" aria-label="Loading the filters">
      {many(fields).map((index) => (
        <Skeleton key={index} height={52} radius="md" />
      ))}
    </div>
  </div>
)
