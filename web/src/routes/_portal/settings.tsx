import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SettingsFrame } from '../../features/shell/settings-frame.tsx'

/**
 * The frame of the settings pages; the guard redirects '/settings' to the
 * account.
 */
export const Route = createFileRoute('/_portal/settings')({
  component: () => (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  ),
})
