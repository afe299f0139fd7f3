import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import { editsQuery } from '../../history/queries.ts'
import { RequestForm } from '../form/request-form.tsx'
import { editsSinceSent } from './edits.ts'

/** The request: to write for whoever may, else to read, with what was changed since it was sent marked. */
export const RequestArea = ({ slv }: { slv: SlvDetail }) => {
  const mayWrite = slv.availableActions.includes('save')
  const { data: entries = [] } = useQuery({ ...editsQuery(slv.id), enabled: !mayWrite })
  return mayWrite ? (
    <RequestForm slv={slv} mode="edit" />
  ) : (
    <RequestForm slv={slv} mode="read" edited={editsSinceSent(entries, slv.resubmitCount)} />
  )
}
