import {
  Box,
  Center,
  Menu,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import { roleLabels } from '@portal/contract/user/model'
import {
  IconChevronDown,
  IconKeyboard,
  IconLogout,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { setKeysOn, useActiveKeys, useKeysOn } from '../../lib/keys.ts'
import { useProfile } from '../../records/auth/queries.ts'
import { useSignOut, useSwitchRole } from '../../records/auth/session-end.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { colorSchemes } from './scheme-labels.ts'
import classes from './shell.module.css'

const targetStyle = { alignItems: 'center', gap: 'var(--mantine-spacing-xs)' }

/**
 * The signed-in person and role; a menu to switch roles and the color scheme,
 * open the settings and sign out.
 */
export const ProfileMenu = () => {
  const profile = useProfile()
  const signOut = useSignOut()
  const switchRole = useSwitchRole()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  return (
    <MenuButton
      position="bottom-end"
      target={<ProfileButton profile={profile} />}
    >
      <Stack gap={0} px="sm" py="xs" fz="sm">
        <strong>{profile.name}</strong>
        {[profile.email, profile.companyName].map((line) => (
          <Text key={line} inherit c="dimmed">
            {line}
          </Text>
        ))}
      </Stack>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconSettings size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/settings" />}
      >
        Settings
      </Menu.Item>
      <KeyItems />
      {profile.roles.length > 1 && (
        <RadioItems
          label="Role"
          value={profile.role}
          options={profile.roles.map((role) => ({
            value: role,
            label: roleLabels[role],
          }))}
          isDisabled={switchRole.isPending}
          onChange={(role) => switchRole.mutate(role)}
        />
      )}
      <RadioItems
        label="Color scheme"
        value={colorScheme}
        options={colorSchemes}
        onChange={setColorScheme}
      />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLogout size={16} aria-hidden />}
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Logout
      </Menu.Item>
    </MenuButton>
  )
}

type ProfileButtonProps = ComponentProps<'button'> & { profile: Profile }

const ProfileButton = ({ profile, ...props }: ProfileButtonProps) => {
  const initials = [profile.firstName, profile.lastName]
    .map((part) => part.charAt(0).toUpperCase())
    .join('')
  return (
    <UnstyledButton
      {...props}
      className={`${classes.hoverable} ${classes.profile}`}
      display="flex"
      px="0.375rem"
      style={targetStyle}
    >
      <Center
        component="span"
        flex="none"
        w="1.75rem"
        h="1.75rem"
        c="light-dark(var(--mantine-color-brand-9), var(--mantine-color-brand-0))"
        bg="light-dark(var(--mantine-color-brand-1), var(--mantine-color-brand-8))"
        bdrs="50%"
        fz="xs"
        fw={600}
        aria-hidden
      >
        {initials || '?'}
      </Center>
      <VisuallyHidden>Profile: </VisuallyHidden>
      <Stack
        component="span"
        className={classes.words}
        gap={0}
        maw="12rem"
        lh={1.25}
      >
        <Text span truncate lh="inherit" size="sm" fw={500}>
          {profile.name}
        </Text>
        <Text span truncate lh="inherit" size="xs" c="dimmed">
          {roleLabels[profile.role]}
        </Text>
      </Stack>
      <Box component="span" visibleFrom="sm" lh={0}>
        <IconChevronDown size={16} aria-hidden />
      </Box>
    </UnstyledButton>
  )
}

const KeyItems = () => {
  const list = useActiveKeys().find(({ keys }) => keys === '?')
  const isOn = useKeysOn()
  return (
    <>
      <Menu.Item
        leftSection={<IconKeyboard size={16} aria-hidden />}
        onClick={list?.run}
        title="Keyboard shortcuts (?)"
        aria-keyshortcuts="?"
      >
        Keyboard shortcuts
      </Menu.Item>
      <Menu.CheckboxItem checked={isOn} onChange={setKeysOn}>
        Single-key shortcuts
      </Menu.CheckboxItem>
    </>
  )
}

type RadioItemsProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  isDisabled?: boolean
  onChange: (value: T) => void
}

/** A labeled group of menu items of which one is checked. */
const RadioItems = <T extends string>({
  label,
  value,
  options,
  isDisabled = false,
  onChange,
}: RadioItemsProps<T>) => (
  <Box role="group" aria-label={label}>
    <Menu.Divider />
    <Menu.Label aria-hidden>{label}</Menu.Label>
    {options.map((option) => (
      <Menu.RadioItem
        key={option.value}
        value={option.value}
        checked={option.value === value}
        disabled={isDisabled}
        closeMenuOnClick
        onChange={() => onChange(option.value)}
      >
        {option.label}
      </Menu.RadioItem>
    ))}
  </Box>
)
