import { UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { roleLabels } from '@portal/contract/user/model'
import { IconChevronDown, IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { colorSchemes } from '../../ui/color-schemes.ts'
import { Menu, MenuGroup, MenuItem, menuItem } from '../../ui/menu.tsx'
import { useProfile } from '../auth/queries.ts'
import { useSignOut } from '../auth/use-sign-out.ts'
import { useSwitchRole } from '../auth/use-switch-role.ts'
import classes from './profile-menu.module.css'

/** Who is signed in and as what, their other roles, settings, the colour scheme, and the way out. */
export const ProfileMenu = () => {
  const profile = useProfile()
  const signOut = useSignOut()
  const switchRole = useSwitchRole()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const initials = [profile.firstName, profile.lastName].map((part) => part.charAt(0).toUpperCase()).join('')

  return (
    <Menu
      target={(props) => (
        <UnstyledButton {...props} className={classes.target}>
          <span className={classes.initials} aria-hidden>
            {initials || '?'}
          </span>
          <VisuallyHidden>Profile: </VisuallyHidden>
          <span className={classes.who}>
            <span className={classes.name}>{profile.name}</span>
            <span className={classes.role}>{roleLabels[profile.role]}</span>
          </span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      )}
      head={
        <div className={classes.card}>
          <strong>{profile.name}</strong>
          <span>{profile.email}</span>
          <span>{profile.companyName}</span>
        </div>
      }
    >
      <MenuGroup>
        <Link {...menuItem} to="/settings">
          <IconSettings size={16} aria-hidden />
          Settings
        </Link>
      </MenuGroup>
      {profile.roles.length > 1 && (
        <MenuGroup label="Role">
          {profile.roles.map((role) => (
            <MenuItem
              key={role}
              isChecked={role === profile.role}
              isDisabled={switchRole.isPending}
              onSelect={() => role !== profile.role && switchRole.mutate(role)}
            >
              {roleLabels[role]}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      <MenuGroup label="Color scheme">
        {colorSchemes.map(({ value, label }) => (
          <MenuItem key={value} isChecked={value === colorScheme} onSelect={() => setColorScheme(value)}>
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup>
        <MenuItem
          icon={<IconLogout size={16} aria-hidden />}
          isDisabled={signOut.isPending}
          onSelect={() => signOut.mutate()}
        >
          Logout
        </MenuItem>
      </MenuGroup>
    </Menu>
  )
}
