import { Skeleton } from '@mantine/core'

/** Rows while nothing was read yet. */
export const SkeletonRows = ({ rows, cells }: { rows: number; cells: number }) =>
  Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} aria-hidden>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={cell}>
          <Skeleton height={12} width={`${55 + ((row * 7 + cell * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ))
