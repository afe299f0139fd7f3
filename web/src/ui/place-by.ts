const gap = 4

/** Puts a popover under its button where there is room, else above it, and towards the middle of the window. */
export const placeBy = (button: HTMLElement, popover: HTMLElement, isBeside = false) => {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const { innerHeight } = window
  const { clientWidth } = document.documentElement
  const isUp = !isBeside && bottom > innerHeight * 0.66
  const isToLeft = !isBeside && (left + right) / 2 > clientWidth / 2
  const px = (value: number) => `${Math.max(value, gap)}px`
  popover.style.top = isUp ? 'auto' : px(isBeside ? top : bottom + gap)
  popover.style.bottom = isUp ? px(innerHeight - top + gap) : 'auto'
  popover.style.left = isToLeft ? 'auto' : px(isBeside ? right + gap : left)
  popover.style.right = isToLeft ? px(clientWidth - right) : 'auto'
  const room = isUp ? top : innerHeight - (isBeside ? top : bottom)
  popover.style.maxHeight = px(room - 3 * gap)
  // Shown, and not yet painted: only now it is known how wide it is.
  requestAnimationFrame(() => {
    const shown = popover.getBoundingClientRect()
    if (shown.left < gap) Object.assign(popover.style, { left: `${gap}px`, right: 'auto' })
    else if (shown.right > clientWidth - gap) Object.assign(popover.style, { left: 'auto', right: `${gap}px` })
  })
}

/** Closes a popover when what it stands beside may have moved; answers how to stop looking. */
export const closeElsewhere = (popover: HTMLElement) => {
  const close = ({ target }: Event) => {
    if (!(target instanceof Node && popover.contains(target))) popover.hidePopover()
  }
  window.addEventListener('resize', close)
  window.addEventListener('scroll', close, true)
  return () => {
    window.removeEventListener('resize', close)
    window.removeEventListener('scroll', close, true)
  }
}
