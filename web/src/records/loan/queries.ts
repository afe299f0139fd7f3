import { branded } from '@portal/contract/lib/brand'
import * as api from '@portal/contract/loan/api'
import type { Loan } from '@portal/contract/loan/model'
import { openDraft, underwriterOpenDraft } from '@portal/contract/slv/api'
import { checkLoansByGet, listSlvs } from '@portal/contract/slv/list-api'
import { slvMessages } from '@portal/contract/slv/messages'
import type { SlvType } from '@portal/contract/slv/model'
import { isUndecided, type SlvStatus } from '@portal/contract/slv/status'
import type { TableMode } from '@portal/contract/slv/table-mode'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import { itemsQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'

/**
 * Who looks up a loan: a seller finds only those of their own company, an
 * underwriter any.
 */
export type LoanFinder = 'SELLER' | 'UNDERWRITER'

const finders = { SELLER: api.checkLoan, UNDERWRITER: api.underwriterCheckLoan }
const openers = { SELLER: openDraft, UNDERWRITER: underwriterOpenDraft }

/** 'Failed to check {buyer} Loan Number' with the buyer's name (spec.md §8). */
export const checkFailed = (brandName: string) =>
  branded(slvMessages.openDraft.failed, brandName)

/**
 * Looks up a loan: null, without a toast, when there is none. `hasFailed` says
 * that the screen shows the failure.
 */
export const useFindLoan = (
  finder: LoanFinder,
  brandName: string,
  hasFailed: boolean,
) =>
  useMutation({
    mutationFn: async (number: string): Promise<Loan | null> => {
      try {
        return await call(finders[finder], { params: { n: number } })
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    meta: { failed: hasFailed ? null : checkFailed(brandName) },
  })

export const useOpenDraft = (finder: LoanFinder, brandName: string) => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (number: string) =>
      call(openers[finder], { params: { n: number } }, { intent }),
    meta: { failed: checkFailed(brandName), changes: [['slv']] },
  })
}

/**
 * The open pre-close SLV of a loan that its seller sees; null if there is none.
 */
export const openSlvOfSellerQuery = (
  loanNumber: string,
  tableMode: TableMode,
) =>
  queryOptions({
    ...itemsQuery(['slv', 'open-of-loan', loanNumber, tableMode], listSlvs, {
      query: { tableMode, search: loanNumber, size: 100 },
      meta: { quiet: true },
    }),
    select: (rows) =>
      rows.find((row) => row.buyerLoan === loanNumber && isOpenPreClose(row)) ??
      null,
  })

export const isOpenPreClose = ({
  type,
  status,
}: {
  type: SlvType
  status: SlvStatus
}): boolean => type === 'PRE' && isUndecided(status)

export const slvsOfLoanQuery = (number: string) =>
  itemsQuery(['slv', 'of-loan', number], checkLoansByGet, {
    params: { n: number },
    meta: { quiet: true },
  })
