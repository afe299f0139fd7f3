import type { SlvDetail } from '@portal/contract/slv/answers'
import { AskedDocument } from '../../document/asked-document.tsx'
import classes from './asked-documents.module.css'

type AskedSlv = Pick<SlvDetail, 'id' | 'status' | 'pendingDocuments' | 'availableActions' | 'documents'>

/** The documents that the underwriter asked the seller for in this round: what is missing, and each by itself. */
export const AskedDocuments = ({ slv }: { slv: AskedSlv }) => {
  const { pendingDocuments: asked } = slv
  if (asked.length === 0) return <p className={classes.count}>The underwriter asked for no documents.</p>
  const missing = asked.filter(({ receivedAt }) => receivedAt === null)
  const mayBring = slv.availableActions.includes('upload-pending-documents')
  return (
    <div>
      <p className={classes.count} role="status" data-whole={missing.length === 0 || undefined}>
        {missing.length === 0
          ? wholeText(slv)
          : `${missing.length} of ${asked.length} still missing: ${missing.map(({ name }) => name).join('; ')}.`}
        {mayBring && missing.length > 0 && ' The request goes back to the underwriter when the last one is there.'}
      </p>
      <ul className={classes.cards} aria-label="Documents asked for">
        {asked.map((document) => (
          <AskedDocument
            key={document.id}
            slv={slv}
            asked={document}
            mayBring={mayBring}
            others={missing.filter(({ id }) => id !== document.id).map(({ id }) => id)}
          />
        ))}
      </ul>
    </div>
  )
}

const wholeText = ({ status }: AskedSlv) =>
  status === 'DOCUMENTS_RECEIVED'
    ? 'All documents are there. The request is with the underwriter again.'
    : 'All documents are there.'
