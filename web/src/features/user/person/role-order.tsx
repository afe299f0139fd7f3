import { ActionIcon, Group, Select, Text } from '@mantine/core'
import type { CompanyKind } from '@portal/contract/user/model'
import { Role, roleLabels } from '@portal/contract/user/model'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { rolesToGive } from '../people/role-choices.ts'
import classes from './person.module.css'

const look = { variant: 'subtle', color: 'gray', c: 'inherit' } as const

type RoleOrderProps = { roles: readonly Role[]; companyKind: CompanyKind; onChange: (roles: Role[]) => void }

/** The roles of a person in order: the first is the acting one. */
export const RoleOrder = ({ roles, companyKind, onChange }: RoleOrderProps) => {
  const list = useRef<HTMLOListElement>(null)
  const rest = rolesToGive(companyKind, roles)
  // The pressed button moves or is removed, so the list takes the focus.
  const change = (next: Role[]) => {
    onChange(next)
    requestAnimationFrame(() => list.current?.focus())
  }
  return (
    <>
      <ol ref={list} className={classes.roles} tabIndex={-1} aria-label="Roles in order">
        {roles.map((role, index) => (
          <li key={role} className={classes.role}>
            <Group flex={1} align="baseline" gap="0 var(--mantine-spacing-xs)" miw={0}>
              {roleLabels[role]}
              {index === 0 && (
                <Text span size="xs" c="dimmed">
                  Acting role
                </Text>
              )}
            </Group>
            {index > 0 && (
              <ActionIcon
                {...look}
                aria-label={`Move ${roleLabels[role]} up`}
                title="Move up"
                onClick={() => change(roles.toSpliced(index, 1).toSpliced(index - 1, 0, role))}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
            )}
            {roles.length > 1 && (
              <ActionIcon
                {...look}
                aria-label={`Remove ${roleLabels[role]}`}
                title="Remove"
                onClick={() => change(roles.filter((other) => other !== role))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ol>
      {rest.length > 0 && (
        <Select
          aria-label="Add a role"
          placeholder="Add a role"
          data={rest.map((role) => ({ value: role, label: roleLabels[role] }))}
          value={null}
          onChange={(value) => value !== null && change(withRole(roles, Role.parse(value)))}
          openOnFocus={false}
        />
      )}
    </>
  )
}

/** The first real role replaces the pending one. */
const withRole = (roles: readonly Role[], role: Role): Role[] =>
  role === 'DEFAULT' ? [...roles, role] : [...roles.filter((held) => held !== 'DEFAULT'), role]
