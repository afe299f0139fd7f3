import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { roleLabels } from '@portal/contract/user/model'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useProfile } from '../auth/queries.ts'
import { useSignOut } from '../auth/use-sign-out.ts'
import classes from './profile-menu.module.css'

const schemes = [
  { value: 'auto', label: 'Same as the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const schemeOf = (value: string) => schemes.find((scheme) => scheme.value === value)?.value ?? 'auto'

/** Who is signed in and as what, the colour scheme, and the way out. */
export const ProfileMenu = () => {
  const profile = useProfile()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const initials = [profile.firstName, profile.lastName].map((part) => part.charAt(0).toUpperCase()).join('')

  return (
    <Menu position="bottom-end" width={248} withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
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
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.card}>
          <strong>{profile.name}</strong>
          <span>{profile.email}</span>
          <span>{profile.companyName}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>Color scheme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(schemeOf(value))}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
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
