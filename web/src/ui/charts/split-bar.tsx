import { Box, Flex, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Layer, Swatch } from './legend.tsx'

type Share = Layer & { value: number; shown: ReactNode }

/** A bar divided into shares, with their names and values in a list below. */
export const SplitBar = ({ shares }: { shares: readonly Share[] }) => (
  <Stack gap="0.625rem">
    <Flex gap={2} h="1.375rem" bg="var(--portal-hover)" bdrs="sm" style={{ overflow: 'hidden' }} aria-hidden>
      {shares
        .filter(({ value }) => value > 0)
        .map(({ key, value, fill }) => (
          <Box component="span" key={key} miw={3} bg="var(--portal-fill)" data-fill={fill} flex={`${value} 1 0`} />
        ))}
    </Flex>
    <Group component="dl" align="stretch" justify="space-between" gap="0.25rem 1.5rem" m={0}>
      {shares.map(({ key, label, shown, fill }) => (
        <div key={key}>
          <Group component="dt" gap="0.375rem" c="dimmed" fz="sm" wrap="nowrap">
            <Swatch fill={fill} />
            {label}
          </Group>
          <Box component="dd" m={0} fz="1.125rem" fw={600}>
            {shown}
          </Box>
        </div>
      ))}
    </Group>
  </Stack>
)
