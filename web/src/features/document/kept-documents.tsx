import type { SlvDetail } from '@portal/contract/slv/answers'
import { AskedDocuments } from '../slv/form/asked-documents.tsx'
import classes from './document.module.css'
import { DocumentList } from './document-list.tsx'
import { answers } from './documents-panel.tsx'

/** The documents of a round that is over, as it was kept: to open and to save, nothing more. */
export const KeptDocuments = ({ slv }: { slv: SlvDetail }) => {
  const kept = { ...slv, availableActions: [] }
  const { documents, underwriterDocuments = [] } = slv
  return (
    <>
      {slv.pendingDocuments.length > 0 && (
        <div className={classes.part}>
          <AskedDocuments slv={kept} />
        </div>
      )}
      {documents.length === 0 && underwriterDocuments.length === 0 && (
        <p className={classes.none}>This round had no documents.</p>
      )}
      {documents.length > 0 && (
        <div className={classes.part}>
          <h3>{underwriterDocuments.length > 0 ? "Seller's documents" : 'Documents'}</h3>
          <DocumentList
            slvId={slv.id}
            label="Documents of this round"
            documents={documents.map(asKept)}
            told={answers(slv)}
          />
        </div>
      )}
      {underwriterDocuments.length > 0 && (
        <div className={classes.part}>
          <h3>Underwriter documents</h3>
          <DocumentList
            slvId={slv.id}
            label="Underwriter documents of this round"
            documents={underwriterDocuments.map(asKept)}
          />
        </div>
      )}
    </>
  )
}

const asKept = <D extends SlvDetail['documents'][number]>(document: D): D => ({ ...document, availableActions: [] })
