import { listOwners } from '@portal/contract/slv/list-api'
import { itemsQuery } from '../../lib/queries.ts'

/**
 * The people of sellers who own the reader's SLVs. The dialog that reassigns
 * them reads the counts again.
 */
export const ownersQuery = itemsQuery(['people', 'owners'], listOwners, {
  staleTime: 60_000,
})
