import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SettingsFrame } from '../../features/shell/settings-frame.tsx'

/** The frame of the pages of settings; the guard above sends '/settings' itself on to the own account. */
export const Route = createFileRoute('/_portal/settings')({
  component: () => (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  ),
})
