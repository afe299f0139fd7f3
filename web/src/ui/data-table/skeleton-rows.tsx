import { createElement, Fragment } from 'react'
import classes from './skeleton-rows.module.css'

/**
 * Rows while nothing was read yet. Bare boxes: a wide table has hundreds, and its first drawing must not wait for them.
 * All are alike and stay where they are, so they are children without keys.
 */
export const SkeletonRows = ({ rows, cells }: { rows: number; cells: number }) => {
  const row = createElement('tr', { className: classes.shape, 'aria-hidden': true }, ...Array(cells).fill(<td />))
  return createElement(Fragment, null, ...Array(rows).fill(row))
}
