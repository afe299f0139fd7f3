import type { SlvDocument } from '@portal/contract/document/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconLock } from '@tabler/icons-react'
import { useProfile } from '../auth/queries.ts'
import { AskedDocuments } from '../slv/form/asked-documents.tsx'
import classes from './document.module.css'
import { DocumentList } from './document-list.tsx'
import { DocumentsFailed, DocumentsSkeleton } from './documents-states.tsx'
import { EarlierRounds } from './earlier-rounds.tsx'
import { mayBring } from './may-bring.ts'
import { UploadArea } from './upload-area.tsx'
import { useDocuments } from './use-documents.ts'

/** All files of an SLV for the buyer's people: the seller's, their own, what is asked for, and those of earlier rounds. */
export const DocumentsPanel = ({ slv }: { slv: SlvDetail }) => {
  const { data, error, refetch, isFetching } = useDocuments(slv.id, true)
  const mayAdd = mayBring(useProfile(), slv) === 'UNDERWRITER'
  if (!data && error) return <DocumentsFailed why={error.message} isBusy={isFetching} onRetry={refetch} />
  if (!data) return <DocumentsSkeleton />
  const { documents, underwriterDocuments = [] } = data
  return (
    <>
      {slv.pendingDocuments.length > 0 && (
        <section className={classes.part} aria-labelledby="asked-title">
          <h3 id="asked-title">Documents asked for</h3>
          <AskedDocuments slv={slv} />
        </section>
      )}
      <section className={classes.part} aria-labelledby="seller-documents-title">
        <h3 id="seller-documents-title">
          Seller's documents <span className={classes.count}>{documents.length}</span>
        </h3>
        {documents.length === 0 ? (
          <p className={classes.none}>
            The seller has brought none in this round.
            {slv.availableActions.includes('set-pending-documents') &&
              ' Ask for what you need with “Request documents”.'}
          </p>
        ) : (
          <DocumentList
            slvId={slv.id}
            label="Seller's documents"
            documents={documents}
            showsLoanDock
            told={answers(slv)}
          />
        )}
      </section>
      <section className={classes.part} aria-labelledby="underwriter-documents-title">
        <h3 id="underwriter-documents-title">
          Underwriter documents <span className={classes.count}>{underwriterDocuments.length}</span>
        </h3>
        <p className={classes.inner}>
          <IconLock size={14} aria-hidden />
          Only the buyer's people see these, but for examples that you show the seller.
        </p>
        {mayAdd && <UploadArea id={slv.id} target="UNDERWRITER" label="Add underwriter documents" />}
        {underwriterDocuments.length === 0 ? (
          <p className={classes.none}>
            {mayAdd
              ? 'There are none yet. Keep here what you worked with: a pricing sheet, a condo review, notes.'
              : 'There are none.'}
          </p>
        ) : (
          <DocumentList
            slvId={slv.id}
            label="Underwriter documents"
            documents={underwriterDocuments}
            showsLoanDock
            told={examples(slv)}
          />
        )}
      </section>
      <EarlierRounds slv={slv} showsLoanDock />
    </>
  )
}

/** What each of the seller's files answers. */
export const answers =
  ({ pendingDocuments }: Pick<SlvDetail, 'pendingDocuments'>) =>
  ({ pendingDocumentId }: SlvDocument) => {
    const asked = pendingDocuments.find(({ id }) => id === pendingDocumentId)
    return asked && `For: ${asked.name}`
  }

/** What the seller is shown of the buyer's files. */
const examples =
  ({ pendingDocuments }: Pick<SlvDetail, 'pendingDocuments'>) =>
  ({ id }: SlvDocument) => {
    const asked = pendingDocuments.find(({ example }) => example?.id === id)
    return asked && `The seller sees it as the example for: ${asked.name}`
  }
