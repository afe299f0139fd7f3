import type { SlvDetail } from '@portal/contract/slv/answers'
import { useProfile } from '../auth/queries.ts'
import classes from './document.module.css'
import { DocumentList } from './document-list.tsx'
import { answers } from './documents-panel.tsx'
import { DocumentsFailed, DocumentsSkeleton } from './documents-states.tsx'
import { EarlierRounds } from './earlier-rounds.tsx'
import { mayBring } from './may-bring.ts'
import { UploadArea } from './upload-area.tsx'
import { useDocuments } from './use-documents.ts'

/** A seller's own files of an SLV: to bring, to open, and to take away as long as the request is theirs to write. */
export const SellerDocuments = ({ slv }: { slv: SlvDetail }) => {
  const mayAdd = mayBring(useProfile(), slv) === 'SELLER'
  return (
    <div className={classes.part}>
      {slv.pendingDocuments.length > 0 && <h3>All documents of the request</h3>}
      {mayAdd && <UploadArea id={slv.id} target="SELLER" label="Add documents" />}
      <Listed slv={slv} mayAdd={mayAdd} />
      <EarlierRounds slv={slv} />
    </div>
  )
}

const Listed = ({ slv, mayAdd }: { slv: SlvDetail; mayAdd: boolean }) => {
  const { data, error, refetch, isFetching } = useDocuments(slv.id, false)
  if (!data && error) return <DocumentsFailed why={error.message} isBusy={isFetching} onRetry={refetch} />
  if (!data) return <DocumentsSkeleton />
  if (data.documents.length === 0)
    return (
      <p className={classes.none}>
        {mayAdd
          ? 'There are none yet. Add what supports the request: the loan application, the appraisal, bank statements.'
          : 'There are none.'}
      </p>
    )
  return <DocumentList slvId={slv.id} label="Documents" documents={data.documents} told={answers(slv)} />
}
