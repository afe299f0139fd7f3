import * as tpr from '@portal/contract/auth/tpr-api'
import * as api from '@portal/contract/user/manage-api'
import { rightsSavedText, userMessages } from '@portal/contract/user/messages'
import { type CompanyKind, permissions } from '@portal/contract/user/model'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type MutationMeta,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { type PeopleSearch, usualPage, usualSort } from './people/people-search.ts'

const peopleKey = ['people'] as const

/** Business development directors are listed together, by whichever of their two names. */
const rolesOf = (roles: string | undefined) => roles?.replace(/\bBDD\b/, 'BDD,UBDD')

/** The column that sorts the people; what is none is as if it were not there. */
export const sortOf = ({ sortBy }: PeopleSearch): (typeof api.userSorts)[number] =>
  api.userSorts.find((key) => key === sortBy) ?? usualSort.by

export const peopleQuery = (search: PeopleSearch) => {
  const { search: text, status, permission, companyId, page = usualPage.page, size = usualPage.size } = search
  const query = {
    ...{ search: text, roles: rolesOf(search.roles), status, permission, companyId, page, size },
    sortBy: sortOf(search),
    sortType: search.sortType ?? usualSort.type,
  }
  return queryOptions({
    queryKey: [...peopleKey, 'list', query],
    queryFn: ({ signal }) => call(api.listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'person', userId],
    queryFn: ({ signal }) => call(api.getPerson, { params: { userId } }, { signal }),
  })

export const openWorkQuery = (userId: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'open-work', userId],
    queryFn: ({ signal }) => call(api.getOpenWork, { params: { userId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })

export const changesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, 'changes', userId],
    queryFn: ({ signal, pageParam: page }) =>
      call(api.listUserChanges, { params: { userId }, query: { page, size: 10 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
    meta: { quiet: true },
  })

export const companiesQuery = (asked: {
  search: string
  kind: CompanyKind | undefined
  page?: number
  size?: number
}) => {
  const query = { ...usualPage, ...asked }
  return queryOptions({
    queryKey: [...peopleKey, 'companies', query],
    queryFn: ({ signal }) => call(api.listCompanies, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Stores the updated user, and reloads all else about people. */
const renew = (queryClient: QueryClient, user: api.User) => {
  queryClient.setQueryData(personQuery(user.id).queryKey, (card) => card && { ...card, status: user.status, user })
  return queryClient.invalidateQueries({ queryKey: peopleKey })
}

const shown = [409]

type Body<E extends { body: z.ZodType }> = z.input<E['body']>

const savedText = ({ name }: api.User, body: Body<typeof api.setPermissions>) => {
  const flagged = (flag: boolean) => permissions.filter((key) => body[key] === flag).length
  return rightsSavedText({ granted: flagged(true), taken: flagged(false), hasRoles: body.roles !== undefined }, name)
}

const useChangeUser = <V>(mutationFn: (variables: V) => Promise<api.User>, meta: MutationMeta) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, meta: { ...meta, shown }, onSuccess: (user) => renew(queryClient, user) })
}

export const useSetPermissions = () =>
  useChangeUser((body: Body<typeof api.setPermissions>) => call(api.setPermissions, { body }), {
    done: savedText,
    failed: userMessages.permissions.failed,
  })

export const useSetRoles = () =>
  useChangeUser((body: Body<typeof api.setRoles>) => call(api.setRoles, { body }), userMessages.roles)

export const useSetStatus = () =>
  useChangeUser((body: Body<typeof api.setStatus>) => call(api.setStatus, { body }), userMessages.status)

export const useRemoveFactors = () =>
  useChangeUser(({ userId }: { userId: string }) => call(api.removeFactors, { params: { userId } }), {
    done: ({ name }: api.User) => `The second factor of ${name} was taken away`,
    failed: 'Failed to remove the second factor',
  })

export const useSetBdd = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ companyId, bddId }: { companyId: string; bddId: string | null }) =>
      call(api.setBdd, { params: { companyId }, body: { bddId } }),
    meta: {
      done: ({ name, bdd }: api.Company) =>
        bdd ? `${bdd.name} is now assigned to ${name}` : `${name} no longer has a business development director`,
      failed: 'Failed to assign the business development director',
      shown,
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: peopleKey }),
  })
}

export type Invited = z.output<typeof tpr.inviteReviewers.response>

export const useInvite = () => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: Body<typeof tpr.inviteReviewers>) => call(tpr.inviteReviewers, { body }, { intent }),
    meta: { failed: 'An unexpected error occurred', prefers: 'reason' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: peopleKey }),
  })
}
