import { Popover } from '@mantine/core'

/** A popover with controls: it takes the focus, and gives it back to its button. */
export const Panel = Popover.withProps({
  position: 'bottom-end',
  offset: 4,
  shadow: 'md',
  transitionProps: { duration: 0 },
  trapFocus: true,
  returnFocus: true,
})
