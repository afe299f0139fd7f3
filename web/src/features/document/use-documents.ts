import type { SlvDocument } from '@portal/contract/document/model'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { documentsQuery } from './queries.ts'

/** How often a list looks whether LoanDock took a queued file, and for how long: a page left open must not keep asking. */
const every = 3000
const atMost = 120_000

/** The files of the present round. For whoever is told of LoanDock, queued ones are watched for a while. */
export const useDocuments = (slvId: string, watchesLoanDock: boolean) => {
  const watched = useRef({ ids: '', since: 0 })
  return useQuery({
    ...documentsQuery(slvId),
    refetchInterval: ({ state }) => {
      if (!watchesLoanDock || !state.data) return false
      const ids = queuedIn([...state.data.documents, ...(state.data.underwriterDocuments ?? [])])
      if (ids === '') return false
      if (ids !== watched.current.ids) watched.current = { ids, since: performance.now() }
      return performance.now() - watched.current.since < atMost ? every : false
    },
  })
}

const queuedIn = (documents: readonly SlvDocument[]) =>
  documents
    .filter(({ ldpState }) => ldpState === 'QUEUED')
    .map(({ id }) => id)
    .join(' ')
