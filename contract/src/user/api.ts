import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { text } from '../lib/fields.ts'
import { pageOf } from '../lib/paging.ts'
import { Permission, Person } from './model.ts'
import { anyOf, both, holds, isBdd, isSeller, isUnderwriter } from './policy.ts'

/** Active people, by first name; these lists come whole, so they go to 999 (spec.md §6). */
const query = z.object({
  search: text(100).default(''),
  permission: Permission.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(999).default(999),
})
export type PeopleQuery = z.infer<typeof query>

const tag = 'Users'
const response = pageOf(Person)

export const listUnderwriters = endpoint({
  method: 'GET',
  path: '/v1/users/underwriters',
  summary: 'Active underwriters; `permission` keeps those who hold it',
  tag,
  access: anyOf(isUnderwriter, isBdd),
  about: 'PEOPLE',
  query,
  response,
})
export const listSellers = endpoint({
  method: 'GET',
  path: '/v1/users/sellers',
  summary: "Active sellers; a seller gets their own company's, a BDD those of their sellers",
  tag,
  access: anyOf(isUnderwriter, isBdd, both(isSeller, holds('myCompanyReassignSlv'))),
  about: 'PEOPLE',
  query,
  response,
})
export const listBdds = endpoint({
  method: 'GET',
  path: '/v1/users/bdd',
  summary: 'Active business development directors',
  tag,
  access: anyOf(isUnderwriter, isBdd),
  about: 'PEOPLE',
  query,
  response,
})
