import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { roleLabels } from '@portal/contract/user/model'
import { IconCheck, IconChevronDown, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useProfile } from '../auth/queries.ts'
import { useSignOut } from '../auth/use-sign-out.ts'
import classes from './profile-menu.module.css'

const schemes = [
  { value: 'auto', label: 'Like the system', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const

/** Who is signed in and as what, the colour scheme, and the way out. */
export const ProfileMenu = () => {
  const profile = useProfile()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const initials = [profile.firstName, profile.lastName].map((part) => part.charAt(0).toUpperCase()).join('')

  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`Profile of ${profile.name}`}>
          <span className={classes.initials} aria-hidden>
            {initials || '?'}
          </span>
          <span className={classes.who} aria-hidden>
            <span className={classes.name}>{profile.name}</span>
            <span className={classes.role}>{roleLabels[profile.role]}</span>
          </span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.card}>
          <strong>{profile.name}</strong>
          <span>{profile.email}</span>
          <span>{profile.companyName}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === value && <IconCheck size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
