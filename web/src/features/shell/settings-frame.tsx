import { Box, Flex } from '@mantine/core'
import { settingsFor } from '@portal/contract/user/navigation'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProfile } from '../../records/auth/queries.ts'
import links from '../../ui/list/tab-links.module.css'

/**
 * The layout of the settings pages, with links to the others for people who
 * have more than their account.
 */
export const SettingsFrame = ({ children }: { children: ReactNode }) => {
  const pages = settingsFor(useProfile())
  return (
    <Flex direction="column" h="100%">
      {pages.length > 1 && (
        <Box
          component="nav"
          className={links.tabs}
          pt="sm"
          px={{ base: 'sm', sm: 'lg' }}
          aria-label="Settings"
        >
          {pages.map(({ path, label }) => (
            <Link key={path} to={path} className={links.tab}>
              {label}
            </Link>
          ))}
        </Box>
      )}
      <Box flex={1} mih={0}>
        {children}
      </Box>
    </Flex>
  )
}
