import type { Fill } from './bars.tsx'
import classes from './legend.module.css'
import { Swatch } from './swatch.tsx'

/** One of the parts that something drawn is made of. */
export type Layer = { key: string; label: string; fill: Fill }

/** What each fill of a chart is. */
export const Legend = ({ layers }: { layers: readonly Layer[] }) => (
  <ul className={classes.legend} aria-hidden>
    {layers.map(({ key, label, fill }) => (
      <li key={key}>
        <Swatch fill={fill} />
        {label}
      </li>
    ))}
  </ul>
)
