import * as tpr from '@portal/contract/auth/tpr-api'
import * as api from '@portal/contract/user/manage-api'
import { rightsSavedText, userMessages } from '@portal/contract/user/messages'
import { type CompanyKind, permissions } from '@portal/contract/user/model'
import {
  keepPreviousData,
  type MutationMeta,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { endpointQuery, pagesQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { type PeopleSearch, usualPage, usualSort } from './people-search.ts'

export const peopleKey = ['people'] as const

/** UBDD is the older name of BDD: both are listed together. */
const expandRoles = (roles: string | undefined) =>
  roles?.replace(/\bBDD\b/, 'BDD,UBDD')

/** The column that sorts the people; unknown ones are ignored. */
export const getSort = ({
  sortBy,
}: PeopleSearch): (typeof api.userSorts)[number] =>
  api.userSorts.find((key) => key === sortBy) ?? usualSort.by

export const peopleQuery = (search: PeopleSearch) => {
  const {
    search: text,
    status,
    permission,
    companyId,
    mail,
    page = usualPage.page,
    size = usualPage.size,
  } = search
  const query = {
    search: text,
    roles: expandRoles(search.roles),
    status,
    permission,
    companyId,
    mail,
    page,
    size,
    sortBy: getSort(search),
    sortType: search.sortType ?? usualSort.type,
  }
  return endpointQuery([...peopleKey, 'list', query], api.listUsers, {
    query,
    placeholderData: keepPreviousData,
  })
}

export const personQuery = (userId: string) =>
  endpointQuery([...peopleKey, 'person', userId], api.getPerson, {
    params: { userId },
  })

export const openWorkQuery = (userId: string) =>
  endpointQuery([...peopleKey, 'open-work', userId], api.getOpenWork, {
    params: { userId },
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })

export const changesQuery = (userId: string) =>
  pagesQuery(
    [...peopleKey, 'changes', userId],
    api.listUserChanges,
    (page) => ({ params: { userId }, query: { page, size: 10 } }),
    { quiet: true },
  )

type CompanySearch = {
  search: string
  kind: CompanyKind | undefined
  page?: number
  size?: number
}

export const companiesQuery = (search: CompanySearch) => {
  const query = { ...usualPage, ...search }
  return endpointQuery([...peopleKey, 'companies', query], api.listCompanies, {
    query,
    placeholderData: keepPreviousData,
  })
}

/** A change after which everything about people is loaded again. */
const useChangePeople = <V, R>(
  mutationFn: (variables: V) => Promise<R>,
  meta: MutationMeta,
) => useMutation({ mutationFn, meta: { ...meta, changes: [peopleKey] } })

/** The dialogs show a conflict themselves. */
const shown = [409]

type Body<E extends { body: z.ZodType }> = z.input<E['body']>

const savedText = (
  { name }: api.User,
  body: Body<typeof api.setPermissions>,
) => {
  const granted = permissions.filter((key) => body[key] === true).length
  const taken = permissions.filter((key) => body[key] === false).length
  const hasRoles = body.roles !== undefined
  return rightsSavedText({ granted, taken, hasRoles }, name)
}

const useChangeUser = <V>(
  change: (variables: V) => Promise<api.User>,
  meta: MutationMeta,
) => {
  const queryClient = useQueryClient()
  const changeAndStore = async (variables: V) => {
    const user = await change(variables)
    queryClient.setQueryData(
      personQuery(user.id).queryKey,
      (card) => card && { ...card, status: user.status, user },
    )
    return user
  }
  return useChangePeople(changeAndStore, { ...meta, shown })
}

export const useSetPermissions = () =>
  useChangeUser(
    (body: Body<typeof api.setPermissions>) =>
      call(api.setPermissions, { body }),
    {
      done: savedText,
      failed: userMessages.permissions.failed,
    },
  )

export const useSetRoles = () =>
  useChangeUser(
    (body: Body<typeof api.setRoles>) => call(api.setRoles, { body }),
    userMessages.roles,
  )

export const useSetStatus = () =>
  useChangeUser(
    (body: Body<typeof api.setStatus>) => call(api.setStatus, { body }),
    userMessages.status,
  )

export const useSetMailRefusal = () =>
  useChangeUser(
    (body: Body<typeof api.setMailRefusal>) =>
      call(api.setMailRefusal, { body }),
    {
      done: ({ name, mailRefusal }: api.User) =>
        mailRefusal === null
          ? `Mail to ${name} will be sent again`
          : `Mail to ${name} was stopped`,
      failed: 'Failed to update mail',
    },
  )

export const useRemoveFactors = () =>
  useChangeUser(
    ({ userId }: { userId: string }) =>
      call(api.removeFactors, { params: { userId } }),
    {
      done: ({ name }: api.User) => `The second factor for ${name} was removed`,
      failed: 'Failed to remove the second factor',
    },
  )

export const useSetBdd = () =>
  useChangePeople(
    ({ companyId, bddId }: { companyId: string; bddId: string | null }) =>
      call(api.setBdd, { params: { companyId }, body: { bddId } }),
    {
      done: ({ name, bdd }: api.Company) =>
        bdd
          ? `${bdd.name} is now assigned to ${name}`
          : `${name} no longer has a business development director`,
      failed: 'Failed to assign the business development director',
      shown,
    },
  )

export type Invited = z.output<typeof tpr.inviteReviewers.response>

export const useInvite = () => {
  const intent = useIntent()
  return useChangePeople(
    (body: Body<typeof tpr.inviteReviewers>) =>
      call(tpr.inviteReviewers, { body }, { intent }),
    {
      failed: 'An unexpected error occurred',
      prefers: 'reason',
    },
  )
}
