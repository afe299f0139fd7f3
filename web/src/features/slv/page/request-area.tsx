import type { SlvDetail } from '@portal/contract/slv/answers'
import { isSellerDraft } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { editsQuery } from '../../history/queries.ts'
import { RoundChanges } from '../../history/round-changes.tsx'
import { RequestForm } from '../form/request-form.tsx'
import { editsSinceSent } from './edits.ts'

/** The request: to write for whoever may, else to read; once it was sent, with what was changed since then marked. */
export const RequestArea = ({ slv }: { slv: SlvDetail }) => {
  const mayWrite = slv.availableActions.includes('save')
  const { data: entries } = useQuery({ ...editsQuery(slv.id), enabled: !isSellerDraft(slv.status) })
  const edited = useMemo(() => editsSinceSent(entries ?? []), [entries])
  return (
    <>
      <RoundChanges slv={slv} />
      <RequestForm slv={slv} mode={mayWrite ? 'edit' : 'read'} edited={edited} />
    </>
  )
}
