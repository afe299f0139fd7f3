import { Box, Group } from '@mantine/core'
import type { Fill } from './bars.tsx'

/** A part of stacked bars or columns. */
export type Layer = { key: string; label: string; fill: Fill }

/** The fills of a chart and their meaning. */
export const Legend = ({ layers }: { layers: readonly Layer[] }) => (
  <Group component="ul" gap="0.25rem 1rem" m={0} p={0} c="dimmed" fz="sm" style={{ listStyle: 'none' }} aria-hidden>
    {layers.map(({ key, label, fill }) => (
      <Group component="li" key={key} gap="0.375rem" wrap="nowrap">
        <Swatch fill={fill} />
        {label}
      </Group>
    ))}
  </Group>
)

/** A fill before its name. */
export const Swatch = ({ fill }: { fill: Fill }) => (
  <Box component="span" w="0.625rem" h="0.625rem" bdrs={2} bg="var(--portal-fill)" data-fill={fill} aria-hidden />
)
