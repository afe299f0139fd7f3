import { Box, Flex, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Fill } from './bars.tsx'

/** A part of stacked bars or columns. */
export type Layer = { key: string; label: string; fill: Fill }

/** The fills of a chart and their meaning. */
export const Legend = ({ layers }: { layers: readonly Layer[] }) => (
  <Group
    component="ul"
    gap="0.25rem 1rem"
    p={0}
    c="dimmed"
    fz="sm"
    style={{ listStyle: 'none' }}
    aria-hidden
  >
    {layers.map((layer) => (
      <li key={layer.key}>
        <Labeled {...layer} />
      </li>
    ))}
  </Group>
)

/** A fill before its name. */
const Labeled = ({ label, fill }: Layer) => (
  <Group gap="0.375rem" wrap="nowrap">
    <Box
      component="span"
      w="0.625rem"
      h="0.625rem"
      bdrs={2}
      bg="var(--portal-fill)"
      data-fill={fill}
      aria-hidden
    />
    {label}
  </Group>
)

type Share = Layer & { value: number; shown: ReactNode }

/** A bar divided into shares, with their names and values in a list below. */
export const SplitBar = ({ shares }: { shares: readonly Share[] }) => (
  <Stack gap="0.625rem">
    <Flex
      gap={2}
      h="1.375rem"
      bg="var(--portal-hover)"
      bdrs="sm"
      style={{ overflow: 'hidden' }}
      aria-hidden
    >
      {shares
        .filter(({ value }) => value > 0)
        .map(({ key, value, fill }) => (
          <Box
            component="span"
            key={key}
            miw={3}
            bg="var(--portal-fill)"
            data-fill={fill}
            flex={`${value} 1 0`}
          />
        ))}
    </Flex>
    <Group
      component="dl"
      align="stretch"
      justify="space-between"
      gap="0.25rem 1.5rem"
    >
      {shares.map(({ shown, ...layer }) => (
        <div key={layer.key}>
          <Box component="dt" c="dimmed" fz="sm">
            <Labeled {...layer} />
          </Box>
          <Box component="dd" fz="lg" fw={600}>
            {shown}
          </Box>
        </div>
      ))}
    </Group>
  </Stack>
)
