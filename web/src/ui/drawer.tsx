import { Drawer } from '@mantine/core'

/** A panel from the left. Load it with `lazy`: it would add 11 kB to the first visit. */
export const LeftDrawer = Drawer.withProps({
  size: 'min(17rem, 85vw)',
  // A <header> outside of <main> would be a second banner of the page.
  attributes: { header: { role: 'none' } },
})
