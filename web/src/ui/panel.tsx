import { Popover } from '@mantine/core'
import { type RefCallback, useLayoutEffect } from 'react'

/**
 * A popover with controls: it takes the focus, and gives it back to its button.
 */
export const Panel = Popover.withProps({
  position: 'bottom-end',
  offset: 4,
  shadow: 'md',
  transitionProps: { duration: 0 },
  trapFocus: true,
  returnFocus: true,
})

/** Makes an existing element the target of a popover. */
export const ElementTarget = ({
  ref,
  element,
}: {
  ref?: RefCallback<HTMLElement>
  element: HTMLElement
}) => {
  useLayoutEffect(() => {
    ref?.(element)
  }, [ref, element])
  return null
}
