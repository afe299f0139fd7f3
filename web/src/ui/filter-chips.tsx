import { Button, CloseButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import classes from './filter-chips.module.css'

/** One active filter value; `onRemove` takes it away. */
export type FilterChip = { key: string; label: string; onRemove: () => void }

type FilterChipsProps = { chips: readonly FilterChip[]; count: string; onClearAll: () => void }

/** What narrows the list now, 'Clear All', and how many results that leaves ('128 results'). */
export const ActiveFilterChips = ({ chips, count, onClearAll }: FilterChipsProps) => (
  <div className={classes.chips}>
    {chips.map(({ key, label, onRemove }) => (
      <span key={key} className={classes.chip}>
        <span className={classes.word} title={label}>
          {label}
        </span>
        <CloseButton
          size={24}
          radius="xl"
          icon={<IconX size={14} />}
          aria-label={`Remove filter ${label}`}
          onClick={onRemove}
        />
      </span>
    ))}
    {chips.length > 0 && (
      <Button size="compact-sm" variant="subtle" onClick={onClearAll}>
        Clear All
      </Button>
    )}
    <span className={classes.count} role="status">
      {count}
    </span>
  </div>
)
