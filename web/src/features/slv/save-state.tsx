import { Group } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp, IconPencil } from '@tabler/icons-react'
import { TryAgain } from '../../ui/message.tsx'

const icons = {
  saved: IconCloudCheck,
  typed: IconPencil,
  saving: IconCloudUp,
  fix: IconAlertTriangle,
  away: IconCloudOff,
  halted: IconAlertTriangle,
}

export type SaveStateProps = { look: keyof typeof icons; text: string; onRetry: () => void }

export const SaveState = ({ look, text, onRetry }: SaveStateProps) => {
  const Icon = icons[look]
  const isCalm = look === 'saved' || look === 'typed' || look === 'saving'
  return (
    <Group gap={6} miw={0} fz="sm" wrap="nowrap" c={isCalm ? 'dimmed' : 'var(--mantine-color-error)'}>
      <Icon size={16} aria-hidden style={{ flex: 'none' }} />
      <span role="status" style={{ fontWeight: isCalm ? 400 : 500 }}>
        {text}
      </span>
      {(look === 'away' || look === 'halted') && <TryAgain size="compact-xs" onClick={onRetry} />}
    </Group>
  )
}
