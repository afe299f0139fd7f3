import type { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { createPageSchema, PeoplePaging } from '../lib/paging.ts'
import { Permission, Person } from './model.ts'
import { anyOf, both, holds, isBdd, isSeller, isUnderwriter } from './policy.ts'

/** Lists of active users by first name. */
const query = PeoplePaging.extend({ permission: Permission.optional() })
export type PeopleQuery = z.infer<typeof query>

const people = createEndpoints({
  tag: 'Users',
  about: 'PEOPLE',
  query,
  response: createPageSchema(Person),
})

export const listUnderwriters = people.get(
  '/v1/users/underwriters',
  'Active underwriters; `permission` limits the list to those who have it',
  { access: anyOf(isUnderwriter, isBdd) },
)
export const listSellers = people.get(
  '/v1/users/sellers',
  'Active sellers; a seller gets their own company, a BDD the seller companies assigned to them',
  {
    access: anyOf(
      isUnderwriter,
      isBdd,
      both(isSeller, holds('myCompanyReassignSlv')),
    ),
  },
)
export const listBdds = people.get(
  '/v1/users/bdd',
  'Active business development directors',
  {
    access: anyOf(isUnderwriter, isBdd),
  },
)
