import type { Fill } from './bars.tsx'
import classes from './swatch.module.css'

/** The fill of a part of a chart, before its name. */
export const Swatch = ({ fill }: { fill: Fill }) => <span className={classes.swatch} data-fill={fill} aria-hidden />
