import { Button, Text } from '@mantine/core'

/** A line of secondary text. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' })

export const SecondaryButton = Button.withProps({ variant: 'default' })
export const SmallButton = Button.withProps({
  variant: 'default',
  size: 'compact-sm',
})
export const TinyButton = Button.withProps({
  variant: 'default',
  size: 'compact-xs',
})
