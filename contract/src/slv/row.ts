import { z } from 'zod'
import { pageOf } from '../lib/paging.ts'
import { SlaStatus, SlvId, SlvType } from './model.ts'
import { SlvGroup, SlvStatus } from './status.ts'

const at = z.iso.datetime()
const words = z.string().nullable()
const number = z.number().nullable()

/**
 * A row of the SLV lists (product.md §8), separate because the first screen loads only this. Hidden fields are absent
 * (visible-fields.ts).
 */
export const SlvRow = z.object({
  id: SlvId,
  version: z.number().int(),
  status: SlvStatus,
  statusInEffect: SlvStatus.nullable(),
  type: SlvType,
  date: at.nullable(),
  buyerLoan: words,
  sellerLoan: words,
  sellerName: z.string(),
  corrID: z.string(),
  borrowerLastName: words,
  buyerNonAgencyProgram: words,
  buyerNonAgencyProductName: words,
  loanAmount: number,
  ltv: number,
  creditScore: number,
  dtiDscr: number,
  underwriterId: z.uuid().nullable(),
  underwriterName: words,
  ownerName: z.string(),
  turnTime: number,
  updatedAt: at.optional(),
  underwriterManagerName: words.optional(),
  tradeDeskName: words.optional(),
  groupSlaStatus: SlaStatus.nullable().optional(),
})
export type SlvRow = z.infer<typeof SlvRow>

/** Counts stop here, with `isTotalCut`; later pages can still be read. */
export const mostListed = 10_000
/** The limit for searches of one or two letters, which no index supports. */
export const mostOfFewLetters = 1_000

export const SlvPage = pageOf(SlvRow).extend({ isTotalCut: z.boolean() })
export type SlvPage = z.infer<typeof SlvPage>

/** `overdue` is absent for sellers. */
export const SlvStatistics = z.object({
  total: z.number().int(),
  byStatus: z.partialRecord(SlvStatus, z.number().int()),
  byGroup: z.record(SlvGroup, z.number().int()),
  overdue: z.number().int().optional(),
})
export type SlvStatistics = z.infer<typeof SlvStatistics>
