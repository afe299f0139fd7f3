import { permissionLabels, Role, roleLabels } from '@portal/contract/user/model'
import type { FilterChip } from '../../../ui/filter-chips.tsx'
import { useCompanyName } from '../company/use-company-name.ts'
import type { PeopleFilter } from './people-search.ts'

/** One chip for each value that narrows the people, each of which takes it away again. */
export const usePeopleChips = (
  filter: PeopleFilter,
  onFilter: (change: Partial<PeopleFilter>) => void,
): FilterChip[] => {
  const { roles, status, permission, companyId } = filter
  const companyName = useCompanyName(companyId ?? null)
  const chosen = roles?.split(',').map((role) => Role.parse(role)) ?? []
  return [
    ...chosen.map((role) => ({
      key: `role ${role}`,
      label: roleLabels[role],
      onRemove: () => onFilter({ roles: chosen.filter((other) => other !== role).join(',') || undefined }),
    })),
    ...(status
      ? [
          {
            key: 'status',
            label: status === 'ACTIVE' ? 'Active' : 'Inactive',
            onRemove: () => onFilter({ status: undefined }),
          },
        ]
      : []),
    ...(permission
      ? [
          {
            key: 'permission',
            label: permissionLabels[permission],
            onRemove: () => onFilter({ permission: undefined }),
          },
        ]
      : []),
    ...(companyId ? [{ key: 'company', label: companyName, onRemove: () => onFilter({ companyId: undefined }) }] : []),
  ]
}
