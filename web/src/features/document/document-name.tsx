import { Anchor } from '@mantine/core'
import { type DocumentType, documentTypes } from '@portal/contract/document/model'
import { Link } from '@tanstack/react-router'
import { useDownload } from './queries.ts'

type DocumentNameProps = { slvId: string; document: { id: string; name: string; type: DocumentType } }

/** A file's name: it opens the preview beside this page, or saves a file that no page can show. */
export const DocumentName = ({ slvId, document: { id, name, type } }: DocumentNameProps) => {
  const download = useDownload(slvId)
  if (documentTypes[type].preview === null)
    return (
      <Anchor component="button" type="button" title={name} inherit onClick={() => download.mutate(id)}>
        {name}
      </Anchor>
    )
  return (
    <Anchor
      inherit
      title={name}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/slv/preview-document/$proxyLoanId/$documentId/$documentName/$documentType"
          params={{ proxyLoanId: slvId, documentId: id, documentName: name.toWellFormed(), documentType: type }}
          target="_blank"
          rel="noopener"
          preload={false}
        />
      )}
    >
      {name}
    </Anchor>
  )
}
