import classes from './data-table.module.css'

/** Rows while nothing was read yet. Bare boxes: a wide table has hundreds, and its first drawing must not wait for them. */
export const SkeletonRows = ({ rows, cells }: { rows: number; cells: number }) =>
  Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} className={classes.shape} aria-hidden>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={cell} />
      ))}
    </tr>
  ))
