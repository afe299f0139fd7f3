import type { DecisionAuthorityBody } from '@portal/contract/authority/api'
import * as authority from '@portal/contract/authority/api'
import * as api from '@portal/contract/guideline/api'
import { guidelineMessages as messages } from '@portal/contract/guideline/messages'
import type { NewRule, Program } from '@portal/contract/guideline/model'
import type { Answer } from '@portal/contract/lib/endpoint'
import type { PriceGridBody } from '@portal/contract/price/api'
import * as prices from '@portal/contract/price/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { buildAddress } from '../../../lib/address.ts'
import { call } from '../../../lib/call.ts'
import { endpointQuery } from '../../../lib/queries.ts'
import type { Intent } from '../../../lib/state/intent.ts'
import { upload } from '../../../lib/upload.ts'
import {
  authorityKey,
  authorityQuery,
} from '../../../records/authority/queries.ts'
import { guidelineKey } from '../../../records/guideline/queries.ts'
import { etag } from '../../../records/slv/queries.ts'
import type { NewFactor } from './factor-dialog.tsx'

export const versionsQuery = endpointQuery(
  [...guidelineKey, 'versions'],
  api.listVersions,
  { query: {} },
)

export const versionQuery = (id: string) =>
  endpointQuery([...guidelineKey, 'version', id], api.getVersion, {
    params: { id },
  })

/** The rules in effect today, of all programs. */
export const guideTodayQuery = endpointQuery(
  [...guidelineKey, 'in-force', 'today'],
  api.getGuide,
  { query: {}, meta: { quiet: true } },
)

export const rulesQuery = (id: string) =>
  endpointQuery([...guidelineKey, 'rules', id], api.listRules, {
    params: { id },
  })

export const comparisonQuery = (id: string, earlier: string) =>
  endpointQuery(
    [...guidelineKey, 'compare', id, earlier],
    api.compareVersions,
    {
      params: { id },
      query: { with: earlier },
    },
  )

/**
 * What publishing a draft would change in the rules in effect today for its
 * programs.
 */
export const replacedRulesQuery = (id: string) =>
  endpointQuery([...guidelineKey, 'compare', id], api.compareVersions, {
    params: { id },
    query: {},
  })

/**
 * What a version would change; it depends on every open SLV, so it is counted
 * again whenever it is shown.
 */
export const effectQuery = (id: string) =>
  endpointQuery([...guidelineKey, 'effect', id], api.countEffect, {
    params: { id },
    meta: { quiet: true },
  })

/**
 * A mutation of guidelines, after which all guideline queries are read again.
 * The screen shows invalid cells, refusals and conflicts itself. `onSaved` runs
 * before the queries are read again.
 */
const useGuidelineChange = <V, R>(
  mutationFn: (variables: V) => Promise<R>,
  messages: { done: string | ((answer: R) => string); failed: string },
  onSaved?: (answer: R, variables: V) => void,
) =>
  useMutation({
    mutationFn,
    ...(onSaved && { onSuccess: onSaved }),
    meta: { ...messages, shown: [400, 409, 412, 413], changes: [guidelineKey] },
  })

export const useCreateVersion = () =>
  useGuidelineChange(
    (body: { title: string; copyOf?: string }) =>
      call(api.createVersion, { body }),
    messages.createVersion,
  )

type OfVersion = { id: string; version: number }
export const useUpdateVersion = () =>
  useGuidelineChange(
    ({
      id,
      version,
      ...body
    }: OfVersion & { title?: string; note?: string; status?: 'RETIRED' }) =>
      call(
        api.updateVersion,
        { params: { id }, body },
        { ifMatch: etag(version) },
      ),
    messages.updateVersion,
  )

export const useDeleteVersion = () =>
  useGuidelineChange(
    ({ id, version }: OfVersion) =>
      call(api.deleteVersion, { params: { id } }, { ifMatch: etag(version) }),
    messages.deleteVersion,
  )

/** Saves the rules of a draft; `onSaved` gets the saved and the sent ones. */
export const useSaveRules = (
  onSaved: (saved: Answer<typeof api.saveRules>, sent: NewRule[]) => void,
) => {
  const queryClient = useQueryClient()
  return useGuidelineChange(
    ({ id, version, rules }: OfVersion & { rules: NewRule[] }) =>
      call(
        api.saveRules,
        { params: { id }, body: { rules } },
        { ifMatch: etag(version) },
      ),
    messages.saveRules,
    (saved, { id, rules }) => {
      queryClient.setQueryData(rulesQuery(id).queryKey, saved)
      onSaved(saved, rules)
    },
  )
}

export const downloadAddress = (id: string) =>
  buildAddress(api.downloadRules.path, { id })

export const useImportRules = () =>
  useGuidelineChange(
    ({
      id,
      version,
      file,
      intent,
    }: OfVersion & { file: File; intent: Intent }) =>
      upload(api.importRules, { params: { id } }, file, {
        intent,
        ifMatch: etag(version),
      }),
    messages.importRules,
  )

export const usePublishVersion = () =>
  useGuidelineChange(
    ({ id, version, effectiveFrom }: OfVersion & { effectiveFrom: string }) =>
      call(
        api.publishVersion,
        { params: { id }, body: { effectiveFrom } },
        { ifMatch: etag(version) },
      ),
    messages.publish,
  )

/** A new program, or a change of one over the version that was read. */
export const useSaveProgram = () =>
  useGuidelineChange(
    ({
      program: { version, ...program },
      isNew,
    }: {
      program: Program & { version: number }
      isNew: boolean
    }) =>
      isNew
        ? call(api.addProgram, { body: program })
        : call(
            api.updateProgram,
            { body: program },
            { ifMatch: etag(version) },
          ),
    messages.saveProgram,
  )

export const factorsQuery = endpointQuery(
  [...guidelineKey, 'factors'],
  api.listFactors,
  {},
)

type FactorsChange = { version: number; factors: NewFactor[] }

/** Saves the catalog; `onSaved` gets the saved and the sent one. */
export const useSaveFactors = (
  onSaved: (saved: Answer<typeof api.saveFactors>, sent: FactorsChange) => void,
) => {
  const queryClient = useQueryClient()
  return useGuidelineChange(
    ({ version, factors }: FactorsChange) =>
      call(api.saveFactors, { body: { factors } }, { ifMatch: etag(version) }),
    messages.saveFactors,
    (saved, sent) => {
      queryClient.setQueryData(factorsQuery.queryKey, saved)
      onSaved(saved, sent)
    },
  )
}

export const priceGridQuery = endpointQuery(
  [...guidelineKey, 'price-grid'],
  prices.getPriceGrid,
  {},
)

type PriceGridChange = PriceGridBody & { version: number }

/** Saves the grid; `onSaved` gets the saved and the sent one. */
export const useSavePriceGrid = (
  onSaved: (saved: prices.PriceGridAnswer, sent: PriceGridChange) => void,
) => {
  const queryClient = useQueryClient()
  return useGuidelineChange(
    ({ version, ...body }: PriceGridChange) =>
      call(prices.savePriceGrid, { body }, { ifMatch: etag(version) }),
    messages.savePriceGrid,
    (saved, sent) => {
      queryClient.setQueryData(priceGridQuery.queryKey, saved)
      onSaved(saved, sent)
    },
  )
}

type AuthorityChange = DecisionAuthorityBody & { version: number }

/** Saves the levels; `onSaved` gets what is saved and what was sent. */
export const useSaveAuthority = (
  onSaved: (saved: authority.DecisionAuthority, sent: AuthorityChange) => void,
) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ version, ...body }: AuthorityChange) =>
      call(
        authority.saveDecisionAuthority,
        { body },
        { ifMatch: etag(version) },
      ),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(authorityQuery.queryKey, saved)
      onSaved(saved, sent)
    },
    meta: {
      ...messages.saveAuthority,
      shown: [400, 409, 412],
      changes: [authorityKey],
    },
  })
}

export const variancesQuery = endpointQuery(
  [...guidelineKey, 'contract-variances'],
  api.listContractVariances,
  {},
)

/** Adds a contract variance, or changes an existing one. */
export const useSaveVariance = () =>
  useGuidelineChange(
    ({
      body,
      existing,
    }: {
      body: z.output<typeof api.NewContractVariance>
      existing: OfVersion | null
    }) => {
      if (!existing) return call(api.addContractVariance, { body })
      const { sellerId: _, ...changed } = body
      return call(
        api.updateContractVariance,
        { params: { id: existing.id }, body: changed },
        { ifMatch: etag(existing.version) },
      )
    },
    messages.saveVariance,
  )

export const useDeleteVariance = () =>
  useGuidelineChange(
    ({ id, version }: OfVersion) =>
      call(
        api.deleteContractVariance,
        { params: { id } },
        { ifMatch: etag(version) },
      ),
    messages.deleteVariance,
  )
