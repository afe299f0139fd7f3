import { Button } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUp, IconPencil } from '@tabler/icons-react'
import classes from './save-state.module.css'

/** `typed` waits for a pause, `failed` was not taken by the server: what was typed is still in the form. */
export type SaveStateValue = 'saved' | 'typed' | 'saving' | 'failed'

const looks = {
  saved: { Icon: IconCloudCheck, text: 'Saved' },
  typed: { Icon: IconPencil, text: 'Not saved yet' },
  saving: { Icon: IconCloudUp, text: 'Saving…' },
  failed: { Icon: IconCloudOff, text: 'Not saved' },
} as const

/** Tells whether the server has what was typed, and offers to try again when it has not. */
export const SaveState = ({ state, onRetry }: { state: SaveStateValue; onRetry?: () => void }) => {
  const { Icon, text } = looks[state]
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} aria-hidden />
      <span role="status">{text}</span>
      {state === 'failed' && onRetry && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </span>
  )
}
