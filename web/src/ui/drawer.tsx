import { Drawer } from '@mantine/core'

/**
 * A panel from the left. Load it with `lazy`: it would add 11 kB to the first
 * visit.
 */
export const LeftDrawer = Drawer.withProps({ size: 'min(17rem, 85vw)' })
