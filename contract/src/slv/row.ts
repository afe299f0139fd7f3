import { z } from 'zod'
import { pageOf } from '../lib/paging.ts'
import { SlaStatus, SlvId, SlvType } from './model.ts'
import { SlvGroup, SlvStatus } from './status.ts'

const at = z.iso.datetime()
const words = z.string().nullable()
const number = z.number().nullable()

/**
 * A row of the SLV lists (product.md §8). It stands apart from the SLV's own answer, with its form and its collections: the
 * list is the first screen, and loads none of them. What some roles never get is absent for them (visible-fields.ts).
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

/** As many of a list as are counted; one that has more is told as this many, with `isTotalCut`. Its later pages are there. */
export const mostListed = 10_000
/** As many as are counted of what one letter finds, or two: no index knows those. */
export const mostOfFewLetters = 1_000

/** A page of a list. */
export const SlvPage = pageOf(SlvRow).extend({ isTotalCut: z.boolean() })
export type SlvPage = z.infer<typeof SlvPage>

/** Counts for what a tab shows. `overdue` is the buyer's own and absent for sellers. */
export const SlvStatistics = z.object({
  total: z.number().int(),
  byStatus: z.partialRecord(SlvStatus, z.number().int()),
  byGroup: z.record(SlvGroup, z.number().int()),
  overdue: z.number().int().optional(),
})
export type SlvStatistics = z.infer<typeof SlvStatistics>
