import { Box } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './tab-links.module.css'

export type TabLink = {
  key: string
  label: string
  /** How many rows the tab has, once that is known. */
  count?: ReactNode
  isCurrent: boolean
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

type TabLinksProps = {
  label: string
  tabs: readonly TabLink[]
  /**
   * A choice between tables looks different from the tabs of a table beside it.
   */
  isSwitch?: boolean
}

/** Tabs that are links: each has its own address. */
export const TabLinks = ({ label, tabs, isSwitch = false }: TabLinksProps) => (
  <nav className={isSwitch ? classes.switch : classes.tabs} aria-label={label}>
    {tabs.map(({ key, label, count, isCurrent, link }) => (
      <Link
        key={key}
        {...link}
        className={classes.tab}
        // The router marks a link as current only for its exact address; the
        // page says which tab is shown.
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {label}
        {count !== undefined && (
          <Box component="span" fz="xs" fw={400}>
            {count}
          </Box>
        )}
      </Link>
    ))}
  </nav>
)
