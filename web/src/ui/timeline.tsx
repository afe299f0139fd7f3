import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './timeline.module.css'

/** An event; `at` is its ISO instant, `when` the text for people. */
export type TimelineItem = {
  key: string
  title: ReactNode
  who: string
  at: string
  when: string
  body?: ReactNode
}

/** The events of a day. */
export type TimelineGroup = { label: string; items: readonly TimelineItem[] }

/** Events in the given order, grouped under headings. */
export const Timeline = ({
  label,
  groups,
}: {
  label: string
  groups: readonly TimelineGroup[]
}) => (
  <section aria-label={label}>
    {groups.map((group) => (
      <section key={group.label} aria-label={group.label}>
        <Box
          component="h3"
          mt="sm"
          mb="xs"
          pb="0.25rem"
          c="dimmed"
          fz="sm"
          style={{ borderBlockEnd: '1px solid var(--portal-line)' }}
        >
          {group.label}
        </Box>
        <Stack component="ol" gap={0} p={0} style={{ listStyle: 'none' }}>
          {group.items.map(({ key, title, who, at, when, body }) => (
            <li key={key} className={classes.item}>
              <Group gap="0.125rem var(--mantine-spacing-xs)" fw={500}>
                {title}
              </Group>
              <Box c="dimmed" fz="sm">
                {who} · <time dateTime={at}>{when}</time>
              </Box>
              {body && (
                <Box mt={4} fz="sm" style={{ overflowWrap: 'anywhere' }}>
                  {body}
                </Box>
              )}
            </li>
          ))}
        </Stack>
      </section>
    ))}
  </section>
)
