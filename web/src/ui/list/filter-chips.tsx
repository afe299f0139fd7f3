import { Button, CloseButton, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

/** One active filter value; `onRemove` removes it. */
export type FilterChip = { key: string; label: string; onRemove: () => void }

/** One chip for each value of a filter; its button removes that value. */
export const chipsOf = <T extends string>(
  key: string,
  values: readonly T[],
  labelOf: (value: T) => string,
  onChange: (values: T[]) => void,
): FilterChip[] =>
  values.map((value) => ({
    key: `${key} ${value}`,
    label: labelOf(value),
    onRemove: () => onChange(values.filter((other) => other !== value)),
  }))

type FilterChipsProps = { chips: readonly FilterChip[]; count: string; onClearAll: () => void }

/** The active filters, 'Clear All', and the number of results ('128 results'). */
export const ActiveFilterChips = ({ chips, count, onClearAll }: FilterChipsProps) => (
  <Group gap="xs" fz="sm">
    {chips.map(({ key, label, onRemove }) => (
      <Group
        component="span"
        key={key}
        display="inline-flex"
        gap={4}
        wrap="nowrap"
        maw="20rem"
        mih="1.625rem"
        ps="0.625rem"
        pe={2}
        bd="1px solid var(--portal-line)"
        bdrs="1rem"
        bg="var(--portal-surface)"
      >
        <Text span inherit truncate title={label}>
          {label}
        </Text>
        <CloseButton
          size={24}
          radius="xl"
          icon={<IconX size={14} />}
          aria-label={`Remove filter ${label}`}
          onClick={onRemove}
        />
      </Group>
    ))}
    {chips.length > 0 && (
      <Button size="compact-sm" variant="subtle" onClick={onClearAll}>
        Clear All
      </Button>
    )}
    <Text span inherit c="dimmed" ms="auto" role="status" style={{ whiteSpace: 'nowrap' }}>
      {count}
    </Text>
  </Group>
)
