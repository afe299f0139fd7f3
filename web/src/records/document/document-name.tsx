import { Anchor } from '@mantine/core'
import {
  type DocumentType,
  documentFactLabels,
  documentTypes,
  type SlvDocument,
} from '@portal/contract/document/model'
import {
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconMail,
  IconPhoto,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './document.module.css'
import { useDownload } from './queries.ts'

type DocumentNameProps = {
  slvId: string
  document: { id: string; name: string; type: DocumentType }
}

/**
 * A file's name as a link: to its preview in a new tab, or to a download if it
 * has no preview.
 */
export const DocumentName = ({
  slvId,
  document: { id, name, type },
}: DocumentNameProps) => {
  const download = useDownload(slvId)
  if (documentTypes[type].preview === null)
    return (
      <Anchor
        component="button"
        type="button"
        title={name}
        inherit
        onClick={() => download.mutate(id)}
      >
        {name}
      </Anchor>
    )
  return (
    <Anchor
      inherit
      title={name}
      renderRoot={(props) => (
        <Link {...props} {...previewLink(slvId, { id, name, type })} />
      )}
    >
      {name}
    </Anchor>
  )
}

/** The properties of a link to a file's preview in a new tab. */
export const previewLink = (
  slvId: string,
  { id, name, type }: DocumentNameProps['document'],
) =>
  ({
    to: '/slv/preview-document/$proxyLoanId/$documentId/$documentName/$documentType',
    params: {
      proxyLoanId: slvId,
      documentId: id,
      documentName: name.toWellFormed(),
      documentType: type,
    },
    target: '_blank',
    rel: 'noopener',
    preload: false,
  }) as const

const icons = {
  PDF: IconFileTypePdf,
  PNG: IconPhoto,
  JPEG: IconPhoto,
  TIFF: IconPhoto,
  HEIC: IconPhoto,
  DOCX: IconFileWord,
  XLSX: IconFileSpreadsheet,
  CSV: IconFileSpreadsheet,
  TXT: IconFileText,
  EML: IconMail,
} as const satisfies Record<DocumentType, unknown>

/** The icon of a file type. The type is also named next to it. */
export const DocumentIcon = ({
  type,
  size = 20,
}: {
  type: DocumentType
  size?: number
}) => {
  const Icon = icons[type]
  return <Icon size={size} stroke={1.5} aria-hidden />
}

const describeScan = ({ virus }: NonNullable<SlvDocument['virusScan']>) =>
  virus ? `Contains a virus (${virus})` : 'No virus found'

/** What a PDF contains besides its pages, and the result of the virus scan. */
export const DocumentFacts = ({
  document: { facts, virusScan },
}: {
  document: SlvDocument
}) => {
  const labels: string[] = facts.map((fact) => documentFactLabels[fact])
  if (virusScan) labels.push(describeScan(virusScan))
  if (labels.length === 0) return null
  return <div className={classes.under}>{labels.join(' · ')}</div>
}
