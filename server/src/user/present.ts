import type { User } from '@portal/contract/user/manage-api'
import type { KnownPerson } from './find-facts.ts'

/** A person as those see them who look after them. */
export const presentUser = ({
  bddId: _,
  credentialId,
  passwordSetAt,
  usedAt,
  createdAt,
  ...person
}: KnownPerson): User => ({
  ...person,
  roles: [...person.roles],
  signsInWith: credentialId === null ? 'LOAN_DOCK' : 'PASSWORD',
  isInvited: credentialId !== null && passwordSetAt === null,
  createdAt: createdAt.toISOString(),
  lastUsedAt: usedAt?.toISOString() ?? null,
})
