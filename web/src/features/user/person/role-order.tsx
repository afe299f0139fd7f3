import { ActionIcon, Select } from '@mantine/core'
import type { CompanyKind } from '@portal/contract/user/model'
import { Role, roleLabels } from '@portal/contract/user/model'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { rolesToGive } from '../people/role-choices.ts'
import classes from './person.module.css'

type RoleOrderProps = { roles: readonly Role[]; companyKind: CompanyKind; onChange: (roles: Role[]) => void }

/** The roles of a person in their order: the first is the one they act in until they choose another. */
export const RoleOrder = ({ roles, companyKind, onChange }: RoleOrderProps) => {
  const list = useRef<HTMLOListElement>(null)
  const rest = rolesToGive(companyKind, roles)
  // What was pressed goes away or moves: the focus stays with the roles.
  const change = (next: Role[]) => {
    onChange(next)
    requestAnimationFrame(() => list.current?.focus())
  }
  return (
    <>
      <ol ref={list} className={classes.roles} tabIndex={-1} aria-label="Roles in their order">
        {roles.map((role, index) => (
          <li key={role}>
            <span className={classes.role}>
              {roleLabels[role]}
              {index === 0 && <span className={classes.acting}>Acting role</span>}
            </span>
            {index > 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                c="inherit"
                aria-label={`Move ${roleLabels[role]} up`}
                title="Move up"
                onClick={() => change(roles.toSpliced(index, 1).toSpliced(index - 1, 0, role))}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
            )}
            {roles.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                c="inherit"
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

/** A first real role takes the place of the pending one. */
const withRole = (roles: readonly Role[], role: Role): Role[] =>
  role === 'DEFAULT' ? [...roles, role] : [...roles.filter((held) => held !== 'DEFAULT'), role]
