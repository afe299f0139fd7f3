import { listExternalTdocMentionables } from '@portal/contract/conversation/api'
import * as api from '@portal/contract/user/api'
import type { Permission, Person } from '@portal/contract/user/model'
import { itemsQuery } from '../../lib/queries.ts'

/** These lists change rarely, and the dialogs that show them open often. */
const staleTime = 60_000

export const underwritersQuery = (permission?: Permission) =>
  itemsQuery(
    ['people', 'underwriters', permission ?? 'any'],
    api.listUnderwriters,
    {
      query: { permission },
      staleTime,
    },
  )

export const sellersQuery = itemsQuery(['people', 'sellers'], api.listSellers, {
  query: {},
  staleTime,
})

export const bddsQuery = itemsQuery(['people', 'bdds'], api.listBdds, {
  query: {},
  staleTime,
})

export const reviewersQuery = (tdocId?: string) =>
  itemsQuery(
    ['people', 'reviewers', tdocId ?? 'any'],
    listExternalTdocMentionables,
    {
      query: { tdocId, size: 999 },
      staleTime,
    },
  )

export type Named = Pick<Person, 'id' | 'name'>

/**
 * The name of a person in a filter. `people` contains only active people, and
 * is undefined while loading.
 */
export const getName = (
  people: readonly Named[] | undefined,
  id: string,
  known: readonly Named[] = [],
): string => {
  const person = [...known, ...(people ?? [])].find((one) => one.id === id)
  if (person) return person.name
  return people ? 'Inactive user' : '…'
}
