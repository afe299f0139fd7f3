import type { ComponentProps } from 'react'

type ScrollRegionProps = Omit<
  ComponentProps<'section'>,
  'tabIndex' | 'aria-label'
> & { label: string }

/**
 * A part of the page that scrolls on its own. It takes the focus, so that the
 * keyboard can scroll it.
 */
export const ScrollRegion = ({ label, ...section }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keys have nothing to scroll
  <section {...section} tabIndex={0} aria-label={label} />
)
