import { Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconPencil,
} from '@tabler/icons-react'
import { type DraftState, hasUnsaved } from '../../lib/autosave/draft-state.ts'
import { TryAgain } from '../../ui/message.tsx'

/**
 * How the saving of a draft goes, in which `problems` fields must be fixed. It
 * is a value, so that a component can select it.
 */
export const describeSaving = (state: DraftState, problems = 0) => {
  if (state.saving === 'away')
    return { look: 'away', text: 'Not saved. Retrying…' } as const
  if (state.saving === 'halted')
    return { look: 'halted', text: `Not saved: ${state.halt}` } as const
  if (state.saving === 'saving')
    return { look: 'saving', text: 'Saving…' } as const
  if (problems > 0)
    return {
      look: 'fix',
      text: `Fix ${problems} ${problems === 1 ? 'field' : 'fields'}`,
    } as const
  return hasUnsaved(state)
    ? ({ look: 'typed', text: 'Not saved yet' } as const)
    : ({ look: 'saved', text: 'Saved' } as const)
}

const icons = {
  saved: IconCloudCheck,
  typed: IconPencil,
  saving: IconCloudUp,
  fix: IconAlertTriangle,
  away: IconCloudOff,
  halted: IconAlertTriangle,
}

export const SaveState = ({
  look,
  text,
  onRetry,
}: ReturnType<typeof describeSaving> & { onRetry: () => void }) => {
  const Icon = icons[look]
  const isCalm = look === 'saved' || look === 'typed' || look === 'saving'
  return (
    <Group
      gap={6}
      miw={0}
      fz="sm"
      c={isCalm ? 'dimmed' : 'var(--mantine-color-error)'}
    >
      <Group gap={6} miw={0} wrap="nowrap">
        <Icon size={16} aria-hidden style={{ flex: 'none' }} />
        <span role="status" style={{ fontWeight: isCalm ? 400 : 500 }}>
          {text}
        </span>
      </Group>
      {(look === 'away' || look === 'halted') && (
        <TryAgain size="compact-xs" onClick={onRetry} />
      )}
    </Group>
  )
}
